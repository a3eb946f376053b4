// SPDX-License-Identifier: GPL-3.0-or-later

/// What to do when the machine is about to sleep or to shut down, as systemd-logind announces it
/// (org.freedesktop.login1(5), "Manager": `Inhibit`, `PrepareForSleep`, `PrepareForShutdown`).
///
/// While a delay inhibitor is held, logind waits for up to `InhibitDelayMaxSec` (5 s) after its announcement. It is one
/// descriptor, and closing it says: go on.
///
/// | in | event | comes to |
/// | --- | --- | --- |
/// | unreachable | the bus is there | awake, and an inhibitor is asked for |
/// | awake | sleep or shutdown announced | preparing: the owner is told, and stops forwarding |
/// | preparing | the owner is ready | leaving: the inhibitor is closed |
/// | preparing, leaving | the announcement is taken back, or sleep is over | awake: the owner is told; a new inhibitor |
/// | any | the bus is gone | unreachable; what is held is closed, by a preparing owner only once it is ready |
package struct SleepMachine: Hashable, Sendable {
    package enum Inhibitor: Hashable, Sendable { case none, asked, held }

    package enum State: Hashable, Sendable {
        /// Next: awake.
        case unreachable
        /// Next: preparing, unreachable.
        case awake(Inhibitor)
        /// The owner was told and is not ready. Next: leaving, awake.
        case preparing(Inhibitor)
        /// Nothing holds up the machine any more. Next: awake, preparing, unreachable.
        case leaving
    }

    package enum Announcement: Hashable, Sendable { case sleep, shutdown }

    package enum Report: Hashable, Sendable { case suspending, shuttingDown, resumed }

    package enum Action: Hashable, Sendable {
        case askForInhibitor
        case closeInhibitor
        case report(Report)
    }

    package private(set) var state = State.unreachable

    package init() {}

    package mutating func busConnected() -> [Action] {
        let closing: [Action] = state == .preparing(.held) ? [.closeInhibitor] : []
        state = .awake(.asked)
        return closing + [.askForInhibitor]
    }

    package mutating func busLost() -> [Action] {
        switch state {
        case .preparing(.held): return []
        case .preparing(.none), .preparing(.asked): state = .preparing(.none)
        case .awake(.held):
            state = .unreachable
            return [.closeInhibitor]
        case .awake(.none), .awake(.asked), .leaving, .unreachable: state = .unreachable
        }
        return []
    }

    /// logind began to run, or ran anew. It remembers inhibitors across its own restarts, but not that it announced.
    package mutating func serviceCame() -> [Action] {
        switch state {
        case .awake(.none), .leaving:
            state = .awake(.asked)
            return [.askForInhibitor]
        case .awake(.asked), .awake(.held), .preparing, .unreachable: return []
        }
    }

    package mutating func inhibitorArrived() -> [Action] {
        switch state {
        case .awake: state = .awake(.held)
        case .preparing: state = .preparing(.held)
        case .leaving, .unreachable: return [.closeInhibitor]
        }
        return []
    }

    /// No logind, or it refused: announcements are heard all the same, only nobody waits for us.
    package mutating func inhibitorRefused() -> [Action] {
        switch state {
        case .awake(.asked): state = .awake(.none)
        case .preparing(.asked): state = .preparing(.none)
        case .awake, .preparing, .leaving, .unreachable: break
        }
        return []
    }

    package mutating func announced(_ what: Announcement) -> [Action] {
        let report: Action = .report(what == .sleep ? .suspending : .shuttingDown)
        switch state {
        case .awake(let inhibitor): state = .preparing(inhibitor)
        case .leaving: state = .preparing(.none)
        // One stop does for both.
        case .preparing, .unreachable: return []
        }
        return [report]
    }

    /// The machine has woken, or does not sleep or shut down after all.
    package mutating func takenBack() -> [Action] {
        switch state {
        case .preparing(.held): state = .awake(.held)
        case .preparing(.asked): state = .awake(.asked)
        case .preparing(.none), .leaving:
            state = .awake(.asked)
            return [.report(.resumed), .askForInhibitor]
        case .awake, .unreachable: return []
        }
        return [.report(.resumed)]
    }

    /// The owner has stopped.
    package mutating func ownerReady() -> [Action] {
        switch state {
        case .preparing(let inhibitor):
            state = .leaving
            return inhibitor == .held ? [.closeInhibitor] : []
        case .awake, .leaving, .unreachable: return []
        }
    }
}
