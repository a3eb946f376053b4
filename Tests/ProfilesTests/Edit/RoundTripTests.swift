// SPDX-License-Identifier: GPL-3.0-or-later
import SeededRandom
import SwitchCore
import Testing

@testable import Profiles

/// Load, change, load: nothing but the change differs, byte for byte.
@Suite("Round trips of a profile's text") struct RoundTripTests {
    static let seeds = 500

    /// A text, and what is said of it when a change of it goes wrong.
    struct Case {
        var bytes: [UInt8]
        var about: String
        /// Of all its switches, one by this number is changed; nil changes each of them.
        var pick: Int?

        func switches(of profile: Profile) -> [ProfileSwitch] {
            guard let pick else { return profile.switches }
            return [profile.switches[pick % profile.switches.count]]
        }
    }

    private static func check(_ test: Case) throws {
        try renames(test)
        try insertsAndRemoves(test)
        try reorders(test)
        try addsAndRemovesSwitch(test)
    }

    @Test("Every profile that is shipped", arguments: Shipped.names)
    func shipped(name: String) throws {
        try Self.check(Case(bytes: try Shipped.bytes("\(name).yaml"), about: name))
    }

    @Test("Five hundred that somebody might have written")
    func generated() throws {
        for seed in 0..<UInt64(Self.seeds) {
            let written = WrittenProfile(seed: seed)
            do { try Self.check(Case(bytes: written.bytes, about: "seed \(seed)", pick: Int(seed))) } catch {
                Issue.record("seed \(seed): \(error)\n\(written.text)")
                return
            }
        }
    }

    // MARK: Changes

    private static func edit(
        _ bytes: [UInt8], _ body: (inout ProfileDraft) throws(ProfileEditProblem) -> Void
    ) throws -> ProfileEdit {
        var edit = try ProfileEdit(bytes, path: "test.yaml", names: SomeNames())
        try edit.change(body)
        return edit
    }

    /// The bytes that both begin and both end with.
    private static func common(_ old: [UInt8], _ new: [UInt8]) -> (start: Int, end: Int) {
        let start = zip(old, new).prefix { $0 == $1 }.count
        let most = min(old.count, new.count) - start
        let end = zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count
        return (start, min(end, most))
    }

    private static func expectSame(_ bytes: [UInt8], _ test: Case) {
        guard bytes != test.bytes else { return }
        let texts = [test.bytes, bytes].map { String(decoding: $0, as: UTF8.self) }
        Issue.record("\(test.about): not as before.\n\(texts[0])\n-- now --\n\(texts[1])")
    }

    private static func renames(_ test: Case) throws {
        let before = try ProfileFile.read(bytes: test.bytes, path: "", names: SomeNames()).get()
        for value in test.switches(of: before) {
            let edit = try edit(test.bytes) { draft throws(ProfileEditProblem) in
                try draft.rename(value.name, to: "New: name")
            }
            var expected = before
            for index in expected.switches.indices where expected.switches[index].name == value.name {
                expected.switches[index].name = "New: name"
            }
            #expect(edit.profile == expected, "\(test.about)")
            let isNamedByAct = before.idle.acts.contains { $0.gesture.switchID == value.id }
            guard before.safety.stopSwitch != value.id, !isNamedByAct else { continue }
            let (start, end) = common(test.bytes, edit.bytes)
            let removed = test.bytes[start..<(test.bytes.count - end)]
            #expect(removed.count <= value.name.utf8.count + 3, "\(test.about)")
            #expect(!removed.contains(UInt8(ascii: "\n")), "\(test.about)")
        }
    }

    private static func insertsAndRemoves(_ test: Case) throws {
        let before = try ProfileFile.read(bytes: test.bytes, path: "", names: SomeNames()).get()
        for value in test.switches(of: before) {
            let added = try edit(test.bytes) { draft throws(ProfileEditProblem) in
                try draft.setTime("hold-to-accept", to: .milliseconds(250), of: value.name)
            }
            var expected = before
            for index in expected.switches.indices where expected.switches[index].name == value.name {
                expected.switches[index].timing.holdToAccept = .milliseconds(250)
            }
            #expect(added.profile == expected, "\(test.about)")
            // Something came in at one place, and nothing went.
            let (start, end) = common(test.bytes, added.bytes)
            #expect(start + end >= test.bytes.count, "\(test.about)")
            let back = try edit(added.bytes) { draft throws(ProfileEditProblem) in
                try draft.setTime("hold-to-accept", to: nil, of: value.name)
            }
            expectSame(back.bytes, test)
        }
    }

    private static func reorders(_ test: Case) throws {
        var edit = try ProfileEdit(test.bytes, path: "", names: SomeNames())
        var names: [String] = []
        try edit.change { draft throws(ProfileEditProblem) in
            names = draft.switchNames
            try draft.orderSwitches(names.reversed())
        }
        #expect(edit.profile.switches.map(\.name) == names.reversed(), "\(test.about)")
        let hasSameBytes = edit.bytes.sorted() == test.bytes.sorted()
        #expect(hasSameBytes, "\(test.about)")
        try edit.change { draft throws(ProfileEditProblem) in try draft.orderSwitches(names) }
        expectSame(edit.bytes, test)
    }

    private static func addsAndRemovesSwitch(_ test: Case) throws {
        let before = try ProfileFile.read(bytes: test.bytes, path: "", names: SomeNames()).get()
        guard before.switches.count < SwitchID.limit else { return }
        let input = NewInput(device: .known(label: before.devices[0].label), input: .key(code: 0x134))
        let added = try edit(test.bytes) { draft throws(ProfileEditProblem) in
            try draft.addSwitch("Added", inputs: [input])
        }
        #expect(added.profile.switches.dropLast() == before.switches[...], "\(test.about)")
        let (start, end) = common(test.bytes, added.bytes)
        #expect(start + end >= test.bytes.count, "\(test.about)")
        let back = try edit(added.bytes) { draft throws(ProfileEditProblem) in try draft.removeSwitch("Added") }
        expectSame(back.bytes, test)
    }
}
