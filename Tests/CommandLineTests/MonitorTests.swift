// SPDX-License-Identifier: GPL-3.0-or-later
import InputDevices
import PCProtocol
import SwitchCore
import Testing

@testable import switchbridge

private let device = DeviceID(1)
private let space: UInt16 = 57
private let letter: UInt16 = 30

private func key(_ code: UInt16, _ value: Int32, at milliseconds: Int64) -> InputEvent {
    InputEvent(time: .at(milliseconds), type: Evdev.key, code: code, value: value)
}

private func scan(_ value: Int32, at milliseconds: Int64) -> InputEvent {
    InputEvent(time: .at(milliseconds), type: Evdev.miscellaneous, code: Evdev.scanCode, value: value)
}

private func profile(_ inputs: [SwitchInput], timing: FilterSettings = FilterSettings()) -> Profile {
    let switches = inputs.enumerated().compactMap { index, input in
        SwitchID(index + 1).map {
            ProfileSwitch(
                id: $0, name: "Switch", inputs: [.init(device: 0, input: input)], manner: .ordinary, timing: timing)
        }
    }
    return Profile(
        name: "Test", devices: [ProfileDevice(label: "box", match: DeviceMatch())], switches: switches,
        safety: SafetySettings(), pcProfileID: nil)
}

private func view(
    _ node: NodeDescription, _ profile: Profile? = nil, showsAllKeys: Bool = false, axes: [UInt16: AxisRange] = [:]
) -> MonitorView {
    var view = MonitorView(profile: profile, showsAllKeys: showsAllKeys)
    view.attached(device, node, axes: axes, found: FoundState())
    return view
}

private var writer: MonitorWriter { MonitorWriter(names: SampleNames(), profile: nil, start: .at(0)) }

@Suite("The monitor")
struct MonitorTests {
    @Test("F6 a held key is one press; its autorepeats are counted at the release")
    func repeats() {
        var view = view(SampleNodes.pedal)
        var lines = view.reportArrived([scan(0x90001, at: 0), key(0x100, 1, at: 0)], from: device)
        lines += view.reportArrived([key(0x100, 2, at: 250)], from: device)
        lines += view.reportArrived([key(0x100, 2, at: 283)], from: device)
        lines += view.reportArrived([key(0x100, 0, at: 1400)], from: device)
        #expect(
            lines.map(writer.text) == [
                "0.000s Pedal: KEY_256 down (scan 0x90001)", "1.400s Pedal: KEY_256 up after 1400 ms, 2 autorepeats",
            ])
    }

    @Test("what somebody types is hidden, announced once and counted")
    func privacy() throws {
        var view = view(SampleNodes.keyboard, profile([.key(code: space)]))
        var lines: [MonitorLine] = []
        for time in [0, 100, 200] as [Int64] {
            lines += view.reportArrived([scan(0x70004, at: time), key(letter, 1, at: time)], from: device)
            lines += view.reportArrived([scan(0x70004, at: time), key(letter, 2, at: time)], from: device)
            lines += view.reportArrived([scan(0x70004, at: time), key(letter, 0, at: time)], from: device)
        }
        #expect(lines == [.keysHidden(device: "Keyboard", at: .at(0))])
        let shown = lines.map(writer.text) + lines.map { String(decoding: writer.json($0).encoded(), as: UTF8.self) }
        for text in shown { #expect(!text.contains("KEY_30") && !text.contains("70004")) }
        #expect(view.hidden == ["Keyboard": 3])
        _ = view.detached(device, at: .at(300))
        #expect(view.hidden == ["Keyboard": 3])
    }

    @Test("a key of the profile on the same keyboard is shown, and with --show-keys every key is")
    func shownKeys() {
        var ofProfile = view(SampleNodes.keyboard, profile([.key(code: space)]))
        #expect(ofProfile.reportArrived([key(space, 1, at: 0)], from: device).count == 3)
        var all = view(SampleNodes.keyboard, showsAllKeys: true)
        #expect(all.reportArrived([key(letter, 1, at: 0)], from: device).count == 1)
        #expect(all.hidden.isEmpty)
    }

    @Test("of the keys without a name only the profile's scan codes are shown")
    func scans() {
        var node = SampleNodes.keyboard
        node.capabilities.keys.append(Evdev.unknownKey)
        var view = view(node, profile([.scan(value: 5)]))
        #expect(view.reportArrived([scan(6, at: 0), key(Evdev.unknownKey, 1, at: 0)], from: device).count == 1)
        #expect(view.hidden == ["Keyboard": 1])
        let shown = view.reportArrived([scan(5, at: 9), key(Evdev.unknownKey, 1, at: 9)], from: device)
        #expect(shown.contains { if case .key = $0 { true } else { false } })
    }

    @Test("switches and filters of a profile: moved, rejected, accepted")
    func filters() throws {
        let one = try #require(SwitchID(1))
        var view = view(
            SampleNodes.pedal,
            profile([.key(code: 0x100)], timing: FilterSettings(holdToAccept: .milliseconds(300))))
        _ = view.reportArrived([key(0x100, 1, at: 0)], from: device)
        #expect(view.deadline != nil)
        let short = view.reportArrived([key(0x100, 0, at: 150)], from: device)
        #expect(short.contains(.moved(one, .up, at: .at(150))))
        #expect(short.contains { if case .rejected(one, by: .holdToAccept, _) = $0 { true } else { false } })
        _ = view.reportArrived([key(0x100, 1, at: 1000)], from: device)
        #expect(view.timeReached(.at(1400)) == [.accepted(one, .down, at: .at(1300))])
        #expect(view.timeReached(.at(1500)).isEmpty)
    }

    @Test("an axis is shown with its share of the way; mice and fingers are not shown")
    func axes() {
        let ranges: [UInt16: AxisRange] = [2: AxisRange(minimum: 0, maximum: 1023, rest: 0)]
        var view = view(SampleNodes.node("Pad", axes: [2]), axes: ranges)
        let pull = InputEvent(time: .at(0), type: Evdev.absoluteAxis, code: 2, value: 614)
        let touch = InputEvent(time: .at(0), type: Evdev.absoluteAxis, code: 0x35, value: 9)
        let mouse = InputEvent(time: .at(0), type: Evdev.relativeAxis, code: 0, value: 9)
        let lines = view.reportArrived([pull, touch, mouse], from: device)
        #expect(lines == [.axis(device: "Pad", code: 2, value: 614, percent: 60, at: .at(0))])
    }

    @Test("F24 lost events are said, and what is found down afterwards is no press of a switch")
    func lost() {
        var view = view(SampleNodes.pedal, profile([.key(code: 0x100)]))
        #expect(view.eventsLost(from: device, at: .at(5)) == [.eventsLost(device: "Pedal", at: .at(5))])
        let lines = view.resynchronised([key(0x100, 1, at: 6)], from: device)
        #expect(!lines.contains { if case .moved = $0 { true } else { false } })
    }

    @Test("F20 a pedal that is pulled out lets its switches go")
    func detached() throws {
        let one = try #require(SwitchID(1))
        var view = view(SampleNodes.pedal, profile([.key(code: 0x100)]))
        _ = view.reportArrived([key(0x100, 1, at: 0)], from: device)
        #expect(view.detached(device, at: .at(50)).first == .moved(one, .up, at: .at(50)))
        #expect(view.reportArrived([key(0x100, 1, at: 60)], from: device).isEmpty)
    }

    @Test("every kind of line is valid JSON with its event and time")
    func json() throws {
        let one = try #require(SwitchID(1))
        let lines: [MonitorLine] = [
            .key(.init(device: "a\"\n", code: 1, state: .down, scan: -1, time: .at(1))),
            .axis(device: "a", code: 2, value: -5, percent: nil, at: .at(1)), .moved(one, .down, at: .at(1)),
            .accepted(one, .up, at: .at(1)), .rejected(one, by: .debounce, at: .at(1)),
            .meaningChanged(device: "a", at: .at(1)), .eventsLost(device: "a", at: .at(1)),
            .keysHidden(device: "a", at: .at(1)),
        ]
        for line in lines {
            let members = try JSONValue(parsing: writer.json(line).encoded(.bareSlashes)).members
            #expect(members?["event"]?.text?.isEmpty == false)
            #expect(members?["nanoseconds"]?.exactInteger == 1_000_000)
        }
    }
}
