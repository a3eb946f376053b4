// SPDX-License-Identifier: GPL-3.0-or-later
import InputDevices
import Profiles
import SwitchCore

/// The profile that comes of what was learnt.
struct LearnDraft {
    enum Goal: Hashable {
        /// A profile that is not there yet, called so.
        case newProfile(title: String)
        /// Further switches of a profile.
        case addSwitches
        /// Another input for this switch; it keeps everything else.
        case replaceSwitch(String)
    }

    let goal: Goal
    /// The profile as it is; of a new one a text that is good but fits nothing.
    let base: ProfileEdit

    /// Proposed where holding cannot stop: few people press that often without meaning it.
    static let pressesToStop = SafetySettings.PressesToStop(count: 5, within: .seconds(3))
    private static let placeholder = "none"
    private static let labelLimit = 40

    init(newProfile title: String, names: any InputNaming) throws(ProfileProblems) {
        goal = .newProfile(title: title)
        let text = """
            # Made by `switchbridge learn`. `switchbridge profile check` says what it does.
            schema: 1
            name: \(Self.placeholder)

            devices:
              \(Self.placeholder): {name: \(Self.placeholder)}

            switches:
              - {name: \(Self.placeholder), input: KEY_SPACE}

            """
        base = try ProfileEdit(Array(text.utf8), path: title, names: names)
    }

    init(_ goal: Goal, of base: ProfileEdit) {
        self.goal = goal
        self.base = base
    }

    /// The switches that are there already.
    var known: [ProfileSwitch] {
        if case .newProfile = goal { [] } else { base.profile.switches }
    }

    /// The profile with these switches, as text.
    func edit(with learnt: [LearnCandidate]) throws(ProfileEditProblem) -> ProfileEdit {
        var edit = base
        try edit.change { draft throws(ProfileEditProblem) in
            switch goal {
            case .newProfile(let title):
                try draft.setProfileName(title)
                for candidate in learnt { try add(candidate, to: &draft) }
                try draft.removeSwitch(Self.placeholder)
            case .addSwitches:
                for candidate in learnt { try add(candidate, to: &draft) }
            case .replaceSwitch(let name):
                guard let candidate = learnt.last else { return }
                try draft.setInputs([input(of: candidate)], of: name)
                try draft.setKind(candidate.manner, of: name)
            }
            if needsPressesToStop(with: learnt) { try draft.setPressesToStop(Self.pressesToStop) }
        }
        return edit
    }

    /// Whether no switch could stop otherwise.
    func needsPressesToStop(with learnt: [LearnCandidate]) -> Bool {
        var profile = base.profile
        profile.switches = known
        if case .replaceSwitch(let name) = goal { profile.switches.removeAll { $0.name == name } }
        guard !learnt.contains(where: { $0.manner == .ordinary }) else { return false }
        return profile.safety.pressesToStop == nil && stopsWithinReach(of: profile).isEmpty
    }

    private func add(_ candidate: LearnCandidate, to draft: inout ProfileDraft) throws(ProfileEditProblem) {
        try draft.addSwitch(candidate.name, inputs: [input(of: candidate)], kind: candidate.manner)
        for filter in FilterKind.allCases where candidate.timing[filter] != FilterSettings()[filter] {
            try draft.setTime(filter.profileKey, to: candidate.timing[filter], of: candidate.name)
        }
    }

    private func input(of candidate: LearnCandidate) -> NewInput {
        let described = base.profile.devices.first { device in
            device.describes(candidate.node.identity)
                && !candidate.strangers.contains(where: device.describes)
        }
        if let described, !known.isEmpty {
            return NewInput(device: .known(label: described.label), input: candidate.input)
        }
        return NewInput(
            device: .new(candidate.identity.match, label: Self.label(candidate.node)), input: candidate.input)
    }

    private static func label(_ node: NodeDescription) -> String {
        let words = node.identity.name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let label = String(words.prefix(labelLimit))
        return label.isEmpty || label == placeholder ? "box" : label
    }
}
