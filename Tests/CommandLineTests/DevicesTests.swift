// SPDX-License-Identifier: GPL-3.0-or-later
import InputDevices
import PCProtocol
import Sentences
import SwitchCore
import Testing

@testable import switchbridge

@Suite("Devices that come and go")
struct DeviceAnnouncerTests {
    private static let keyboardNode = SampleNodes.node("FootSwitch Keyboard", event: 4, device: "/sys/foot")
    private static let mouseNode = SampleNodes.node("FootSwitch Mouse", event: 5, device: "/sys/foot")

    @Test("F17 a device with several nodes is announced once, when all of them are there")
    func severalNodes() {
        var announcer = DeviceAnnouncer([])
        #expect(announcer.nodesChanged(.added(Self.keyboardNode), at: .at(0)).isEmpty)
        #expect(announcer.nodesChanged(.added(Self.mouseNode), at: .at(200)).isEmpty)
        #expect(announcer.timeReached(.at(499)).isEmpty)
        #expect(announcer.deadline == .at(500))
        let device = PhysicalDevice.grouping([Self.keyboardNode, Self.mouseNode])[0]
        #expect(announcer.timeReached(.at(500)) == [.pluggedIn(device)])
        #expect(announcer.deadline == nil)
        #expect(announcer.timeReached(.at(9000)).isEmpty)
    }

    @Test("unplugged is said with what it was; known devices are not announced")
    func unplugged() {
        var announcer = DeviceAnnouncer([SampleNodes.pedal])
        #expect(announcer.deadline == nil)
        #expect(announcer.nodesChanged(.removed(SampleNodes.pedal), at: .at(0)).isEmpty)
        #expect(announcer.timeReached(.at(300)) == PhysicalDevice.grouping([SampleNodes.pedal]).map { .unplugged($0) })
    }

    @Test("gone and back at once is nothing to talk about; new permissions are")
    func backAtOnce() {
        var announcer = DeviceAnnouncer([SampleNodes.pedal])
        _ = announcer.nodesChanged(.removed(SampleNodes.pedal), at: .at(0))
        _ = announcer.nodesChanged(.added(SampleNodes.pedal), at: .at(100))
        #expect(announcer.timeReached(.at(400)).isEmpty)
        var readOnly = SampleNodes.pedal
        readOnly.access = .readOnly
        _ = announcer.nodesChanged(.changed(readOnly), at: .at(1000))
        #expect(announcer.timeReached(.at(1300)) == PhysicalDevice.grouping([readOnly]).map { .changed($0) })
    }

    @Test("F20 a flapping port is mentioned once, and again when it rests")
    func flapping() {
        var announcer = DeviceAnnouncer([])
        var announcements: [DeviceAnnouncer.Announcement] = []
        for round in 0..<200 {
            let time = Instant.at(Int64(round) * 500)
            announcements += announcer.timeReached(time)
            let event: DeviceMonitorEvent =
                round.isMultiple(of: 2) ? .added(SampleNodes.pedal) : .removed(SampleNodes.pedal)
            announcements += announcer.nodesChanged(event, at: time)
        }
        let flaps = announcements.filter { if case .flapping = $0 { true } else { false } }
        #expect(flaps.count == 1)
        #expect(announcements.count <= DeviceAnnouncer.flapLimit)
        _ = announcer.nodesChanged(.added(SampleNodes.pedal), at: .at(100_000))
        #expect(announcer.timeReached(.at(109_999)).isEmpty)
        #expect(announcer.timeReached(.at(110_000)).count <= 1)
        #expect(announcer.deadline == nil)
    }
}

@Suite("What is said of a device")
struct DeviceReportTests {
    private func report(_ nodes: NodeDescription..., owners: String? = nil) -> DeviceReport {
        DeviceReport(device: PhysicalDevice.grouping(nodes)[0], names: SampleNames(), owners: owners)
    }

    @Test("a pedal's inputs are named, a keyboard's are counted")
    func inputs() {
        #expect(report(SampleNodes.pedal).line.hasPrefix("Pedal: 2 buttons KEY_256 KEY_257. You may use it."))
        #expect(report(SampleNodes.keyboard).line.contains("a keyboard with 119 keys"))
        let stick = SampleNodes.node("Stick", keys: [], axes: [0])
        #expect(report(stick).line.contains("1 axis ABS_0"))
        #expect(report(SampleNodes.node("Lid", keys: [])).line.contains("nothing on it can be a switch"))
        #expect(report(SampleNodes.node("", keys: [])).line.hasPrefix("(no name)"))
    }

    @Test("what a profile can know it by stands in the line")
    func identity() {
        #expect(report(SampleNodes.pedal).line.hasSuffix("(usb 05f3:00ff, port usb-1, event3)"))
        #expect(report(SampleNodes.node("V", isVirtual: true)).line.contains("(virtual, "))
    }

    @Test("F23 a missing permission is said once with the command that mends it")
    func denied() {
        let problem = AccessProblem.notInGroup("input", user: "kim")
        let first = SampleNodes.node("Foot A", event: 1, device: "/sys/foot", access: .denied(problem))
        let second = SampleNodes.node("Foot B", event: 2, device: "/sys/foot", access: .denied(problem))
        let report = report(first, second)
        #expect(report.line.contains("You may not use it."))
        #expect(report.remarks == [problem.sentence])
        #expect(report.remarks[0].description.contains("sudo usermod"))
    }

    @Test("F2 other programs that have it open are named")
    func owners() {
        #expect(report(SampleNodes.pedal, owners: "evsieve").remarks[0].description.contains("evsieve"))
    }

    @Test("the JSON of a device can be read back and holds what the line does")
    func json() throws {
        let denied = SampleNodes.node("Foot \"A\"\n", access: .denied(.noRule(devnode: "/dev/input/event3")))
        let bytes = report(denied).json(event: "present").encoded(.bareSlashes)
        let node = try #require(try JSONValue(parsing: bytes).members?["nodes"]?.elements?.first?.members)
        #expect(node["vendor"]?.text == "0x05f3")
        #expect(node["access"]?.text == "denied")
        #expect(node["problem"]?.text == "access.noRule")
        #expect(node["keys"]?.elements?.count == 2)
    }

    @Test(
        "words of the command line choose devices by node or by a part of the name",
        arguments: [("event3", true), ("/dev/input/event3", true), ("PED", true), ("vent3", false), ("", false)])
    func selection(word: String, chosen: Bool) {
        let selection = DeviceSelection(words: [word])
        #expect(selection.includes(SampleNodes.pedal) == chosen)
        #expect(selection.unmatched(among: [SampleNodes.pedal]) == (chosen ? nil : word))
    }

    @Test("F22 without words virtual devices are left out, with words they can be chosen")
    func virtual() {
        let virtual = SampleNodes.node("Remapper", isVirtual: true)
        #expect(!DeviceSelection(words: []).includes(virtual))
        #expect(DeviceSelection(words: ["remap"]).includes(virtual))
        #expect(!DeviceSelection(words: []).includes(SampleNodes.node("Lid", keys: [])))
    }
}
