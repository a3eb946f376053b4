// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles
import SwitchCore

extension LearnMachine {
    /// What the words on a line mean in this phase.
    mutating func answer(_ words: [String]) -> [Effect] {
        guard let word = words.first else { return emptyLineCounts ? accepted() : [] }
        switch (phase, word) {
        case (.over, _): return []
        case (_, "yes"): return accepted()
        case (_, "help"): return [.tell(.words(phase))]
        case (.holding, "again"), (.keeping, "again"), (.trying, "again"), (.reviewing, "more"): return askForPress()
        case (.pressing, "keyboard"): return keyboardAllowed()
        case (.pressing, "done"): return learnt.isEmpty ? [.tell(.words(phase))] : review()
        case (.reviewing(let edit), "save"): return save(edit)
        case (.reviewing, "again"):
            learnt.removeLast()
            return askForPress()
        case (.holding(let candidate, _), "skip"): return propose(candidate)
        case (.keeping(var candidate), _): return answer(words, about: &candidate)
        case (.trying(var candidate), _): return tried(words, &candidate)
        case (.pressing, _), (.holding, _), (.reviewing, _): return [.tell(.words(phase))]
        }
    }

    private mutating func accepted() -> [Effect] {
        switch phase {
        case .pressing: learnt.isEmpty ? [] : review()
        case .keeping(let candidate): kept(candidate)
        case .reviewing(let edit): save(edit)
        case .holding, .trying, .over: []
        }
    }

    private mutating func answer(_ words: [String], about candidate: inout LearnCandidate) -> [Effect] {
        if let effects = setTime(words, &candidate) { return effects + propose(candidate) }
        if words.count == 1, let manner = ProfileSwitch.Manner(rawValue: words[0]) {
            candidate.manner = manner
            return propose(candidate)
        }
        switch words {
        case ["other"]:
            guard candidate.chooseNext() else { return [.tell(.noOther)] }
            return propose(candidate)
        case ["try"]:
            learner.askingEnded()
            phase = .trying(candidate)
            return [.tell(.trying(candidate))]
        case ["use"]: return used(&candidate) + propose(candidate)
        default: return named((words[0] == "name" ? words.dropFirst() : words[...]).joined(separator: " "), &candidate)
        }
    }

    private mutating func tried(_ words: [String], _ candidate: inout LearnCandidate) -> [Effect] {
        if words == ["done"] { return propose(candidate) }
        let effects = words == ["use"] ? used(&candidate) : setTime(words, &candidate)
        phase = .trying(candidate)
        return effects ?? [.tell(.words(phase))]
    }

    /// A name is anything that is no other word.
    private mutating func named(_ name: String, _ candidate: inout LearnCandidate) -> [Effect] {
        if case .replaceSwitch = draft.goal { return [.tell(.words(phase))] }
        guard !name.isEmpty, name.unicodeScalars.count <= Self.nameLimit,
            !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }),
            !(draft.known.map(\.name) + learnt.map(\.name)).contains(name)
        else { return [.tell(.badName(limit: Self.nameLimit))] }
        candidate.name = name
        return propose(candidate)
    }

    /// As profiles have it.
    private static var nameLimit: Int { 40 }

    /// Nil when the words are not about a time. A maximum hold is for switches that stay down on purpose only.
    private func setTime(_ words: [String], _ candidate: inout LearnCandidate) -> [Effect]? {
        guard let filter = FilterKind.allCases.first(where: { $0.profileKey == words[0] }),
            filter != .maximumHold || candidate.manner == .latching
        else { return nil }
        let range =
            switch filter {
            case .debounce: FilterSettings.debounceRange
            case .minimumRelease, .holdToAccept, .ignoreRepeat: FilterSettings.range
            case .maximumHold: FilterSettings.maximumHoldRange
            }
        guard let time = DurationText.duration(words.dropFirst().joined(separator: " ")), range.contains(time) else {
            return [.tell(.badTime(filter, range))]
        }
        candidate.set(filter, to: time)
        return [.tell(.timeSet(filter, time))]
    }

    /// Takes the advice that was given last.
    private func used(_ candidate: inout LearnCandidate) -> [Effect] {
        guard let advice = candidate.advice else { return [.tell(.noAdvice)] }
        candidate.set(advice.filter, to: advice.proposed)
        return [.tell(.timeSet(advice.filter, advice.proposed))]
    }
}
