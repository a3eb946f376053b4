// SPDX-License-Identifier: GPL-3.0-or-later
import InputDevices
import PCProtocol
import Profiles
import Sentences
import SwitchCore
import Testing

@testable import switchbridge

private let first: UInt16 = 0x100
private let second: UInt16 = 0x101
private let leftTrigger = (button: 0x138 as UInt16, axis: 2 as UInt16)

private func profile(_ switches: String, device: String = "vendor: 0x05f3, product: 0x00ff") throws -> ProfileEdit {
    let text = """
        schema: 1
        name: Mine
        devices:
          pedal: {\(device)}
        switches:
        \(switches.split(separator: "\n").map { "  - {\($0)}" }.joined(separator: "\n"))

        """
    return try ProfileEdit(Array(text.utf8), path: "test.yaml", names: EvdevNames())
}

/// A pedal like the other one, in another socket.
private var twin: NodeDescription {
    var twin = SampleNodes.pedal
    twin.syspath = "/sys/twin"
    twin.physicalDevice = "/sys/twin"
    twin.identity.port = "usb-2"
    return twin
}

private let triggers: [UInt16: AxisRange] = [leftTrigger.axis: AxisRange(minimum: 0, maximum: 255, rest: 0)]

extension LearnBench {
    fileprivate static let padID = DeviceID(7)

    /// A gamepad whose trigger shows as an axis and as a button.
    fileprivate static func withPad(_ draft: LearnDraft? = nil) throws -> LearnBench {
        let pad = SampleNodes.node("Pad", keys: [leftTrigger.button], axes: [leftTrigger.axis])
        var bench = try LearnBench(draft, nodes: [pad])
        bench.attach(padID, pad, axes: triggers)
        return bench
    }

    fileprivate mutating func pull(_ length: Int64 = 200) {
        move(leftTrigger.axis, to: 200, on: Self.padID)
        press(leftTrigger.button, length, pause: 10, on: Self.padID)
        move(leftTrigger.axis, to: 0, on: Self.padID)
        wait(5000)
    }

    /// The first presses of a switch, up to the proposal.
    fileprivate mutating func introduce(_ code: UInt16 = first, on id: DeviceID = pedalID) {
        press(code, on: id)
        press(code, 2000, on: id)
    }
}

@Suite("Trouble with learning") struct LearnTroubleTests {
    // MARK: One press, several inputs

    @Test("after the word other a press of the switch still keeps and saves it")
    func otherInput() throws {
        var bench = try LearnBench.withPad()
        bench.pull()
        bench.pull(2000)
        bench.say("other")
        #expect(bench.last?.event == "hold", "how the other input behaves is not known yet")
        bench.pull(2000)
        #expect(bench.fields("proposed")["input"] == .string("ABS_Z+"))
        for _ in 0..<3 { bench.pull() }
        let profile = try #require(bench.saved?.profile)
        #expect(profile.switches.count == 1)
    }

    @Test("a press that also shows as an input of the profile is that switch, and not learnt twice")
    func knownByOtherInput() throws {
        let edit = try profile("name: Left, input: ABS_Z+")
        var bench = try LearnBench.withPad(LearnDraft(.addSwitches, of: edit))
        bench.pull()
        #expect(bench.last?.event == "alreadyKnown")
    }

    @Test("fingers on a touch surface are no press of an axis")
    func touchpad() throws {
        var bench = try LearnBench()
        let pad = SampleNodes.node("Touchpad", keys: [0x110, 0x145, 0x14a], axes: [0, 1])
        bench.attach(LearnBench.padID, pad, axes: [0: AxisRange(minimum: 0, maximum: 1000, rest: 500)])
        for value: Int32 in [500, 900, 500] { bench.move(0, to: value, on: LearnBench.padID) }
        bench.wait(5000)
        #expect(bench.events == ["press"])
    }

    // MARK: Devices

    @Test("a learnt switch that was unplugged and is back is the same switch")
    func replugged() throws {
        var bench = try LearnBench()
        bench.introduce()
        bench.press()
        bench.detach(LearnBench.pedalID)
        bench.attach(DeviceID(9), SampleNodes.pedal)
        bench.press(on: DeviceID(9))
        #expect(bench.last?.event == "review")
    }

    @Test("F18 a twin that is plugged in after the first switch was learnt is told from it")
    func twinComesLater() throws {
        var bench = try LearnBench()
        bench.introduce()
        bench.press()
        bench.machine.nodesChanged([SampleNodes.pedal, twin])
        bench.attach(LearnBench.padID, twin)
        bench.introduce(on: LearnBench.padID)
        bench.press(on: LearnBench.padID)
        bench.press()
        bench.press()
        let profile = try #require(bench.saved?.profile)
        #expect(profile.switches.count == 2 && profile.devices.count == 2)
        for node in [SampleNodes.pedal, twin] {
            #expect(profile.devices.filter { $0.describes(node.identity) }.count == 1)
        }
    }

    @Test("F18 where the profile's device fits two that are plugged in, it says what to do, and adds nothing")
    func twinOfKnown() throws {
        for code in [first, second] {
            let draft = LearnDraft(.addSwitches, of: try profile("name: Left, input: BTN_0"))
            var bench = try LearnBench(draft, nodes: [SampleNodes.pedal, twin])
            bench.press(code)
            #expect(bench.last?.event == "ambiguous")
            #expect(bench.last?.sentence?.description.contains("switch replace \"Left\"") == true)
        }
    }

    @Test("F18 replacing a switch says which of two twins it is on, for all its switches")
    func twinTold() throws {
        let edit = try profile("name: Left, input: BTN_0\nname: Right, input: BTN_1")
        var bench = try LearnBench(LearnDraft(.replaceSwitch("Left"), of: edit), nodes: [SampleNodes.pedal, twin])
        bench.introduce()
        bench.press()
        bench.press()
        let profile = try #require(bench.saved?.profile)
        #expect(profile.devices.count == 1 && profile.devices[0].describes(SampleNodes.pedal.identity))
        #expect(!profile.devices[0].describes(twin.identity))
        #expect(profile.switches.map { $0.inputs.map(\.input) } == [[.key(code: first)], [.key(code: second)]])
    }

    // MARK: What cannot be saved

    @Test("what the profile cannot take is said at the press, not after all the others")
    func refusedAtOnce() throws {
        var bench = try LearnBench()
        bench.press(240)
        #expect(bench.events == ["press", "refused", "press"], "KEY_UNKNOWN without a scan code tells nothing apart")
    }

    @Test("a switch whose new device only pulses loses its hold actions and times that need a hold, and that is said")
    func pulseForHolds() throws {
        let edit = try profile(
            "name: Left, input: BTN_0, press: click, hold: right-click, timing: {hold-to-accept: 300ms, debounce: 10ms}"
        )
        var bench = try LearnBench(LearnDraft(.replaceSwitch("Left"), of: edit))
        bench.press(second)
        bench.press(second, 8)
        #expect(bench.fields("proposed")["removed"] == .array([.string("hold"), .string("hold-to-accept")]))
        #expect(bench.news.last { $0.event == "proposed" }?.lines.isEmpty == false)
        bench.press(second, 8)
        bench.press(second, 8)
        let left = try #require(bench.saved?.profile.switches.first)
        #expect(left.manner == .pulse && left.actions.press?.id == "click" && left.actions.holds.isEmpty)
        #expect(left.timing.holdToAccept == .zero && left.timing.debounce == .milliseconds(10))
    }

    @Test("the profile's own times are those that are tried out, and only what is changed is written")
    func ownTimes() throws {
        let edit = try profile("name: Left, input: BTN_0, timing: {ignore-repeat: 300ms}")
        var bench = try LearnBench(LearnDraft(.replaceSwitch("Left"), of: edit))
        bench.introduce()
        bench.say("try")
        bench.press(first, 400, pause: 100)
        bench.press(first, 100)
        #expect(bench.fields("pressed")["rejectedBy"] == .string("ignore-repeat"))
        bench.say("ignore-repeat 0ms")
        bench.say("done")
        bench.say("yes")
        bench.say("save")
        let timing = try #require(bench.saved?.profile.switches.first?.timing)
        #expect(timing.ignoreRepeat == .zero)
    }

    @Test("a switch more in a profile that says what its switches do: it is told that this one does nothing yet")
    func doesNothing() throws {
        let edit = try profile("name: Left, input: BTN_0, press: click")
        var bench = try LearnBench(LearnDraft(.addSwitches, of: edit))
        bench.introduce(second)
        bench.press(second)
        bench.press(second)
        #expect(bench.last?.event == "review")
        #expect(bench.last?.lines.contains { $0.contains("switchbridge map \"Switch 2\"") } == true)
    }

    @Test("at eight switches there are no more")
    func eight() throws {
        let switches = (0..<7).map { "name: S\($0), input: BTN_\($0)" }.joined(separator: "\n")
        let keys = (0..<9).map { 0x100 + UInt16($0) }
        let pedal = SampleNodes.node("Pedal", keys: keys)
        var bench = try LearnBench(LearnDraft(.addSwitches, of: try profile(switches)), nodes: [pedal])
        bench.introduce(0x107)
        bench.press(0x107)
        #expect(bench.last?.event == "review")
        bench.say("more")
        #expect(bench.last?.event == "reply")
        bench.say("save")
        #expect(bench.saved?.profile.switches.count == 8)
    }

    // MARK: Alone

    @Test("whoever cannot hold for so long gets on all the same, and gets a stop without holding")
    func cannotHold() throws {
        var bench = try LearnBench()
        bench.press()
        for length: Int64 in [500, 650, 550] { bench.press(first, length) }
        #expect(bench.last?.event == "proposed" && bench.fields("proposed")["kind"] == .string("ordinary"))
        bench.press()
        bench.press()
        bench.press()
        #expect(bench.saved?.profile.safety.pressesToStop != nil)
    }

    @Test("one press of a switch that repeats pulses does not stop; a long one does")
    func stopOfRepeatingPulses() throws {
        var bench = try LearnBench()
        func burst(_ count: Int, every interval: Int64, _ bench: inout LearnBench) {
            for _ in 0..<count { bench.press(first, 8, pause: interval - 8) }
            bench.wait(5000)
        }
        for _ in 0..<5 { burst(5, every: 400, &bench) }
        let stop = try #require(bench.saved?.profile.safety.pressesToStop)
        #expect(stop.count == 10 && stop.within >= .milliseconds(9 * 400))
    }

    @Test("a latching switch goes down at every other press, and gets the time to stop")
    func stopOfLatching() throws {
        var bench = try LearnBench()
        bench.press(first, 11_000)
        bench.press(first, 11_000)
        #expect(bench.fields("proposed")["kind"] == .string("latching"))
        bench.say("yes")
        bench.say("done")
        bench.say("save")
        #expect(
            bench.saved?.profile.safety.pressesToStop
                == SafetySettings.PressesToStop(count: 3, within: .seconds(10)))
    }

    // MARK: Words

    @Test("a word of another step is no name", arguments: ["done", "save", "more", "skip", "keyboard", "no", "stop"])
    func wordIsNoName(word: String) throws {
        var bench = try LearnBench()
        bench.introduce()
        bench.say(word)
        #expect(bench.last?.event == "reply")
        bench.say("name \(word)")
        #expect(bench.fields("proposed")["switch"] == .string(word))
    }

    @Test("a name for the first switch that cannot be is said before anything is pressed")
    func badFirstName() throws {
        let draft = LearnDraft(.addSwitches, of: try profile("name: Left, input: BTN_0"))
        #expect(!LearnMachine.isName("Left", among: draft.known.map(\.name)))
        #expect(
            !LearnMachine.isName(" ", among: []) && !LearnMachine.isName(String(repeating: "x", count: 41), among: []))
        #expect(LearnMachine.isName("Links", among: draft.known.map(\.name)))
    }

    @Test("words can be typed on the keyboard that the switch is on")
    func wordsOnSwitchKeyboard() throws {
        var bench = try LearnBench()
        bench.press(57, on: LearnBench.keyboardID)
        bench.say("keyboard")
        bench.introduce(57, on: LearnBench.keyboardID)
        bench.typeOnKeyboard("Left", keys: [38, 18, 33, 20])
        #expect(bench.fields("proposed")["switch"] == .string("Left"))
        bench.typeOnKeyboard("yes", keys: [21, 18, 31])
        #expect(bench.last?.event == "press")
        bench.typeOnKeyboard("done", keys: [32, 24, 49, 18])
        #expect(bench.last?.event == "review")
        bench.typeOnKeyboard("save", keys: [31, 30, 47, 18])
        #expect(bench.saved?.profile.switches.map(\.name) == ["Left"])
    }

    @Test("F38 what a switch types is thrown away at its press and at its release, also where it is not captured")
    func typedLetters() throws {
        var bench = try LearnBench()
        bench.press(57, on: LearnBench.keyboardID)
        bench.say("keyboard")
        bench.press(57, on: LearnBench.keyboardID)
        let before = bench.forgotten
        bench.press(57, 2000, on: LearnBench.keyboardID)
        #expect(bench.forgotten == before + 2)
        let after = bench.forgotten
        bench.press(30, on: LearnBench.keyboardID)
        #expect(bench.forgotten == after, "what a helper types on it stays")
    }
}
