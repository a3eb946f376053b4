// SPDX-License-Identifier: GPL-3.0-or-later

/// How the PC takes switches (protocol note §7).
package enum SessionKind: String, Hashable, Sendable, CaseIterable {
    /// A switch session whose edges the PC binds to keys.
    case mapped
    /// A switch session that drives the PC's scanning. It expires 5 s after the last message, and a gap in the
    /// sequence resets it, so its messages go strictly one by one.
    case scanning
    /// A PC without switch sessions that takes `grid.switch.*`.
    case legacyGrid3
    /// No session of the PC's: this box decides what a press does and sends single commands (protocol note §8).
    case actions
}

/// What one period of forwarding will be; fixed from its start to its stop.
package struct SessionPlan: Hashable, Sendable {
    package var kind: SessionKind
    package var pcProfileID: String
    package var pcProfileVersion: Int
    /// The switches that have a meaning on the PC. Edges of others are not sent.
    package var forwarded: SwitchSet
    /// Nil where nothing stops for idleness, as in scanning.
    package var idleStop: Duration?

    package init(
        kind: SessionKind, pcProfileID: String, pcProfileVersion: Int, forwarded: SwitchSet, idleStop: Duration?
    ) {
        self.kind = kind
        self.pcProfileID = pcProfileID
        self.pcProfileVersion = pcProfileVersion
        self.forwarded = forwarded
        self.idleStop = idleStop
    }

    /// How many switches the PC must expect: the highest number used.
    package var switchCount: Int { forwarded.reduce(0) { max($0, Int($1.number)) } }
}

/// What the engine asks of the PC.
package enum SessionRequest: Hashable, Sendable {
    case start(SessionPlan)
    case edge(SwitchID, EdgeState)
    /// A step of an action, where this box decides.
    case action(ActionStep)
    /// Everything that the PC should hold, repairing whatever was lost.
    case sync(pressed: SwitchSet)
    case stop
}

extension SessionRequest {
    /// Whether it comes from a press or a release, rather than from the session itself.
    package var isOneOfMany: Bool {
        switch self {
        case .edge, .action: true
        case .start, .sync, .stop: false
        }
    }
}

/// What came of a request.
package enum RequestOutcome: Hashable, Sendable {
    /// Validated and executed.
    case acknowledged
    /// Not executed. The code is the PC's, at most 64 characters.
    case refused(code: String)
    case timedOut
}

/// How a period of forwarding ended.
package struct Stop: Hashable, Sendable {
    package var reason: StopReason
    /// True until the PC has acknowledged that it holds nothing of ours.
    package var mayStillBeHeld: Bool

    package init(reason: StopReason, mayStillBeHeld: Bool) {
        self.reason = reason
        self.mayStillBeHeld = mayStillBeHeld
    }
}

/// What the user is told of forwarding, once for each change.
package enum ForwardingNotice: Hashable, Sendable {
    case starting
    case startRefused(StartRefusal)
    case started
    case idleStopSoon(in: Duration)
    /// The PC did not do what a press meant. Nothing of it is held, and forwarding goes on.
    case actionRefused(ActionStep, code: String)
    /// What a press meant was not sent, because what came before it took the PC too long.
    case actionTooLate(ActionStep)
    /// Presses are no longer forwarded; the PC has not yet acknowledged.
    case stopping(StopReason)
    /// Forwarding ended before the PC answered to a text. It may have been typed, and is not sent again (F40).
    case mayHaveBeenTyped(SwitchAction)
    case stopped(Stop)
    /// Its user did what starts, right after this stop, and may have meant to stop. Nothing was started.
    case stoppedAlready(Stop)
    /// What might still have been held is now known to be released.
    case releaseConfirmed
}

package enum StartRefusal: Hashable, Sendable {
    case alreadyForwarding
    case stillStopping
    /// The machine is about to sleep or to be switched off.
    case machineRests
    case notConnected
    /// There is a link to a PC, which has not said yet what it offers.
    case notReady
    /// The PC profile gives none of the profile's switches a meaning.
    case nothingToForward
}
