// SPDX-License-Identifier: GPL-3.0-or-later
import Sentences
import SwitchCore
import Testing

@testable import Profiles

/// A change to `plainProfile` and the one problem it makes.
struct BadProfile: CustomTestStringConvertible, Sendable {
    var change: (from: String, to: String)
    var problem: SentenceID
    var line: Int
    var column: Int
    var suggestion: String?
    /// What the sentence must say.
    var says = ""

    init(
        _ from: String, _ to: String, _ problem: SentenceID, _ line: Int, _ column: Int, suggestion: String? = nil,
        says: String = ""
    ) {
        change = (from, to)
        (self.problem, self.line, self.column) = (problem, line, column)
        (self.suggestion, self.says) = (suggestion, says)
    }

    /// Something added at the end of the file, from line 12 on.
    init(
        adding text: String, _ problem: SentenceID, _ line: Int, _ column: Int, suggestion: String? = nil,
        says: String = ""
    ) {
        self.init("KEY_ENTER\n", "KEY_ENTER\n" + text, problem, line, column, suggestion: suggestion, says: says)
    }

    var text: String { plainProfile.replacing(change.from, with: change.to, maxReplacements: 1) }
    var testDescription: String { "\(problem.rawValue): \(change.to.prefix(60))" }
}

@Suite struct BadProfileTests {
    static let structure: [BadProfile] = [
        .init("schema: 1", "schema: 2", .profileNewerSchema, 1, 9),
        .init("schema: 1", "schema: 99999999999999999999999", .profileNewerSchema, 1, 9),
        .init("schema: 1", "schema: 0", .profileNotSchema, 1, 9),
        .init("schema: 1", "schema: one", .profileNotSchema, 1, 9),
        .init("schema: 1\n", "", .profileMissingKey, 1, 1, says: "schema"),
        .init("name: Test", "nmae: Test\nname: Test", .profileUnknownKey, 2, 1, suggestion: "name"),
        .init("name: Test", "colour: red\nname: Test", .profileUnknownKey, 2, 1, says: "schema, name, devices"),
        .init("name: Test", "name: Test\nname: Test", .profileDuplicateKey, 3, 1, says: "line 2"),
        .init("name: Test", "name: [Test]", .profileExpectedValue, 2, 7),
        .init("name: Test", "name:", .profileNoValue, 2, 6),
        .init("name: Test", "name: \"a\\0b\"", .profileBadName, 2, 7),
        .init("name: Test", "name: \" \"", .profileBadName, 2, 7),
        .init("name: Test", "name: " + String(repeating: "x", count: 41), .profileBadName, 2, 7, says: "40"),
        .init(adding: "timing: fast\n", .profileExpectedMapping, 12, 9),
        .init(adding: "pc: {profile: " + String(repeating: "x", count: 81) + "}\n", .profileTooLong, 12, 15),
        .init(adding: "pc: {profile: \"a\\nb\"}\n", .profileTextControls, 12, 15),
        .init(adding: "pc: {profle: a}\n", .profileUnknownKey, 12, 6, suggestion: "profile"),
    ]

    static let yaml: [BadProfile] = [
        .init("name: Test", "name: &a Test", .profileAnchor, 2, 7),
        .init("name: Test", "name: *a", .profileAnchor, 2, 7),
        .init("vendor: 1", "<<: {vendor: 1}", .profileAnchor, 5, 5),
        .init("name: Test", "name: !!str Test", .profileTag, 2, 7),
        .init("name: Test", "name: ! Test", .profileTag, 2, 7),
        .init("name: Test", "[a]: Test", .profileKeyNotWord, 2, 1),
        .init("name: Test", "name: " + String(repeating: "[", count: 20), .profileTooDeep, 2, 22),
        .init("name: Test", "name: [" + String(repeating: ",a", count: 5000) + "]", .profileNotYAML, 2, 8),
        .init("name: Test", "name: [" + String(repeating: "a,", count: 5000) + "]", .profileTooManyEntries, 2, 8190),
        .init(adding: "---\nschema: 1\n", .profileSeveralDocuments, 12, 1),
        .init("name: Test", "name: Te\u{0}st", .profileControlCharacter, 2, 9, says: "U+0"),
        .init("name: Test", "name: é\u{1B}[31m", .profileControlCharacter, 2, 8, says: "U+1B"),
        .init("name: Test", "name: \"Test", .profileNotYAML, 12, 1),
        .init("    vendor", "\tvendor", .profileNotYAML, 5, 1),
        .init("name: Test", "name: a: b", .profileNotYAML, 2, 8),
    ]

    static let devices: [BadProfile] = [
        .init("vendor: 1", "vendor: 0x10000", .profileOutOfRange, 5, 13, says: "0x0 to 0xffff"),
        .init("vendor: 1", "vendor: -1", .profileNotNumber, 5, 13),
        .init("vendor: 1", "vendor: 1_0", .profileNotNumber, 5, 13),
        .init("vendor: 1", "vendor: 99999999999999999999", .profileOutOfRange, 5, 13),
        .init("    vendor: 1\n", "", .profileDeviceVague, 5, 5),
        .init("vendor: 1", "bus: ubs\n    vendor: 1", .profileUnknownWord, 5, 10, suggestion: "usb"),
        .init("vendor: 1", "bus: serial\n    vendor: 1", .profileUnknownWord, 5, 10, says: "bluetooth"),
        .init("vendor: 1", "vendor: 1\n    interface: 256", .profileOutOfRange, 6, 16, says: "0 to 255"),
        .init("vendor: 1", "vendor: 1\n    capabilities: xyz", .profileBadCapabilities, 6, 19),
        .init("vendor: 1", "vendor: 1\n    serial: []", .profileExpectedValue, 6, 13),
        .init("  box:\n    vendor: 1\n    product: 2", "  box: []", .profileMatchCount, 4, 8),
        .init("box:", "\" \":", .profileBadName, 4, 3),
    ]

    static let switches: [BadProfile] = [
        .init("name: Right", "name: Left", .profileDuplicateName, 10, 11, says: "line 8"),
        .init("name: Right", "name: Right\n    id: 1", .profileDuplicateNumber, 11, 9, says: "line 8"),
        .init("name: Left", "name: Left\n    id: 2", .profileDuplicateNumber, 11, 5, says: "line 9"),
        .init("name: Left", "name: Left\n    id: 9", .profileOutOfRange, 9, 9, says: "1 to 8"),
        .init("name: Left", "name: Left\n    kind: pulsed", .profileUnknownWord, 9, 11, suggestion: "pulse"),
        .init("input: KEY_ENTER", "kind: pulse", .profileMissingKey, 10, 5, says: "input"),
        .init("input: KEY_ENTER", "input: KEY_ENTER\n    inputs: [BTN_0]", .profileInputAndInputs, 12, 13),
        .init("input: KEY_ENTER", "inputs: []", .profileInputCount, 11, 13, says: "1 to 8"),
        .init("input: KEY_ENTER", "inputs: BTN_0", .profileExpectedList, 11, 13),
        .init("input: KEY_ENTER", "input: KEY_SPACE", .profileInputTwice, 11, 12, says: "line 9"),
        .init("input: KEY_ENTER", "inputs: [ABS_Z+, {axis: ABS_Z+, press: 90%}]", .profileInputTwice, 11, 22),
        .init("input: KEY_ENTER", "input: KEY_ENTRE", .profileUnknownCode, 11, 12, suggestion: "KEY_ENTER"),
        .init("input: KEY_ENTER", "input: enter", .profileUnknownCode, 11, 12, suggestion: "KEY_ENTER"),
        .init("input: KEY_ENTER", "input: 1", .profileUnknownCode, 11, 12, suggestion: "KEY_1"),
        .init("input: KEY_ENTER", "input: 0x300", .profileUnknownCode, 11, 12, says: "switchbridge monitor"),
        .init("input: KEY_ENTER", "input: KEY_UNKNOWN", .profileNeedsScan, 11, 12),
        .init(
            "input: KEY_ENTER", "input: ABS_HAT0X", .profileDirectionMissing, 11, 12, says: "ABS_HAT0X- or ABS_HAT0X+"),
        .init("input: KEY_ENTER", "input: ABS_HATOX+", .profileUnknownCode, 11, 12, suggestion: "ABS_HAT0X"),
        .init("input: KEY_ENTER", "input: {key: ABS_Z+}", .profileAxisNotKey, 11, 18),
        .init("input: KEY_ENTER", "input: {axis: KEY_A}", .profileKeyNotAxis, 11, 19),
        .init("input: KEY_ENTER", "input: {device: box}", .profileOneInput, 11, 12),
        .init("input: KEY_ENTER", "input: {key: KEY_A, scan: 1}", .profileOneInput, 11, 12),
        .init("input: KEY_ENTER", "input: {key: KEY_A, press: 50%}", .profileOnlyWithAxis, 11, 32),
        .init("input: KEY_ENTER", "input: {device: bix, key: KEY_A}", .profileUnknownDevice, 11, 21, suggestion: "box"),
        .init("input: KEY_ENTER", "input: {axis: ABS_Z+, press: 60}", .profileNotPercent, 11, 34, says: "2% to 100%"),
        .init("input: KEY_ENTER", "input: {axis: ABS_Z+, press: 101%}", .profileOutOfRange, 11, 34, says: "2% to 100%"),
        .init("input: KEY_ENTER", "input: {axis: ABS_Z+, press: 40%}", .profileReleaseAbovePress, 11, 34),
        .init("input: KEY_ENTER", "input: {axis: ABS_Z+, release: 60%}", .profileReleaseAbovePress, 11, 36),
        .init("input: KEY_ENTER", "input: {scan: 0x100000000}", .profileOutOfRange, 11, 19),
        .init("input: KEY_ENTER", "input: []", .profileExpectedValue, 11, 12),
    ]

    static let settings: [BadProfile] = [
        .init(adding: "timing: {debounce: 5}\n", .profileUnitMissing, 12, 20),
        .init(adding: "timing: {debounce: 0.5ms}\n", .profileNotMilliseconds, 12, 20),
        .init(adding: "timing: {debounce: fast}\n", .profileNotDuration, 12, 20, says: "0ms to 100ms"),
        .init(adding: "timing: {debounce: 101ms}\n", .profileOutOfRange, 12, 20, says: "0ms to 100ms"),
        .init(adding: "timing: {ignore-repeat: 10.001s}\n", .profileOutOfRange, 12, 25, says: "0ms to 10s"),
        .init(adding: "timing: {ignore_repeat: 1s}\n", .profileUnknownKey, 12, 10, suggestion: "ignore-repeat"),
        .init("name: Left", "name: Left\n    timing: {debounce: 1min}", .profileOutOfRange, 9, 24),
        .init(adding: "safety: {hold-to-stop: 2999ms}\n", .profileOutOfRange, 12, 24, says: "3s to 30s"),
        .init(adding: "safety: {idle-stop: 61min}\n", .profileOutOfRange, 12, 21, says: "30s to 60min"),
        .init(
            adding: "safety: {presses-to-stop: {count: 2, within: 3s}}\n", .profileOutOfRange, 12, 35, says: "3 to 10"),
        .init(adding: "safety: {presses-to-stop: {count: 3}}\n", .profileMissingKey, 12, 27, says: "within"),
        .init(adding: "safety: {stop-switch: Rigth}\n", .profileUnknownSwitch, 12, 23, suggestion: "Right"),
        .init("name: Left", "name: Left\n    timing: {hold-to-accept: 5s}", .profileHoldReachesStop, 8, 5),
    ]

    /// A press or hold for the switch Left, from line 10 on.
    private static func left(
        _ keys: String, _ problem: SentenceID, _ line: Int, _ column: Int, suggestion: String? = nil, says: String = ""
    ) -> BadProfile {
        BadProfile("KEY_SPACE", "KEY_SPACE\n    " + keys, problem, line, column, suggestion: suggestion, says: says)
    }

    static let actions: [BadProfile] = [
        left("press: clik", .profileUnknownAction, 10, 12, suggestion: "click"),
        left("press: Right click", .profileUnknownAction, 10, 12, suggestion: "right-click"),
        left("press: something else", .profileUnknownAction, 10, 12, says: "switchbridge actions"),
        left("press: [click]", .profileExpectedValue, 10, 12),
        left("press:", .profileNoValue, 10, 11),
        left("press: key:Entr", .profileBadKeyAction, 10, 12, says: "key:Entr"),
        left("press: shortcut:Ctrl+", .profileBadShortcutAction, 10, 12, says: "shortcut:Ctrl+Shift+T"),
        left("press: \"text:a\\e[2J\"", .profileBadTextAction, 10, 12),
        left("press: text-a b:c", .profileBadTextName, 10, 12, says: "40"),
        left("press: pointer-speed-7", .profileBadPointerSpeed, 10, 12),
        left("hold: []", .profileHoldCount, 10, 11, says: "1 to 8"),
        left("hold: [" + String(repeating: "click, ", count: 9) + "]", .profileHoldCount, 10, 11),
        left("hold: [click, rigth-click]", .profileUnknownAction, 10, 19, suggestion: "right-click"),
        left("hold: [click, drag]", .profileHeldInList, 10, 19, says: "Drag while held"),
        left("hold: [move-left-while-held, click]", .profileHeldInList, 10, 12),
        left("press: drag\n    hold: click", .profileHeldBesideHold, 10, 12, says: "Drag while held"),
        left("press: hold-shift\n    kind: pulse", .profileHeldOnPulse, 10, 12, says: "Shift down"),
        left("hold: click\n    kind: pulse", .profileHoldNotOrdinary, 10, 11, says: "pulse"),
        left("hold: click\n    kind: latching", .profileHoldNotOrdinary, 10, 11, says: "latching"),
        left("hold: click\n    timing: {hold-after: 5s}", .profileHoldsReachStop, 10, 11, says: "5s after"),
        left("hold: [click, click, click, click, click]", .profileHoldsReachStop, 10, 11, says: "a hold of 5s"),
        left(
            "hold: click\n    timing: {hold-after: 4s, hold-to-accept: 1s}", .profileHoldsReachStop, 10, 11,
            says: "5s after"),
        left("hold: click\n    timing: {hold-after: 99ms}", .profileOutOfRange, 11, 26, says: "100ms to 10s"),
        left("hold: click\n    timing: {hold-step: 11s}", .profileOutOfRange, 11, 25, says: "100ms to 10s"),
        left("timing: {maximum-hold: 1min}", .profileMaximumHoldNotLatching, 10, 28),
        left("kind: latching\n    timing: {maximum-hold: 61min}", .profileOutOfRange, 11, 28, says: "1s to 60min"),
        .init(
            "KEY_ENTER\n", "KEY_ENTER\n    press: click\npc: {profile: builtin.keyboard}\n",
            .profileActionsAndPCProfile, 13, 15),
        .init(
            "KEY_ENTER\n", "KEY_ENTER\n    press: click\nsafety: {stop-switch: Right}\n",
            .profileActionsOnStopSwitch, 10, 5, says: "Right"),
    ]

    static let all = [structure, yaml, devices, switches, settings, actions].flatMap { $0 }

    @Test("What a text to type says is in no problem")
    func textsStayPrivate() {
        for action in ["text-x y:made-up", "txt:made-up", "text:made-up\\e", "texts:made-up:made-up"] {
            let found = problems(of: plainProfile.replacing("KEY_SPACE", with: "KEY_SPACE\n    press: \"\(action)\""))
            #expect(found.count == 1)
            for problem in found {
                #expect(!problem.sentence.description.contains("made-up"))
                #expect(!(problem.suggestion ?? "").contains("made-up"))
            }
        }
    }

    @Test(
        "One mistake is one problem, at its line and column, with what would be right",
        arguments: all)
    func oneMistake(bad: BadProfile) throws {
        let found = problems(of: bad.text)
        let problem = try #require(found.first, "It was read.")
        #expect(found.count == 1, "\(found)")
        #expect(problem.sentence.id == bad.problem)
        #expect(problem.position == TextPosition(line: bad.line, column: bad.column))
        #expect(problem.suggestion == bad.suggestion)
        let sentence = problem.sentence.description
        #expect(sentence.contains(bad.says))
        #expect(bad.suggestion.map { sentence.contains("Did you mean \"\($0)\"?") } ?? true)
    }

    @Test("Every sentence about profiles has its words, and fills its places")
    func sentencesAreComplete() {
        for bad in Self.all {
            // These two show how an input is written, with its braces.
            let shown: Set<SentenceID> = [.profileNeedsScan, .profileDeviceNotSaid]
            for problem in problems(of: bad.text) where !shown.contains(problem.sentence.id) {
                let text = problem.sentence.description
                #expect(text != problem.id)
                #expect(!text.contains("{"), "\(text)")
            }
        }
    }

    @Test("A profile whose switches cannot stop forwarding is refused")
    func noWayToStop() {
        let pulse = plainProfile.replacing("  - name", with: "  - kind: pulse\n    name")
        let found = problems(of: pulse)
        #expect(found.map(\.sentence.id) == [.profileNoWayToStop])
        #expect(found.first?.position == TextPosition(line: 8, column: 3))
        #expect(problems(of: pulse + "safety: {stop-switch: Right}").isEmpty)
        #expect(problems(of: pulse + "safety: {presses-to-stop: {count: 4, within: 2s}}").isEmpty)
        #expect(problems(of: pulse.replacing("pulse", with: "latching", maxReplacements: 1)).count == 1)
        #expect(problems(of: pulse.replacing("pulse", with: "ordinary", maxReplacements: 1)).isEmpty)
    }

    @Test("A stop switch alone forwards nothing")
    func nothingForwarded() {
        let text =
            plainProfile.split(separator: "\n").prefix(9).joined(separator: "\n") + "\nsafety: {stop-switch: Left}"
        #expect(problems(of: text).map(\.sentence.id) == [.profileNothingForwarded])
    }

    @Test("The ninth switch is one too many")
    func nineSwitches() {
        let inputs = ["KEY_A", "KEY_B", "KEY_C", "BTN_0", "BTN_1", "BTN_2", "BTN_A"]
        let more = inputs.map { "  - {name: \($0), input: \($0)}\n" }
        #expect(problems(of: plainProfile + more.dropLast().joined()).isEmpty)
        let found = problems(of: plainProfile + more.joined())
        #expect(found.map(\.sentence.id) == [.profileTooManySwitches])
        #expect(found.first?.position == TextPosition(line: 18, column: 5))
    }

    @Test("Two entries that can be the same device are refused, two told apart by their port are not (F18)")
    func sameDevice() {
        func text(_ first: String, _ second: String) -> String {
            """
            schema: 1
            name: Twins
            devices:
              a: {\(first)}
              b: {\(second)}
            switches:
              - {name: A, input: {device: a, key: KEY_A}}
              - {name: B, input: {device: b, key: KEY_A}}
            """
        }
        let ids = "vendor: 1, product: 2"
        #expect(problems(of: text("\(ids), port: p1", "\(ids), port: p2")).isEmpty)
        for second in [ids, "\(ids), port: p1", "\(ids), port: p1, interface: 0"] {
            let found = problems(of: text("\(ids), port: p1", second))
            #expect(found.map(\.sentence.id) == [.profileSameDevice])
            #expect(found.first?.position == TextPosition(line: 5, column: 3))
        }
        let unnamed = text("name: x", "name: y").replacing("{device: b, key: KEY_A}", with: "KEY_A")
        #expect(problems(of: unnamed).map(\.sentence.id) == [.profileDeviceNotSaid])
        let unused = text("name: x", "name: y").replacing("device: b, key: KEY_A", with: "device: a, key: KEY_B")
        #expect(problems(of: unused).map(\.sentence.id) == [.profileUnusedDevice])
    }

    @Test("A ninth device, a seventeenth description and a ninth input are refused")
    func bounds() {
        let devices = (1...9).map { "  d\($0): {name: n\($0)}\n" }.joined()
        #expect(
            problems(of: plainProfile.replacing("switches:", with: devices + "switches:")).contains {
                $0.sentence.id == .profileTooManyDevices && $0.position?.line == 14
            })
        let matches = (1...17).map { "{name: n\($0)}" }.joined(separator: ", ")
        let crowded = plainProfile.replacing("box:\n    vendor: 1\n    product: 2", with: "box: [\(matches)]")
        #expect(problems(of: crowded).map(\.sentence.id) == [.profileMatchCount])
        let inputs = (1...9).map { "0x\($0)" }.joined(separator: ", ")
        let many = plainProfile.replacing("input: KEY_ENTER", with: "inputs: [\(inputs)]")
        #expect(problems(of: many).map(\.sentence.id) == [.profileInputCount])
    }

    @Test("Missing devices are one problem, not one for each input")
    func missingDevices() {
        let text = plainProfile.replacing("devices:\n  box:\n    vendor: 1\n    product: 2\n", with: "")
        #expect(problems(of: text).map(\.sentence.id) == [.profileMissingKey])
        let empty = plainProfile.replacing("devices:\n  box:\n    vendor: 1\n    product: 2\n", with: "devices: {}\n")
        #expect(problems(of: empty).map(\.sentence.id) == [.profileEmptyList])
    }

    @Test(
        "A file that is no profile at all says so at its start",
        arguments: [
            ("", SentenceID.profileEmpty), ("# nothing\n\n", .profileEmpty), ("just words", .profileNotProfile),
            ("- a\n- b", .profileNotProfile), ("{}", .profileMissingKey),
        ])
    func noProfile(text: String, id: SentenceID) {
        let found = problems(of: text)
        #expect(found.first?.sentence.id == id)
        #expect(found.first?.position == .start)
    }

    @Test(
        "What is missing at the end of a file is missing in its last line, whether that ends or not",
        arguments: ["schema: 1\nname: {", "schema: 1\nname: [a,", "schema: 1\nname: \"a", "schema: 1\nname: a\nidle"])
    func missingEnd(text: String) {
        let lines = text.split(separator: "\n").count
        for problem in problems(of: text) { #expect(problem.position.map { $0.line <= lines } == true) }
    }

    @Test("Bytes that are not UTF-8 are found where they stand")
    func notUTF8() throws {
        let bytes = Array("schema: 1\nname: ä".utf8) + [0xE4, 0x0A]
        guard case .failure(let found) = ProfileFile.read(bytes: bytes, path: "x", names: SomeNames()) else {
            Issue.record("It was read.")
            return
        }
        #expect(found.problems.map(\.sentence.id) == [.profileNotUTF8])
        #expect(found.problems.first?.position == TextPosition(line: 2, column: 8))
    }
}
