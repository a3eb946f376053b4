// SPDX-License-Identifier: GPL-3.0-or-later
import InputDevices
import Profiles
import SwitchCore

extension FuzzTarget {
    /// Two changes of a profile: three bytes for each, a line with a new name, and the profile.
    static let edits = FuzzTarget("edits") {
        var seeds: [[UInt8]] = []
        for profile in profileSeeds {
            for kind in UInt8(0)..<UInt8(FuzzedEdit.kinds) {
                let changes: [UInt8] = [kind, 0, 3, kind + 1, 1, 0]
                seeds.append(changes + FuzzOutput.line("New: name") + Array(profile.utf8))
            }
        }
        return seeds
    } run: { bytes in
        var input = FuzzInput(bytes)
        var changes = [FuzzedEdit(&input), FuzzedEdit(&input)]
        let name = input.text()
        guard var edit = try? ProfileEdit(input.everything(), path: "test.yaml", names: EvdevNames()) else { return }
        while let change = changes.popLast() { try change.make(in: &edit, newName: name) }
    }
}

private struct FuzzedEdit {
    static let kinds = 9
    private let kind: Int
    private let place: Int
    private let choice: Int

    init(_ input: inout FuzzInput) {
        kind = input.number(below: Self.kinds)
        place = Int(input.byte())
        choice = Int(input.byte())
    }

    func make(in edit: inout ProfileEdit, newName: String) throws {
        let (before, bytes) = (edit.profile, edit.bytes)
        let target = before.switches[place % before.switches.count].name
        do {
            try edit.change { draft throws(ProfileEditProblem) in try change(&draft, target, newName) }
        } catch {
            try hold(edit.bytes == bytes && edit.profile == before, "a change that was refused changed something")
            return
        }
        let read = ProfileFile.read(bytes: edit.bytes, path: "test.yaml", names: EvdevNames())
        try hold((try? read.get()) == edit.profile, "what was written is not what is read")
        try FuzzTarget.check(edit.profile)
        if let expected = expected(before, target, newName) {
            try hold(edit.profile == expected, "a change did something else as well")
            try hold(comments(in: edit.bytes) == comments(in: bytes), "a change took comments with it")
        }
    }

    private func change(
        _ draft: inout ProfileDraft, _ target: String, _ newName: String
    ) throws(ProfileEditProblem) {
        let manners = ProfileSwitch.Manner.allCases
        switch kind {
        case 0: try draft.rename(target, to: newName)
        case 1: try draft.setProfileName(newName)
        case 2: try draft.setKind(manners[choice % manners.count], of: target)
        case 3: try draft.setTime("hold-to-accept", to: choice == 0 ? nil : .milliseconds(choice), of: target)
        case 4: try draft.setPress(choice % 4 == 0 ? nil : "key:\(newName)", of: target)
        case 5: try draft.setHolds(Array(["click", "key-enter", "text:\(newName)"].prefix(choice % 4)), of: target)
        case 6: try draft.orderSwitches(draft.switchNames.reversed())
        case 7: try draft.removeSwitch(target)
        default:
            guard let device = draft.deviceLabels.first else { return }
            try draft.addSwitch(newName, inputs: [NewInput(device: .known(label: device), input: .key(code: 0x134))])
        }
    }

    /// The profile afterwards, where that is easily said.
    private func expected(_ before: Profile, _ target: String, _ newName: String) -> Profile? {
        var profile = before
        guard let index = profile.switches.firstIndex(where: { $0.name == target }) else { return nil }
        switch kind {
        case 0: profile.switches[index].name = newName
        case 1: profile.name = newName
        case 3 where choice > 0: profile.switches[index].timing.holdToAccept = .milliseconds(choice)
        default: return nil
        }
        return profile
    }

    /// Lines that are nothing else.
    private func comments(in bytes: [UInt8]) -> [[UInt8]] {
        bytes.split(separator: UInt8(ascii: "\n")).map { $0.drop { $0 == UInt8(ascii: " ") } }
            .filter { $0.first == UInt8(ascii: "#") }.map(Array.init)
    }
}
