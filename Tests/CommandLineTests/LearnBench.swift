// SPDX-License-Identifier: GPL-3.0-or-later
import InputDevices
import PCProtocol
import Profiles
import SwitchCore

@testable import switchbridge

/// A learning machine with a pedal, and a keyboard that is typed on; time is in ms and goes on with every press.
struct LearnBench {
    static let pedalID = DeviceID(1)
    static let keyboardID = DeviceID(2)
    static var keyboard: NodeDescription {
        var keyboard = SampleNodes.keyboard
        keyboard.identity.vendor = 0x1234
        return keyboard
    }

    var machine: LearnMachine
    private(set) var now: Int64 = 1000
    private(set) var news: [LearnNews] = []
    private(set) var saved: ProfileEdit?
    private(set) var isCancelled = false
    private(set) var captured: [DeviceID] = []
    /// So often what was typed was thrown away.
    private(set) var forgotten = 0

    init(
        _ draft: LearnDraft? = nil, nodes: [NodeDescription] = [SampleNodes.pedal, keyboard],
        automaticCount: Int? = nil, isTyped: Bool = true
    ) throws {
        machine = LearnMachine(
            try draft ?? LearnDraft(newProfile: "Mine", names: EvdevNames()), names: EvdevNames(),
            automaticCount: automaticCount, isTyped: isTyped)
        machine.nodesChanged(nodes)
        machine.attached(Self.pedalID, SampleNodes.pedal, axes: [:], found: FoundState())
        machine.attached(Self.keyboardID, Self.keyboard, axes: [:], found: FoundState())
        take(machine.begin())
    }

    var events: [String] { news.map(\.event) }
    var last: LearnNews? { news.last }

    /// What was said of the last event of that name.
    func fields(_ event: String) -> [String: JSONValue] { news.last { $0.event == event }?.fields ?? [:] }

    mutating func key(_ code: UInt16, _ value: Int32, on id: DeviceID = pedalID) {
        let event = InputEvent(time: .at(now), type: Evdev.key, code: code, value: value)
        take(machine.reportArrived([event], from: id))
    }

    /// A press of so many ms, and then so long a pause, in which all that is due comes.
    mutating func press(_ code: UInt16 = 0x100, _ length: Int64 = 200, pause: Int64 = 5000, on id: DeviceID = pedalID) {
        key(code, Evdev.pressed, on: id)
        wait(length)
        key(code, Evdev.released, on: id)
        wait(pause)
    }

    /// Of an axis; rests at 0.
    mutating func move(_ axis: UInt16, to value: Int32, on id: DeviceID = pedalID) {
        let event = InputEvent(time: .at(now), type: Evdev.absoluteAxis, code: axis, value: value)
        take(machine.reportArrived([event], from: id))
        wait(10)
    }

    mutating func attach(_ id: DeviceID, _ node: NodeDescription, axes: [UInt16: AxisRange] = [:]) {
        machine.attached(id, node, axes: axes, found: FoundState())
    }

    mutating func detach(_ id: DeviceID) { take(machine.detached(id, at: .at(now))) }

    /// Types a line on the keyboard: the terminal has it while its Enter is still down.
    mutating func typeOnKeyboard(_ line: String, keys: [UInt16]) {
        for key in keys { press(key, 60, pause: 60, on: Self.keyboardID) }
        key(28, Evdev.pressed, on: Self.keyboardID)
        take(machine.lineEntered(line, at: .at(now)))
        wait(60)
        key(28, Evdev.released, on: Self.keyboardID)
        wait(5000)
    }

    mutating func wait(_ time: Int64) {
        let end = now + time
        while let deadline = machine.deadline, deadline <= .at(end) { take(machine.timeReached(deadline)) }
        now = end
    }

    /// Types a line, and waits until it counts.
    mutating func say(_ line: String) {
        take(machine.lineEntered(line, at: .at(now)))
        wait(LearnMachine.enterDelay.milliseconds)
    }

    /// A switch that types Enter; the terminal's line is seen so long after the press, or before it.
    mutating func pressEnter(_ code: UInt16, lineAfter delay: Int64) {
        if delay < 0 {
            take(machine.lineEntered("", at: .at(now)))
            wait(-delay)
        }
        key(code, Evdev.pressed)
        if delay < 0 { wait(200) } else { wait(delay) }
        key(code, Evdev.released)
        if delay >= 0 { take(machine.lineEntered("", at: .at(now))) }
        wait(5000)
    }

    private mutating func take(_ effects: [LearnMachine.Effect]) {
        for effect in effects {
            switch effect {
            case .tell(let told): news.append(told)
            case .capture(let id): captured.append(id)
            case .giveBack(let id): captured.removeAll { $0 == id }
            case .save(let edit): saved = edit
            case .cancel: isCancelled = true
            case .forgetTyped: forgotten += 1
            }
        }
    }
}
