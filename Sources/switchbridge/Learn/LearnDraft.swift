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
    /// What commands call the profile; nil where they need not.
    let profileName: String?
    /// Somebody else starts, as was said instead of the start that is proposed.
    var helperStarts = false

    private static let placeholder = "none"
    private static let labelLimit = 40

    init(newProfile title: String, names: any InputNaming) throws(ProfileProblems) {
        goal = .newProfile(title: title)
        profileName = title
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

    init(_ goal: Goal, of base: ProfileEdit, called name: String? = nil) {
        self.goal = goal
        self.base = base
        profileName = name
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
                if let candidate = learnt.last { try replace(name, by: candidate, in: &draft) }
            }
            if let stop = missingStop(with: learnt) { try draft.setPressesToStop(stop) }
            if let start = start(with: learnt) { try draft.setStart(start) }
        }
        return edit
    }

    /// The times that the profile has for a switch of which nothing is changed yet.
    func timing(of candidate: LearnCandidate, beside learnt: [LearnCandidate]) throws(ProfileEditProblem)
        -> FilterSettings
    {
        let switches = try edit(with: learnt + [candidate]).profile.switches
        return switches.first { $0.name == candidate.name }?.timing ?? FilterSettings()
    }

    // MARK: Adding

    private func add(_ candidate: LearnCandidate, to draft: inout ProfileDraft) throws(ProfileEditProblem) {
        try draft.addSwitch(candidate.name, inputs: [input(of: candidate)], kind: candidate.manner)
        try setTimes(of: candidate, in: &draft)
    }

    private func setTimes(of candidate: LearnCandidate, in draft: inout ProfileDraft) throws(ProfileEditProblem) {
        for filter in FilterKind.allCases where candidate.changedTimes.contains(filter) {
            try draft.setTime(filter.profileKey, to: candidate.timing[filter], of: candidate.name)
        }
    }

    private func input(of candidate: LearnCandidate) -> NewInput {
        let described = known.isEmpty ? nil : device(of: candidate).flatMap { candidate.isConfused(by: $0) ? nil : $0 }
        let device: NewInput.Device =
            described.map { .known(label: $0.label) }
            ?? .new(candidate.identity.match, label: Self.label(candidate.node))
        return NewInput(device: device, input: candidate.input)
    }

    private func device(of candidate: LearnCandidate) -> ProfileDevice? {
        base.profile.devices.first { $0.describes(candidate.node.identity) }
    }

    /// A switch of the profile that may be on this device or on another one that is plugged in: which of the two it is has
    /// to be known before one more is added (F18).
    func undecidedSwitch(beside candidate: LearnCandidate) -> String? {
        guard case .addSwitches = goal, let device = device(of: candidate), candidate.isConfused(by: device) else {
            return nil
        }
        let index = base.profile.devices.firstIndex(of: device)
        return known.first { $0.inputs.contains { $0.device == index } }?.name
    }

    // MARK: Replacing

    private func replace(
        _ name: String, by candidate: LearnCandidate, in draft: inout ProfileDraft
    ) throws(ProfileEditProblem) {
        if let device = device(of: candidate), candidate.isConfused(by: device) {
            // It is on this one of the twins, and so are the switches beside it.
            try draft.setDevice(device.label, to: candidate.identity.match)
            try draft.setInputs([NewInput(device: .known(label: device.label), input: candidate.input)], of: name)
        } else {
            try draft.setInputs([input(of: candidate)], of: name)
        }
        for key in lost(by: candidate) {
            switch key {
            case .press: try draft.setPress(nil, of: name)
            case .hold: try draft.setHolds([], of: name)
            case .maximumHold: try draft.setTime(FilterKind.maximumHold.profileKey, to: nil, of: name)
            case .holdToAccept: break  // Among its changed times.
            }
        }
        try draft.setKind(candidate.manner, of: name)
        try setTimes(of: candidate, in: &draft)
    }

    /// What a switch may have to give up with another device.
    enum Lost: String {
        case press, hold
        case holdToAccept = "hold-to-accept"
        case maximumHold = "maximum-hold"
    }

    /// What the replaced switch has and a device that behaves like this cannot do.
    func lost(by candidate: LearnCandidate) -> [Lost] {
        guard case .replaceSwitch(let name) = goal, let old = known.first(where: { $0.name == name }) else { return [] }
        let isPulse = candidate.manner == .pulse
        return [
            isPulse && old.actions.press?.manner?.endsWithRelease == true ? .press : nil,
            candidate.manner != .ordinary && !old.actions.holds.isEmpty ? .hold : nil,
            isPulse && old.timing.holdToAccept > .zero && candidate.timing.holdToAccept == .zero ? .holdToAccept : nil,
            candidate.manner != .latching && old.timing.maximumHold > .zero ? .maximumHold : nil,
        ].compactMap(\.self)
    }

    private static func label(_ node: NodeDescription) -> String {
        let words = node.identity.name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let label = String(words.prefix(labelLimit))
        return label.isEmpty || label == placeholder ? "box" : label
    }
}
