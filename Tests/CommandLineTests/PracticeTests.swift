// SPDX-License-Identifier: GPL-3.0-or-later
import Actions
import Bridge
import PCProtocol
import Sentences
import SwitchCore
import Testing

@testable import switchbridge

private let box = DeviceID(1)
private let click = SwitchAction(id: "click", effect: .pc(.instant))
private let shift = SwitchAction(id: "hold-shift", effect: .pc(.held))

/// Practice with one switch on key 57; what it says, at the times of the presses.
private struct PracticeBench {
    var view: PracticeView
    private(set) var lines: [PracticeLine] = []

    init(_ actions: SwitchActions = .none, timing: FilterSettings = FilterSettings()) throws {
        let id = try #require(SwitchID(1))
        let found = ProfileSwitch(
            id: id, name: "Left", inputs: [.init(device: 0, input: .key(code: 57))], manner: .ordinary, timing: timing,
            actions: actions)
        view = PracticeView(
            Profile(
                name: "Mine", devices: [ProfileDevice(label: "box", match: DeviceMatch())], switches: [found],
                safety: SafetySettings(), pcProfileID: nil))
        view.attached(
            SwitchDevice(id: box, name: "Box", bindings: [(.key(code: 57), id)], axes: [:], found: FoundState()))
    }

    /// Such as `"D0 U100"`; all that is due comes when it is.
    mutating func play(_ text: String) {
        for word in text.split(separator: " ") {
            let time = Instant.at(Int64(word.dropFirst()) ?? 0)
            while let deadline = view.deadline, deadline <= time { lines += view.timeReached(deadline) }
            let event = InputEvent(time: time, type: Evdev.key, code: 57, value: word.first == "D" ? 1 : 0)
            lines += view.reportArrived([event], from: box)
        }
        while let deadline = view.deadline { lines += view.timeReached(deadline) }
    }

    var texts: [String] {
        let writer = PracticeWriter(profile: view.profile, start: .at(0))
        return lines.compactMap { writer.sentence($0)?.description }
    }

    var events: [String] {
        let writer = PracticeWriter(profile: view.profile, start: .at(0))
        return lines.map { writer.json($0).members?["event"] }.map {
            if case .string(let name)? = $0 { name } else { "" }
        }
    }
}

@Suite("Practice") struct PracticeTests {
    @Test("where the PC decides it shows what the PC would get, and how long each press was")
    func decidedByPC() throws {
        var bench = try PracticeBench()
        bench.play("D0 U120")
        #expect(bench.events == ["edge", "edge", "pressed"])
        #expect(bench.texts.last?.contains("120 ms") == true)
    }

    @Test("where the profile decides it shows its actions by name")
    func decidedByProfile() throws {
        var bench = try PracticeBench(SwitchActions(press: click, holds: [shift]))
        bench.play("D0 U120 D1000 U2500")
        #expect(bench.events == ["edge", "edge", "action", "pressed", "edge", "action", "edge", "action", "pressed"])
        #expect(bench.texts.contains { $0.contains("Left: Click") })
        #expect(bench.texts.contains { $0.contains("\(shift.name) begins") })
    }

    @Test("a press that a filter keeps back is told with the filter, and advice is given once")
    func rejected() throws {
        var bench = try PracticeBench()
        bench.play("D0 U400 D460 U560 D2000 U2400 D2460 U2560")
        #expect(bench.events.filter { $0 == "advice" }.count == 1)
        #expect(bench.texts.contains { $0.contains("60 ms apart: ignore-repeat 150ms would make them one") })
        var filtered = try PracticeBench(timing: FilterSettings(ignoreRepeat: .milliseconds(150)))
        filtered.play("D0 U400 D460 U560")
        #expect(filtered.texts.contains { $0.contains("not counted, because of ignore-repeat") })
    }

    @Test("holding a switch is the stop, as while forwarding")
    func heldToStop() throws {
        var bench = try PracticeBench()
        bench.play("D0 U6000")
        #expect(bench.events == ["edge", "stop", "edge", "pressed"])
    }

    @Test("F37 a controller that was switched over is a stop here too")
    func meaningChanged() throws {
        var bench = try PracticeBench()
        let event = InputEvent(time: .at(5), type: Evdev.absoluteAxis, code: Evdev.absoluteProfile, value: 1)
        let lines = bench.view.reportArrived([event], from: box)
        #expect(lines == [.stop(.devicesChanged(name: "Box"), at: .at(5))])
        #expect(
            PracticeWriter(profile: bench.view.profile, start: .at(0)).sentence(lines[0])?.description.contains("Box")
                == true)
    }
}
