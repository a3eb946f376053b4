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
/// |           | neither, three times      | → keeping             |                  |                                        |
/// | keeping   | the switch                | kept, → pressing      | the same         | a name, other, try, a kind, a time, use |
/// | trying    | the switch                | is shown              | nothing          | done, use, a time                      |
/// | reviewing | any switch that is learnt | saves                 | saves            | more, helper                           |
///
/// `again` goes back to pressing without this switch, `cancel` ends it with nothing changed. On the keyboard that a switch
/// is on, a key may be the switch or part of a word: there Enter alone does nothing, and a word that is typed counts.
struct LearnMachine {
    enum Effect {
        case tell(LearnNews)
        /// This switch is known now: from here on it need not reach the rest of the box.
        case capture(DeviceID)
        /// It was not that one.
        case giveBack(DeviceID)
        case save(ProfileEdit)
        case cancel
        /// A switch moved: what it typed by that is no word (F38).
        case forgetTyped
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
    /// Whoever could not hold it this often is not asked again.
    static let unclearLimit = 3

    var draft: LearnDraft
    let names: any InputNaming
    /// Answers every question as proposed, and ends after so many switches; nil asks.
    let automaticCount: Int?
    /// What the first switch is called, if that was said.
    let firstName: String?
    /// What is typed may come from a switch (F38).
    let isTyped: Bool
    var phase = Phase.pressing
    var learnt: [LearnCandidate] = []
    var learner = SwitchLearner(settling: answerSettling)
    private(set) var nodes: [DeviceID: NodeDescription] = [:]
    private(set) var present: [NodeDescription] = []
    /// The keyboard that spoke last and is not looked at.
    var keyboard: DeviceID?
    var keyboardIsAllowed: Bool
    /// When an Enter that was typed counts, unless a switch is pressed before.
    var enterDue: Instant?
    private(set) var lastDown: Instant?

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
    mutating func nodesChanged(_ nodes: [NodeDescription]) {
        present = nodes
        for index in learnt.indices { learnt[index].nodesChanged(nodes) }
    }

    mutating func attached(_ id: DeviceID, _ node: NodeDescription, axes: [UInt16: AxisRange], found: FoundState) {
        nodes[id] = node
        for index in learnt.indices { learnt[index].cameBack(as: id, node) }
        learner.nodeAttached(
            LearningNode(
                id: id, device: node.physicalDevice, axes: node.capabilities.isTouchSurface ? [:] : axes, found: found,
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
            case .holding(let candidate, let classifier): earliest([candidate.deadline, classifier.deadline])
            case .trying(let candidate): candidate.deadline
            case .pressing, .keeping, .reviewing, .over: nil
            }
        return earliest([own, enterDue, learner.deadline])
    }

    mutating func timeReached(_ now: Instant) -> [Effect] {
        take(learner.timeReached(now)) + ownTimeReached(now) + enterReached(now)
    }

    private mutating func enterReached(_ now: Instant) -> [Effect] {
        guard let due = enterDue, due <= now else { return [] }
        enterDue = nil
        return isSwitchDown ? [] : answer([])
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
        guard isSwitch(seen) else { return [] }
        if state == .down {
            enterDue = nil
            lastDown = time
        }
        return (isTyped ? [.forgetTyped] : []) + followed(seen, state, at: time)
    }

    private mutating func followed(_ seen: SeenInput, _ state: EdgeState, at time: Instant) -> [Effect] {
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

    // MARK: Switch or keyboard

    /// Whether a switch moved, and not somebody's hand on the keyboard that a switch is on.
    private func isSwitch(_ seen: SeenInput) -> Bool {
        !isTypedOn(seen.node) || ([candidateInHand].compactMap(\.self) + learnt).contains { $0.isShown(as: seen) }
    }

    var isSwitchDown: Bool { learner.down.contains(where: isSwitch) }

    func isTypedOn(_ id: DeviceID) -> Bool { nodes[id]?.isKeyboardSomeoneTypesOn == true }

    var candidateInHand: LearnCandidate? {
        switch phase {
        case .holding(let candidate, _), .keeping(let candidate), .trying(let candidate): candidate
        case .pressing, .reviewing, .over: nil
        }
    }
}
