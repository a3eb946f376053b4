// SPDX-License-Identifier: GPL-3.0-or-later
import InputDevices
import Profiles
import SwitchCore

/// The conversation of `learn`: presses and words in, what is said and done out.
///
/// Whatever is proposed is accepted by Enter or by one more press of the switch itself, so that someone alone with a switch
/// gets through; nothing happens because of time. Words do everything else.
///
/// | phase     | a press of                | does                  | Enter does       | words                                  |
/// | --------- | ------------------------- | --------------------- | ---------------- | -------------------------------------- |
/// | pressing  | a new switch              | → holding             | → reviewing, once one is learnt | keyboard, done          |
/// |           | one that is learnt        | → reviewing           |                  |                                        |
/// | holding   | the switch, two seconds   | → keeping             | nothing          | skip                                   |
/// | keeping   | the switch                | kept, → pressing      | the same         | a name, other, try, a kind, a time     |
/// | trying    | the switch                | is shown              | nothing          | done, use, a time                      |
/// | reviewing | any switch that is learnt | saves                 | saves            | more                                   |
///
/// `again` goes back to pressing without this switch, `cancel` ends it with nothing changed.
struct LearnMachine {
    enum Effect {
        case tell(LearnNews)
        /// This switch is known now: from here on it need not reach the rest of the box.
        case capture(DeviceID)
        /// It was not that one.
        case giveBack(DeviceID)
        case save(ProfileEdit)
        case cancel
    }

    enum Phase {
        case pressing
        case holding(LearnCandidate, PressClassifier)
        case keeping(LearnCandidate)
        case trying(LearnCandidate)
        case reviewing(ProfileEdit)
        case over
    }

    /// A hand that rattles, or hardware that repeats pulses while a switch is held (F8), gives one answer only.
    static let answerSettling = Duration.milliseconds(1500)
    /// An Enter that comes so close to a press was typed by the switch, whichever of the two is seen first (F38).
    static let enterDelay = Duration.milliseconds(200)

    let draft: LearnDraft
    let names: any InputNaming
    /// Answers every question as proposed, and ends after so many switches; nil asks.
    let automaticCount: Int?
    /// What the first switch is called, if that was said.
    private let firstName: String?
    /// What is typed may come from a switch (F38).
    private let isTyped: Bool
    var phase = Phase.pressing
    var learnt: [LearnCandidate] = []
    var learner = SwitchLearner(settling: answerSettling)
    private var nodes: [DeviceID: NodeDescription] = [:]
    private var present: [NodeDescription] = []
    /// The keyboard that spoke last and is not looked at.
    private var keyboard: DeviceID?
    private var keyboardIsAllowed: Bool
    /// When an Enter that was typed counts, unless a switch is pressed before.
    private var enterDue: Instant?
    private var lastDown: Instant?

    init(
        _ draft: LearnDraft, names: any InputNaming, firstName: String? = nil, keyboardIsAllowed: Bool = false,
        automaticCount: Int? = nil, isTyped: Bool
    ) {
        self.draft = draft
        self.names = names
        self.firstName = firstName
        self.keyboardIsAllowed = keyboardIsAllowed
        self.automaticCount = automaticCount
        self.isTyped = isTyped
    }

    mutating func begin() -> [Effect] { askForPress() }

    // MARK: Nodes

    /// - Parameter nodes: all that are plugged in, whether they can be used or not.
    mutating func nodesChanged(_ nodes: [NodeDescription]) { present = nodes }

    mutating func attached(_ id: DeviceID, _ node: NodeDescription, axes: [UInt16: AxisRange], found: FoundState) {
        nodes[id] = node
        learner.nodeAttached(
            LearningNode(
                id: id, device: node.physicalDevice, axes: axes, found: found,
                isTypedOn: node.isKeyboardSomeoneTypesOn && !keyboardIsAllowed))
    }

    mutating func detached(_ id: DeviceID, at now: Instant) -> [Effect] {
        let outputs = learner.nodeDetached(id, at: now)
        let name = nodes.removeValue(forKey: id)?.identity.name ?? ""
        switch phase {
        case .holding(let candidate, _), .keeping(let candidate), .trying(let candidate):
            if candidate.nodeID == id { return [.tell(.gone(name))] + askForPress() }
        case .pressing, .reviewing, .over: break
        }
        return take(outputs)
    }

    // MARK: Presses

    mutating func reportArrived(_ report: [InputEvent], from id: DeviceID) -> [Effect] {
        take(learner.reportArrived(report, from: id))
    }

    mutating func eventsLost(from id: DeviceID, found: FoundState, at now: Instant) -> [Effect] {
        take(learner.eventsLost(from: id, found: found, at: now))
    }

    var deadline: Instant? {
        let own: Instant? =
            switch phase {
            case .holding(let candidate, let classifier): earliest(candidate.deadline, classifier.deadline)
            case .trying(let candidate): candidate.deadline
            case .pressing, .keeping, .reviewing, .over: nil
            }
        return earliest(earliest(own, enterDue), learner.deadline)
    }

    mutating func timeReached(_ now: Instant) -> [Effect] {
        take(learner.timeReached(now)) + ownTimeReached(now) + enterReached(now)
    }

    private mutating func enterReached(_ now: Instant) -> [Effect] {
        guard let due = enterDue, due <= now else { return [] }
        enterDue = nil
        return learner.isAnythingDown ? [] : answer([])
    }

    private mutating func ownTimeReached(_ now: Instant) -> [Effect] {
        switch phase {
        case .holding(var candidate, var classifier):
            _ = candidate.timeReached(now)
            let result = classifier.timeReached(now)
            phase = .holding(candidate, classifier)
            return result.map { classified($0, at: now) } ?? []
        case .trying(var candidate):
            let over = candidate.timeReached(now)
            return shown(over, &candidate)
        case .pressing, .keeping, .reviewing, .over: return []
        }
    }

    private mutating func take(_ outputs: [SwitchLearner.Output]) -> [Effect] {
        outputs.flatMap { output -> [Effect] in
            switch output {
            case .moved(let seen, let state, let time): moved(seen, state, at: time)
            case .found(let finding): found(finding)
            case .keyboardSpoke(let id): keyboardSpoke(id)
            }
        }
    }

    private mutating func moved(_ seen: SeenInput, _ state: EdgeState, at time: Instant) -> [Effect] {
        if state == .down {
            enterDue = nil
            lastDown = time
        }
        switch phase {
        case .holding(var candidate, var classifier):
            guard candidate.isShown(as: seen) else { return [] }
            _ = candidate.moved(state, at: time)
            let result = classifier.moved(state, at: time)
            phase = .holding(candidate, classifier)
            return result.map { classified($0, at: time) } ?? []
        case .trying(var candidate):
            guard candidate.isShown(as: seen) else { return [] }
            let over = candidate.moved(state, at: time)
            return shown(over, &candidate)
        case .pressing, .keeping, .reviewing, .over: return []
        }
    }

    private mutating func found(_ finding: SwitchFinding) -> [Effect] {
        switch phase {
        case .pressing: return pressed(finding)
        case .keeping(let candidate):
            guard !candidate.isShown(as: finding.best) else { return kept(candidate) }
            learner.pressAsked()
            return [.tell(.otherSwitch(candidate))]
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
            let candidate = LearnCandidate(finding, on: node, among: present, name: proposedName)
        else { return askForPress() }
        if let known = knownSwitch(candidate) {
            learner.pressAsked()
            return [.tell(.alreadyKnown(known))]
        }
        return [.tell(.found(candidate, finding, names)), .capture(candidate.nodeID)] + askForHold(candidate)
    }

    private func isLearnt(_ finding: SwitchFinding) -> Bool {
        learnt.contains { $0.isShown(as: finding.best) }
    }

    /// Whose input it is in the profile already, unless that is the one to be replaced.
    private func knownSwitch(_ candidate: LearnCandidate) -> String? {
        draft.known.first { known in
            if case .replaceSwitch(known.name) = draft.goal { return false }
            return known.inputs.contains {
                $0.input.isSame(as: candidate.input)
                    && draft.base.profile.devices[$0.device].describes(candidate.node.identity)
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

    private mutating func keyboardSpoke(_ id: DeviceID) -> [Effect] {
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
        return [giveBack].compactMap { $0 } + [.tell(.pressAsked(draft.goal, learnt))]
    }

    private var candidateInHand: LearnCandidate? {
        switch phase {
        case .holding(let candidate, _), .keeping(let candidate), .trying(let candidate): candidate
        case .pressing, .reviewing, .over: nil
        }
    }

    /// The time of the asking is that of the last event: nothing can have been pressed before it.
    private mutating func askForHold(_ candidate: LearnCandidate) -> [Effect] {
        learner.askingEnded()
        phase = .holding(candidate, PressClassifier(askedAt: learner.latest))
        return [.tell(.holdAsked)]
    }

    private mutating func classified(_ result: PressClass, at now: Instant) -> [Effect] {
        guard case .holding(var candidate, _) = phase else { return [] }
        guard let manner = result.manner else {
            phase = .holding(candidate, PressClassifier(askedAt: now))
            return [.tell(.classified(result))]
        }
        candidate.manner = manner
        return [.tell(.classified(result))] + advise(&candidate) + propose(candidate)
    }

    mutating func advise(_ candidate: inout LearnCandidate) -> [Effect] {
        candidate.newAdvice().map { [name = candidate.name] in .tell(.advice($0, name)) }
    }

    mutating func propose(_ candidate: LearnCandidate) -> [Effect] {
        phase = .keeping(candidate)
        learner.pressAsked()
        let news = Effect.tell(.proposed(candidate, names, draft.goal))
        return automaticCount == nil ? [news] : [news] + kept(candidate)
    }

    private mutating func shown(_ over: [SeenPress], _ candidate: inout LearnCandidate) -> [Effect] {
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
        return [news] + (isComplete ? review() : askForPress())
    }

    private var isComplete: Bool {
        if case .replaceSwitch = draft.goal { return true }
        return draft.known.count + learnt.count >= SwitchID.limit || automaticCount.map { learnt.count >= $0 } == true
    }

    mutating func review() -> [Effect] {
        do throws(ProfileEditProblem) {
            let edit = try draft.edit(with: learnt)
            phase = .reviewing(edit)
            learner.pressAsked()
            let news = Effect.tell(.review(edit, names, addedStop: draft.needsPressesToStop(with: learnt)))
            return automaticCount == nil ? [news] : [news] + save(edit)
        } catch {
            learnt.removeLast()
            return [.tell(LearnNews("refused", error.sentence, style: .bad))] + askForPress()
        }
    }

    mutating func save(_ edit: ProfileEdit) -> [Effect] {
        phase = .over
        learner.askingEnded()
        return [.save(edit)]
    }

    // MARK: Words

    /// What is typed while a switch is down may have been typed by it (F38); that ends are never refused.
    mutating func lineEntered(_ line: String, at now: Instant) -> [Effect] {
        let words = line.split(separator: " ").map(String.init)
        if ["cancel", "quit", "exit"].contains(words.first) {
            phase = .over
            return [.cancel]
        }
        guard isTyped else { return answer(words) }
        guard !learner.isAnythingDown else { return [] }
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
}

private func earliest(_ first: Instant?, _ second: Instant?) -> Instant? {
    [first, second].compactMap { $0 }.min()
}
