// SPDX-License-Identifier: GPL-3.0-or-later

/// What is sent to the PC one by one.
package enum Outgoing: Hashable, Sendable {
    case edge(Edge)
    case action(ActionStep)

    /// When what it comes from happened.
    package var time: Instant {
        switch self {
        case .edge(let edge): edge.time
        case .action(let step): step.time
        }
    }

    /// Whether something may stay held when the PC does not do it.
    var isRelease: Bool {
        switch self {
        case .edge(let edge): edge.state == .up
        case .action(let step): step.phase == .end
        }
    }

    /// Whether it ends what `step` was to begin.
    func isEnd(of step: ActionStep) -> Bool {
        guard case .action(let end) = self else { return false }
        return end.phase == .end && end.action == step.action && end.switchID == step.switchID
    }

    var isTyping: Bool {
        if case .action(let step) = self { step.action.isTyping } else { false }
    }

    var request: SessionRequest {
        switch self {
        case .edge(let edge): .edge(edge.switchID, edge.state)
        case .action(let step): .action(step)
        }
    }
}

extension ForwardingEngine {
    package struct Active: Hashable, Sendable {
        package var plan: SessionPlan
        /// Switches whose press was taken in this session and whose release was not yet.
        package var taken = SwitchSet()
        /// Switches that the PC has been told are down.
        package var told = SwitchSet()
        package var waiting: [Outgoing] = []
        package var inFlight: Outgoing?
        /// When the PC had typed the latest text.
        package var typedUntil: Instant?
        package var syncInFlight = false
        /// A refused release or sync is sent once more before it is a stop: the release at once, the sync as soon as
        /// nothing else is in flight.
        package var releaseResent = false
        package var syncResent = false
        package var lastSent: Instant
        package var lastActivity: Instant
        package var idleWarned = false
    }
}

extension ForwardingEngine.Active {
    /// A release belongs to a press that was taken; a press is taken once.
    mutating func takes(_ edge: Edge) -> Bool {
        guard plan.forwarded.contains(edge.switchID), taken.contains(edge.switchID) == (edge.state == .up) else {
            return false
        }
        switch edge.state {
        case .down: taken.insert(edge.switchID)
        case .up: taken.remove(edge.switchID)
        }
        return true
    }

    /// What is never sent again (F40), and so has to be looked for on the PC.
    var unansweredText: [ForwardingEngine.Action] {
        guard case .action(let step)? = inFlight, step.action.isTyping else { return [] }
        return [.announce(.mayHaveBeenTyped(step.action))]
    }

    var oldestUnsentDeadline: Instant? { earliest(waiting.map(deadline)) }

    /// When it is too late to be sent. A text is typed for seconds, and the modifier that goes with it ends after it: what is
    /// to end does not grow old meanwhile.
    private func deadline(of outgoing: Outgoing) -> Instant? {
        let deadline = outgoing.time + ForwardingEngine.oldestUnsent
        guard plan.kind == .actions, outgoing.isRelease else { return deadline }
        if inFlight?.isTyping == true { return nil }
        return max(deadline, typedUntil.map { $0 + ForwardingEngine.oldestUnsent } ?? deadline)
    }

    /// Takes out what would come too late. Of an action that was to begin, its end goes with it. Nil when one of them is the
    /// release of something, which only a stop still lets go of in time.
    mutating func takeLate(at now: Instant) -> [ActionStep]? {
        var late: [ActionStep] = []
        while let index = waiting.firstIndex(where: { deadline(of: $0).map { $0 <= now } ?? false }) {
            guard case .action(let step) = waiting[index], step.phase != .end else { return nil }
            waiting.remove(at: index)
            late.append(step)
            if step.phase == .begin, let end = waiting.firstIndex(where: { $0.isEnd(of: step) }) {
                waiting.remove(at: end)
            }
        }
        return late
    }

    var syncDeadline: Instant? {
        inFlight == nil && !syncInFlight ? lastSent + ForwardingEngine.syncAfterSilence : nil
    }
}

/// The earliest of some deadlines, or nil when none is set.
package func earliest(_ deadlines: [Instant?]) -> Instant? {
    deadlines.lazy.compactMap { $0 }.min()
}
