// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles
import SwitchCore

extension LearnMachine {
    /// What is typed while a switch is down may have been typed by it (F38); that ends are never refused.
    mutating func lineEntered(_ line: String, at now: Instant) -> [Effect] {
        let words = line.split(separator: " ").map(String.init)
        if ["cancel", "quit", "exit"].contains(words.first) {
            phase = .over
            return [.cancel]
        }
        guard isTyped else { return answer(words) }
        guard !isSwitchDown else { return [] }
        guard words.isEmpty else { return answer(words) }
        if lastDown.map({ now - $0 >= Self.enterDelay }) ?? true { enterDue = now + Self.enterDelay }
        return []
    }

    /// The keyboard that spoke, or the only one there is.
    mutating func keyboardAllowed() -> [Effect] {
        guard let keyboard else { return [.tell(.noKeyboard)] }
        learner.keyboardAllowed(keyboard)
        keyboardIsAllowed = true
        return askForPress()
    }

    /// Enter alone is no answer where the switch may have typed it.
    var emptyLineCounts: Bool { !isTyped || !keyboardIsAllowed }

    /// What the words on a line mean in this phase.
    mutating func answer(_ words: [String]) -> [Effect] {
        guard let word = words.first else { return emptyLineCounts ? accepted() : [] }
        switch (phase, word) {
        case (.over, _): return []
        case (_, "yes"): return accepted()
        case (_, "help"): return [.tell(.words(phase))]
        case (.holding, "again"), (.keeping, "again"), (.trying, "again"): return askForPress()
        case (.reviewing, "more"): return isComplete ? [.tell(.words(phase))] : askForPress()
        case (.pressing, "keyboard"): return keyboardAllowed()
        case (.pressing, "done"): return learnt.isEmpty ? [.tell(.words(phase))] : review()
        case (.reviewing(let edit), "save"): return save(edit)
        case (.reviewing, "again"): return dropLast()
        case (.reviewing, "helper"): return helperStarts()
        case (.holding(let candidate, _), "skip"): return propose(candidate)
        case (.keeping(var candidate), _): return answer(words, about: &candidate)
        case (.trying(var candidate), _): return tried(words, &candidate)
        case (.pressing, _), (.holding, _), (.reviewing, _): return [.tell(.words(phase))]
        }
    }

    /// Of a profile that was there before, learning leaves the start as it is.
    private mutating func helperStarts() -> [Effect] {
        guard case .newProfile = draft.goal else { return [.tell(.words(phase))] }
        draft.helperStarts = true
        return review()
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
            candidate.behaves(manner, canBeHeld: manner == .ordinary)
            return propose(candidate)
        }
        switch words {
        case ["other"]:
            guard candidate.chooseNext() else { return [.tell(.noOther)] }
            return [.tell(.chosen(candidate, names))] + askForHold(candidate)
        case ["try"]:
            learner.askingEnded()
            phase = .trying(candidate)
            return [.tell(.trying(candidate))]
        case ["use"]: return used(&candidate) + propose(candidate)
        case _ where words.count == 1 && Self.wordsElsewhere.contains(words[0]): return [.tell(.words(phase))]
        default: return named((words[0] == "name" ? words.dropFirst() : words[...]).joined(separator: " "), &candidate)
        }
    }

    /// Words of other steps, and what people say: no names, unless after the word name.
    private static let wordsElsewhere: Set = [
        "done", "save", "more", "skip", "helper", "keyboard", "no", "stop", "name",
    ]

    private mutating func tried(_ words: [String], _ candidate: inout LearnCandidate) -> [Effect] {
        if words == ["done"] { return propose(candidate) }
        let effects = words == ["use"] ? used(&candidate) : setTime(words, &candidate)
        phase = .trying(candidate)
        return effects ?? [.tell(.words(phase))]
    }

    /// A name is anything that is no other word.
    private mutating func named(_ name: String, _ candidate: inout LearnCandidate) -> [Effect] {
        if case .replaceSwitch = draft.goal { return [.tell(.words(phase))] }
        guard Self.isName(name, among: draft.known.map(\.name) + learnt.map(\.name)) else { return [.tell(.badName)] }
        candidate.name = name
        return propose(candidate)
    }

    static func isName(_ name: String, among taken: [String]) -> Bool {
        NameText.isName(name) && !taken.contains(name)
    }

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
