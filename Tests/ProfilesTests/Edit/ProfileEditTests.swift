// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore
import Testing

@testable import Profiles

/// Makes one change and gives the text back.
func edited(
    _ text: String, _ body: (inout ProfileDraft) throws(ProfileEditProblem) -> Void
) throws -> String {
    var edit = try ProfileEdit(Array(text.utf8), path: "test.yaml", names: SomeNames())
    try edit.change(body)
    return String(decoding: edit.bytes, as: UTF8.self)
}

@Suite("Changes of a profile's text") struct ProfileEditTests {
    static let commented = """
        # One
        schema: 1   # two
        name: 'Anna''s box'
        devices:
          box: {name: Box}  # three

        switches:   # four
          # Anna's left hand
          - name: Left   # five
            input: KEY_SPACE\t# six
            # seven
          - {name: "Right", input: KEY_ENTER}   # eight

          # Anna's foot
          - input: KEY_A   # nine
            name: Foot
        # ten
        timing: {debounce: 20ms}

        """

    @Test("A new key comes in its usual place, and nothing else changes")
    func newKey() throws {
        let text = Self.commented
        #expect(
            try edited(text) { draft throws(ProfileEditProblem) in try draft.setKind(.latching, of: "Left") }
                == text.replacing("\t# six\n", with: "\t# six\n    kind: latching\n"))
        #expect(
            try edited(text) { draft throws(ProfileEditProblem) in try draft.setKind(.latching, of: "Right") }
                == text.replacing("KEY_ENTER}", with: "KEY_ENTER, kind: latching}"))
        #expect(
            try edited(text) { draft throws(ProfileEditProblem) in
                try draft.setTime("ignore-repeat", to: .milliseconds(300), of: "Foot")
            } == text.replacing("name: Foot\n", with: "name: Foot\n    timing: {ignore-repeat: 300ms}\n"))
    }

    @Test("A key that is removed leaves the comments of others")
    func removedKey() throws {
        let text = Self.commented.replacing("\t# six\n", with: "\t# six\n    kind: latching # gone\n")
            .replacing("KEY_ENTER}", with: "KEY_ENTER, kind: pulse}")
        let one = try edited(text) { draft throws(ProfileEditProblem) in try draft.setKind(.ordinary, of: "Left") }
        let both = try edited(one) { draft throws(ProfileEditProblem) in try draft.setKind(.ordinary, of: "Right") }
        #expect(both == Self.commented)
    }

    @Test("A time that was the only one takes its mapping with it")
    func times() throws {
        let text = Self.commented
        let added = try edited(text) { draft throws(ProfileEditProblem) in
            try draft.setTime("debounce", to: .milliseconds(1), of: "Left")
            try draft.setTime("ignore-repeat", to: .seconds(1), of: "Left")
        }
        #expect(added == text.replacing("\t# six\n", with: "\t# six\n    timing: {debounce: 1ms, ignore-repeat: 1s}\n"))
        let one = try edited(added) { draft throws(ProfileEditProblem) in
            try draft.setTime("debounce", to: nil, of: "Left")
        }
        #expect(one == text.replacing("\t# six\n", with: "\t# six\n    timing: {ignore-repeat: 1s}\n"))
        let none = try edited(one) { draft throws(ProfileEditProblem) in
            try draft.setTime("ignore-repeat", to: nil, of: "Left")
        }
        #expect(none == text)
    }

    @Test("A switch is renamed also where it is the stop switch; quotes only where YAML needs them")
    func rename() throws {
        let text = Self.commented + "safety: {stop-switch: Foot}  # eleven\n"
        #expect(
            try edited(text) { draft throws(ProfileEditProblem) in try draft.rename("Foot", to: "My: foot") }
                == text.replacing("name: Foot", with: "name: \"My: foot\"")
                .replacing("stop-switch: Foot", with: "stop-switch: \"My: foot\""))
        #expect(
            try edited(text) { draft throws(ProfileEditProblem) in try draft.rename("Right", to: "Große Taste") }
                == text.replacing("name: \"Right\"", with: "name: Große Taste"))
    }

    @Test("A switch goes with the comments that belong to it")
    func remove() throws {
        let text = Self.commented
        let left = try edited(text) { draft throws(ProfileEditProblem) in try draft.removeSwitch("Left") }
        #expect(
            left
                == text.replacing(
                    "  # Anna's left hand\n  - name: Left   # five\n    input: KEY_SPACE\t# six\n    # seven\n",
                    with: ""))
        let foot = try edited(text) { draft throws(ProfileEditProblem) in try draft.removeSwitch("Foot") }
        #expect(foot == text.replacing("  # Anna's foot\n  - input: KEY_A   # nine\n    name: Foot\n", with: ""))
    }

    @Test("Switches change places with their comments; blank lines stay")
    func order() throws {
        let text = Self.commented
        let changed = try edited(text) { draft throws(ProfileEditProblem) in
            try draft.orderSwitches(["Foot", "Left", "Right"])
        }
        let list = """
              # Anna's foot
              - input: KEY_A   # nine
                name: Foot
              # Anna's left hand
              - name: Left   # five
                input: KEY_SPACE\t# six
                # seven

              - {name: "Right", input: KEY_ENTER}   # eight
            # ten
            """
        #expect(changed.contains(list))
        let back = try edited(changed) { draft throws(ProfileEditProblem) in
            try draft.orderSwitches(["Left", "Right", "Foot"])
        }
        #expect(back == text)
    }

    @Test("A new device makes the others' inputs say theirs; without its switch it goes again")
    func devices() throws {
        var match = DeviceMatch()
        (match.vendor, match.product, match.serial) = (0x1234, 5, "00012")
        let pedal = NewInput(device: .new(match, label: "box"), input: .key(code: 46))
        let text = Self.commented
        let changed = try edited(text) { draft throws(ProfileEditProblem) in
            try draft.addSwitch("Pedal", inputs: [pedal], kind: .pulse)
        }
        #expect(changed.contains("  box 2: {vendor: 0x1234, product: 0x0005, serial: \"00012\"}\n\nswitches:"))
        #expect(changed.contains("input: {device: box, key: KEY_SPACE}\t# six"))
        #expect(
            changed.contains(
                "    name: Foot\n  - name: Pedal\n    input: {device: box 2, key: KEY_C}\n    kind: pulse\n# ten\n"))
        let replaced = try edited(changed) { draft throws(ProfileEditProblem) in
            try draft.setInputs([pedal, NewInput(device: .known(label: "box"), input: .key(code: 48))], of: "Foot")
            try draft.removeSwitch("Pedal")
        }
        #expect(
            replaced.contains(
                "- inputs: [{device: box 2, key: KEY_C}, {device: box, key: KEY_B}]   # nine\n    name: Foot\n# ten"))
        let gone = try edited(changed) { draft throws(ProfileEditProblem) in try draft.removeSwitch("Pedal") }
        #expect(!gone.contains("box 2"))
    }

    @Test(
        "Names are quoted where YAML needs it, or another reader would take them for something else",
        arguments: [
            ("Left foot", "Left foot"), ("Größe", "Größe"), ("a:b", "a:b"), ("x-y_z.1", "x-y_z.1"), ("It's", "It's"),
            ("yes", "\"yes\""), ("12", "\"12\""), ("- a", "\"- a\""), ("a: b", "\"a: b\""), ("a #b", "\"a #b\""),
            ("a,b", "\"a,b\""), ("[x]", "\"[x]\""), ("say \"no\"", "\"say \\\"no\\\"\""), ("\\", "\"\\\\\""),
            ("👣", "\"👣\""), ("'a'", "\"'a'\""), ("a:", "\"a:\""), (" a ", "\" a \""),
        ])
    func quotes(name: String, written: String) throws {
        let text = Self.commented
        for (old, place) in [("Foot", "name: Foot"), ("Right", "name: \"Right\"")] {
            let changed = try edited(text) { draft throws(ProfileEditProblem) in try draft.rename(old, to: name) }
            #expect(changed == text.replacing(place, with: "name: \(written)"))
        }
    }

    @Test(
        "What cannot be changed without harm is refused at its place, and the rest can still be changed",
        arguments: [
            ("- name: |-\n    Left\n  input: KEY_A", 7, 9),
            ("- name: Left\n  input: KEY_A\n  ? kind\n  : latching", 9, 5),
            ("- input: KEY_A\n  name: >-\n    Left", 8, 9),
        ])
    func refused(item: String, line: Int, column: Int) throws {
        let text = """
            schema: 1
            name: Test
            devices: {box: {name: Box}}
            switches:
            - name: Right
              input: KEY_B
            \(item)
            """
        var edit = try ProfileEdit(Array(text.utf8), path: "", names: SomeNames())
        let problem = ProfileEditProblem.unusualText(at: TextPosition(line: line, column: column))
        #expect(throws: problem) {
            try edit.change { draft throws(ProfileEditProblem) in
                try draft.rename("Left", to: "Foot")
                try draft.setInputs([NewInput(device: .known(label: "box"), input: .key(code: 46))], of: "Foot")
                try draft.setKind(.latching, of: "Foot")
                try draft.setKind(.ordinary, of: "Foot")
            }
        }
        #expect(edit.bytes == Array(text.utf8))
        try edit.change { draft throws(ProfileEditProblem) in try draft.rename("Right", to: "Foot") }
        #expect(edit.bytes == Array(text.replacing("Right", with: "Foot").utf8))
    }

    @Test("A change whose outcome is no good profile changes nothing, and says why")
    func notGood() throws {
        let text = Array(Self.commented.utf8)
        var edit = try ProfileEdit(text, path: "test.yaml", names: SomeNames())
        for newName in ["Right", "", String(repeating: "x", count: 41)] {
            #expect(throws: ProfileEditProblem.self) {
                try edit.change { draft throws(ProfileEditProblem) in try draft.rename("Left", to: newName) }
            }
        }
        #expect(throws: ProfileEditProblem.unknownSwitch("Lfet", choices: ["Hand", "Right", "Foot"])) {
            try edit.change { draft throws(ProfileEditProblem) in
                try draft.rename("Left", to: "Hand")
                try draft.removeSwitch("Lfet")
            }
        }
        #expect(!edit.isChanged && edit.profile.switches.map(\.name) == ["Left", "Right", "Foot"])
    }

    @Test("A list in block style becomes one line; its comments go, those of its key stay")
    func blockList() throws {
        let text = """
            schema: 1
            name: Test
            devices: {box: {name: Box}}
            switches:
              - name: Left
                inputs:   # of both
                  - KEY_A   # one
                  # two
                  - KEY_B
                kind: latching
              - {name: Right, input: KEY_C}
            """
        let changed = try edited(text) { draft throws(ProfileEditProblem) in
            let inputs = [UInt16(46), 48].map { NewInput(device: .known(label: "box"), input: .key(code: $0)) }
            try draft.setInputs([NewInput(device: .known(label: "box"), input: .key(code: 30))], of: "Right")
            try draft.setInputs(inputs, of: "Left")
        }
        let list = "    inputs:   # of both\n      - KEY_A   # one\n      # two\n      - KEY_B\n"
        #expect(
            changed
                == text.replacing(list, with: "    inputs: [KEY_C, KEY_B]   # of both\n")
                .replacing("input: KEY_C}", with: "input: KEY_A}"))
    }
}
