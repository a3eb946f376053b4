// SPDX-License-Identifier: GPL-3.0-or-later
package import PCLink
package import PCProtocol
package import SwitchCore

/// What its user is told of the bridge. Each change comes once.
package enum BridgeEvent {
    case notice(ForwardingNotice)
    case connection(ConnectionEvent)
    /// The PC profile that a start will use; nil when its user has to choose one of the PC's.
    case pcProfile(PCProfileChoice?)
    /// Another PC takes the place of this one, which forwarding has stopped on. It may still hold something when it did not
    /// confirm that stop.
    case changedPC(from: PCStatus?, mayStillBeHeld: Bool)
    case devicesChanged
    /// The engine went from one state to another, and what made it; for tracing.
    case stateChanged(from: String, event: String, to: String)
    /// A switch moved, before any filter.
    case moved(Edge)
    case rejected(SwitchID, by: FilterKind)
    /// The PC answered a press or release that happened at `edge.time`.
    case answered(Edge, RequestOutcome, at: Instant)
    /// Forwarding has stopped and the link is closed, as `close` asked for.
    case closed
}
