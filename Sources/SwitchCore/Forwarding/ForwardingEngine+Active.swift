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

    var oldestUnsentDeadline: Instant? {
        waiting.first.map { $0.time + ForwardingEngine.oldestUnsent }
    }

    var syncDeadline: Instant? {
        inFlight == nil && !syncInFlight ? lastSent + ForwardingEngine.syncAfterSilence : nil
    }
}

/// The earliest of some deadlines, or nil when none is set.
package func earliest(_ deadlines: [Instant?]) -> Instant? {
    deadlines.lazy.compactMap { $0 }.min()
}
