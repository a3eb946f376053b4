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
}
