// SPDX-License-Identifier: GPL-3.0-or-later
import InputDevices
import Profiles
import SwitchCore

/// What a press leads to, step by step.
extension LearnMachine {
    mutating func found(_ finding: SwitchFinding) -> [Effect] {
        switch phase {
        case .pressing: return pressed(finding)
        case .keeping(let candidate):
            guard !shows(candidate, in: finding) else { return kept(candidate) }
            learner.pressAsked()
            // Somebody may be typing a word.
            return isTypedOn(finding.best.node) ? [] : [.tell(.otherSwitch(candidate, enterCounts: emptyLineCounts))]
        case .reviewing(let edit):
            guard isLearnt(finding) else {
                learner.pressAsked()
                return []
            }
            return save(edit)
        case .holding, .trying, .over: return []
        }
    }

    /// The answer to "press the switch".
    private mutating func pressed(_ finding: SwitchFinding) -> [Effect] {
        if isLearnt(finding) { return review() }
        guard let node = nodes[finding.best.node],
            var candidate = LearnCandidate(finding, on: node, among: present, name: proposedName)
        else { return askForPress() }
        learner.pressAsked()
        if let undecided = draft.undecidedSwitch(beside: candidate) {
            return [.tell(.ambiguous(undecided, on: node.identity.name, in: draft.profileName))]
        }
        if let known = knownSwitch(candidate, in: finding) { return [.tell(.alreadyKnown(known))] }
        do throws(ProfileEditProblem) {
            candidate.start(with: try draft.timing(of: candidate, beside: learnt))
        } catch { return [.tell(.refused(error))] + askForPress() }
        return [.tell(.found(candidate, finding, names)), .capture(candidate.nodeID)] + askForHold(candidate)
    }

    /// A switch may show as several inputs, of which a light press shows only some. Among keys that are typed it is the
    /// one alone, since the others are parts of words.
    private func shows(_ candidate: LearnCandidate, in finding: SwitchFinding) -> Bool {
        let others = isTypedOn(finding.best.node) ? [] : finding.alternatives
        return ([finding.best] + others).contains { candidate.isShown(as: $0) }
    }

    private func isLearnt(_ finding: SwitchFinding) -> Bool { learnt.contains { shows($0, in: finding) } }

    /// Whose input it is in the profile already, unless that is the one to be replaced.
    private func knownSwitch(_ candidate: LearnCandidate, in finding: SwitchFinding) -> String? {
        let shown = isTypedOn(finding.best.node) ? [candidate.input] : candidate.inputs
        return draft.known.first { known in
            if case .replaceSwitch(known.name) = draft.goal { return false }
            return known.inputs.contains { input in
                draft.base.profile.devices[input.device].describes(candidate.node.identity)
                    && shown.contains { input.input.isSame(as: $0) }
            }
        }?.name
    }

    private var proposedName: String {
        if case .replaceSwitch(let name) = draft.goal { return name }
        if learnt.isEmpty, let firstName { return firstName }
        let taken = Set(draft.known.map(\.name) + learnt.map(\.name))
        let first = draft.known.count + learnt.count + 1
        return (first...).lazy.map { "Switch \($0)" }.first { !taken.contains($0) } ?? ""
    }

    mutating func keyboardSpoke(_ id: DeviceID) -> [Effect] {
        keyboard = id
        guard case .pressing = phase, let node = nodes[id] else { return [] }
        return [.tell(.keyboardSpoke(node.identity.name))]
    }

    // MARK: Steps

    mutating func askForPress() -> [Effect] {
        let previous = candidateInHand
        phase = .pressing
        learner.pressAsked()
        let giveBack = previous.flatMap { candidate in
            learnt.contains { $0.nodeID == candidate.nodeID } ? nil : Effect.giveBack(candidate.nodeID)
        }
        return [giveBack].compactMap { $0 } + [.tell(.pressAsked(draft.goal, learnt, enterCounts: emptyLineCounts))]
    }

    /// The time of the asking is that of the last event: nothing can have been pressed before it.
    mutating func askForHold(_ candidate: LearnCandidate) -> [Effect] {
        learner.askingEnded()
        phase = .holding(candidate, PressClassifier(askedAt: learner.latest))
        return [.tell(.holdAsked)]
    }

    mutating func classified(_ result: PressClass, at now: Instant) -> [Effect] {
        guard case .holding(var candidate, _) = phase else { return [] }
        guard candidate.behaved(as: result) else {
            phase = .holding(candidate, PressClassifier(askedAt: now))
            return [.tell(.classified(result, nil))]
        }
        return [.tell(.classified(result, candidate.manner))] + advise(&candidate) + propose(candidate)
    }

    mutating func advise(_ candidate: inout LearnCandidate) -> [Effect] {
        candidate.newAdvice().map { [name = candidate.name] in .tell(.advice($0, name)) }
    }

    mutating func propose(_ candidate: LearnCandidate) -> [Effect] {
        phase = .keeping(candidate)
        learner.pressAsked()
        let news = Effect.tell(.proposed(candidate, names, draft, enterCounts: emptyLineCounts))
        return automaticCount == nil ? [news] : [news] + kept(candidate)
    }

    mutating func shown(_ over: [SeenPress], _ candidate: inout LearnCandidate) -> [Effect] {
        let presses = over.map { [name = candidate.name] in Effect.tell(.tried($0, name)) }
        let advice = over.isEmpty ? [] : advise(&candidate)
        phase = .trying(candidate)
        return presses + advice
    }

    mutating func kept(_ candidate: LearnCandidate) -> [Effect] {
        // Back to the list without its own phase, so that it is not given back.
        phase = .pressing
        learnt.append(candidate)
        let news = Effect.tell(.kept(candidate))
        let isAll = isComplete || automaticCount.map { learnt.count >= $0 } == true
        return [news] + (isAll ? review() : askForPress())
    }

    /// Whether there can be no further switch.
    var isComplete: Bool {
        if case .replaceSwitch = draft.goal { return true }
        return draft.known.count + learnt.count >= SwitchID.limit
    }

    mutating func review() -> [Effect] {
        do throws(ProfileEditProblem) {
            let edit = try draft.edit(with: learnt)
            phase = .reviewing(edit)
            learner.pressAsked()
            let news = Effect.tell(.review(edit, names, draft, learnt, enterCounts: emptyLineCounts))
            return automaticCount == nil ? [news] : [news] + save(edit)
        } catch { return [.tell(.refused(error))] + dropLast() }
    }

    /// Back to pressing, without the switch that was learnt last.
    mutating func dropLast() -> [Effect] {
        let dropped = learnt.removeLast().nodeID
        let isFree = !learnt.contains { $0.nodeID == dropped }
        return (isFree ? [.giveBack(dropped)] : []) + askForPress()
    }

    mutating func save(_ edit: ProfileEdit) -> [Effect] {
        phase = .over
        learner.askingEnded()
        return [.save(edit)]
    }
}
