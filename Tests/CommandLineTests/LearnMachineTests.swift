// SPDX-License-Identifier: GPL-3.0-or-later
import InputDevices
import PCProtocol
import Profiles
import SwitchCore
import Testing

@testable import switchbridge

private let first: UInt16 = 0x100
private let second: UInt16 = 0x101

private func profile(_ text: String) throws -> ProfileEdit {
    try ProfileEdit(Array(text.utf8), path: "test.yaml", names: EvdevNames())
}

private let existing = """
    schema: 1
    name: Mine
    devices:
      pedal: {vendor: 0x05f3, product: 0x00ff}
    switches:
      - {name: Left, input: BTN_0, timing: {ignore-repeat: 150ms}}  # the soft one

    """

@Suite("Learning") struct LearnMachineTests {
    @Test("someone alone gets from nothing to a saved profile with presses of one switch")
    func alone() throws {
        var bench = try LearnBench()
        bench.press()
        bench.press(first, 2000)
        #expect(bench.events == ["press", "found", "hold", "classified", "proposed"])
        bench.press()
        bench.press()
        #expect(bench.events.suffix(3) == ["kept", "press", "review"])
        #expect(bench.saved == nil)
        bench.press()
        let profile = try #require(bench.saved?.profile)
        #expect(profile.name == "Mine" && profile.switches.map(\.name) == ["Switch 1"])
        #expect(profile.switches[0].inputs.map(\.input) == [.key(code: first)] && profile.devices.count == 1)
    }

    @Test("two switches of one device, named, are two switches on one device of the profile")
    func two() throws {
        var bench = try LearnBench()
        for (code, name) in [(first, "Left"), (second, "Right one")] {
            bench.press(code)
            bench.press(code, 2000)
            bench.say(name)
            bench.say("")
        }
        bench.say("done")
        bench.say("save")
        let profile = try #require(bench.saved?.profile)
        #expect(profile.switches.map(\.name) == ["Left", "Right one"] && profile.devices.count == 1)
    }

    @Test("a switch that repeats pulses while it is held answers once, and its profile gets a stop it can perform")
    func repeatingPulses() throws {
        var bench = try LearnBench()
        func burst(_ bench: inout LearnBench) {
            for _ in 0..<3 { bench.press(first, 8, pause: 592) }
            bench.wait(5000)
        }
        burst(&bench)
        burst(&bench)
        #expect(bench.fields("classified")["class"] == .string("repeatingPulses"))
        #expect(bench.events.filter { $0 == "found" }.count == 1)
        burst(&bench)
        #expect(bench.events.filter { $0 == "kept" }.count == 1 && bench.saved == nil)
        burst(&bench)
        burst(&bench)
        let profile = try #require(bench.saved?.profile)
        #expect(profile.switches[0].manner == .pulse)
        #expect(profile.safety.pressesToStop?.count == 10 && !stopsWithinReach(of: profile).isEmpty)
    }

    @Test("cancelling changes nothing, at whatever step", arguments: 0..<5)
    func cancelled(step: Int) throws {
        var bench = try LearnBench()
        for length in [200, 2000, 200, 200].prefix(step) { bench.press(first, Int64(length)) }
        bench.key(first, Evdev.pressed)
        bench.say("cancel")
        #expect(bench.isCancelled && bench.saved == nil)
        bench.key(first, Evdev.released)
        bench.wait(60_000)
        #expect(bench.saved == nil)
    }

    @Test("F38 what is typed while a switch is down is not taken for an answer")
    func typedBySwitch() throws {
        var bench = try LearnBench()
        bench.press()
        bench.press(first, 2000)
        bench.key(first, Evdev.pressed)
        bench.say("")
        #expect(bench.last?.event == "proposed")
        bench.key(first, Evdev.released)
        bench.wait(3000)
        #expect(bench.events.contains("kept"))
    }

    @Test(
        "F38 an Enter that a switch types is no answer, whether it is seen before or after the press",
        arguments: [-199, 0, 199])
    func enterOfSwitch(delay: Int64) throws {
        var bench = try LearnBench()
        bench.press()
        bench.press(first, 2000)
        bench.press()
        bench.pressEnter(second, lineAfter: delay)
        #expect(bench.last?.event == "hold", "the second switch is learnt, and nothing was ended")
    }

    @Test("the keys of the keyboard that is typed on count only after the word keyboard, and it is never captured")
    func keyboard() throws {
        var bench = try LearnBench()
        bench.press(30, on: LearnBench.keyboardID)
        #expect(bench.events == ["press", "keyboardSpoke"])
        bench.say("keyboard")
        bench.press(57, on: LearnBench.keyboardID)
        #expect(bench.fields("found")["input"] == .string("KEY_SPACE"))
        let found = bench.news.last { $0.event == "found" }
        #expect(found?.lines.contains { $0.contains("`switchbridge doctor`") } == true, "the service needs a rule")
        bench.press(57, 2000, on: LearnBench.keyboardID)
        bench.say("")
        #expect(bench.last?.event == "proposed", "an Enter may be the switch's own here")
        bench.say("yes")
        #expect(bench.events.contains("kept"))
    }

    @Test("a time that is tried out is in the profile, and so is advice that is taken")
    func filters() throws {
        var bench = try LearnBench()
        bench.press()
        bench.press(first, 2000)
        bench.say("try")
        bench.press(first, 400, pause: 60)
        bench.press(first, 100)
        #expect(bench.fields("advice")["proposedMilliseconds"] == .integer(150))
        bench.say("use")
        bench.press(first, 400, pause: 60)
        bench.press(first, 100)
        #expect(bench.fields("pressed")["rejectedBy"] == .string("ignore-repeat"))
        bench.say("hold-to-accept 90ms")
        bench.say("done")
        bench.say("yes")
        bench.say("done")
        bench.say("save")
        let timing = try #require(bench.saved?.profile.switches.first?.timing)
        #expect(timing.ignoreRepeat == .milliseconds(150) && timing.holdToAccept == .milliseconds(90))
    }

    @Test("a switch is replaced: its name, times and comment stay, only its input is another")
    func replaced() throws {
        var bench = try LearnBench(LearnDraft(.replaceSwitch("Left"), of: profile(existing)))
        bench.press(second)
        bench.press(second, 2000)
        bench.press(second)
        bench.press(second)
        let text = try String(decoding: #require(bench.saved).bytes, as: UTF8.self)
        #expect(text == existing.replacing("BTN_0", with: "BTN_1"))
    }

    @Test("a switch that the profile has already is named and not learnt twice")
    func known() throws {
        var bench = try LearnBench(LearnDraft(.addSwitches, of: profile(existing)))
        bench.press(first)
        #expect(bench.last?.event == "alreadyKnown")
        bench.press(second)
        bench.press(second, 2000)
        bench.press(second)
        bench.press(second)
        bench.press(second)
        let edit = try #require(bench.saved)
        #expect(edit.profile.switches.map(\.name) == ["Left", "Switch 2"] && edit.profile.devices.count == 1)
        #expect(String(decoding: edit.bytes, as: UTF8.self).hasPrefix(existing))
    }

    @Test("a script is asked nothing: so many switches are pressed and held, and that is all")
    func script() throws {
        var bench = try LearnBench(automaticCount: 2)
        for code in [first, second] {
            bench.press(code)
            bench.press(code, 2000)
        }
        #expect(bench.saved?.profile.switches.count == 2)
    }

    @Test("a press that is neither pulse nor hold is asked for again, and may be skipped")
    func unclear() throws {
        var bench = try LearnBench()
        bench.press()
        bench.press(first, 600)
        #expect(bench.fields("classified")["class"] == .string("unclear"))
        bench.say("skip")
        #expect(bench.fields("proposed")["kind"] == .string("ordinary"))
        bench.say("latching")
        #expect(bench.fields("proposed")["kind"] == .string("latching"))
    }

    @Test("F18 a twin without a serial is learnt by its port, and that is said")
    func twin() throws {
        var other = SampleNodes.pedal
        other.syspath = "/sys/other"
        other.physicalDevice = "/sys/other"
        other.identity.port = "usb-2"
        var bench = try LearnBench(nodes: [SampleNodes.pedal, other])
        bench.press()
        #expect(bench.fields("found")["dependsOnPort"] == .bool(true))
        #expect(bench.news.last { $0.event == "found" }?.lines.contains { $0.contains("socket") } == true)
    }

    @Test("the device is captured once the switch is known, and given back when it was another")
    func capture() throws {
        var bench = try LearnBench()
        #expect(bench.captured.isEmpty)
        bench.press()
        #expect(bench.captured == [LearnBench.pedalID])
        bench.say("again")
        #expect(bench.captured.isEmpty && bench.last?.event == "press")
    }

    @Test("a device that goes away is said, and the press is asked for anew")
    func unplugged() throws {
        var bench = try LearnBench()
        bench.press()
        _ = bench.machine.detached(LearnBench.pedalID, at: .at(bench.now))
        guard case .pressing = bench.machine.phase else {
            Issue.record("not asked again")
            return
        }
    }
}
