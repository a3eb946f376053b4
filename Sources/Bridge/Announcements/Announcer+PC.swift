// SPDX-License-Identifier: GPL-3.0-or-later
import PCLink
import PCProtocol
import Sentences
import SwitchCore

/// The link to the PC, pairing, and what a link before left to be restored.
extension Announcer {
    mutating func connected(to name: String, _ facts: AnnouncerFacts, at now: Instant) -> [Announcement] {
        pcName = name
        let back = link.changed(to: .back(name), at: now).map { [words(for: $0)] } ?? []
        guard facts.isRestoring, !isRestoring else { return back }
        isRestoring = true
        return back + [.words(.restoring, .spokenRestoring)]
    }

    mutating func lost(_ failure: LinkFailure, retries: Bool, at now: Instant) -> [Announcement] {
        // Nothing was reached yet, so nothing is lost.
        let state = pcName.map(Link.lost) ?? .missing(Clauses.text(retries ? .spokenLooking : .spokenGivenUp))
        let said = link.changed(to: state, at: now).map { [words(for: $0)] } ?? []
        let again =
            !said.isEmpty && pcName != nil && retries ? [Announcement.words(.reconnecting, .spokenReconnecting)] : []
        return said + again + restoringFailed()
    }

    mutating func told(_ report: ClientReport, at now: Instant) -> [Announcement] {
        switch report {
        case .pairingNeeded: return restoringFailed() + [.words(.pairingNeeded, .spokenPairingNeeded)]
        case .pairingFailed: return restoringFailed() + [.words(.pairingFailed, .spokenPairingFailed)]
        case .paired: return [.words(.paired, .spokenPaired)]
        case .recovered(let proven):
            isRestoring = false
            return [
                proven
                    ? .words(.controlsReady, .spokenControlsReady)
                    : .words(.controlsUnavailable, .spokenControlsUnproven)
            ]
        case .failed(let failure):
            let words = Announcement.words(.pcLost, .spokenPCFailed, ["why": failure.spoken])
            return (problem.changed(to: words, at: now).map { [$0] } ?? []) + restoringFailed()
        case .ready:
            isRestoring = false
            _ = problem.changed(to: nil, at: now)
            return []
        // The code is for the one who compares it, at the screen of `pc pair`.
        case .pairingCode, .authenticated, .commandsInDoubt, .answered, .pinged: return []
        }
    }

    private mutating func restoringFailed() -> [Announcement] {
        guard isRestoring else { return [] }
        isRestoring = false
        return [.words(.controlsUnavailable, .spokenControlsUnavailable)]
    }

    func words(for link: Link) -> Announcement {
        switch link {
        case .missing(let what): Announcement(.pcMissing, what)
        case .lost(let name): .words(.pcLost, .spokenPCLost, ["pc": name])
        case .back(let name): .words(.pcBack, .spokenPCBack, ["pc": name])
        }
    }

    mutating func changedPC(from left: String?, _ mayStillBeHeld: Bool) -> [Announcement] {
        link = SettledTelling(quiet: Self.quiet)
        pcName = nil
        isRestoring = false
        let other = Announcement.words(.otherPC, .spokenOtherPC)
        guard mayStillBeHeld else { return [other] }
        return [.words(.heldElsewhere, .spokenHeldElsewhere, ["pc": left ?? Clauses.text(.spokenThePC)]), other]
    }
}
