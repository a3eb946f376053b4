// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
package import PCProtocol
package import Sentences
import SwitchCore

extension LinkFailure {
    package var sentence: Sentence {
        switch self {
        case .adapter(let problem): problem.sentence
        case .outOfRange: Sentence(.linkOutOfRange)
        case .noService: Sentence(.linkNoService)
        case .demandsBonding: Sentence(.linkDemandsBonding)
        case .unanswered: Sentence(.linkUnanswered)
        case .notFound(let place): Sentence(.linkNotFound, ["place": place])
        case .notListening(let place): Sentence(.linkNotListening, ["place": place])
        case .notPermitted(let place): Sentence(.linkNotPermitted, ["place": place])
        case .impossiblePlace(let place): Sentence(.linkImpossiblePlace, ["place": place])
        case .noStatus: Sentence(.linkNoStatus)
        case .unusableStatus: Sentence(.linkUnusableStatus)
        case .closedByPC: Sentence(.linkClosedByPC)
        case .endedHere: Sentence(.linkEndedHere)
        case .cut: Sentence(.linkCut)
        case .system(let error): Sentence(.linkSystem, ["error": error.description])
        }
    }

    /// - Parameter retries: whether another attempt follows by itself; where only the user can go on, none is promised.
    package func sentence(retries: Bool) -> Sentence {
        retries || !mayPass ? sentence : Sentence(.linkGivenUp)
    }
}

extension AdapterProblem {
    package var sentence: Sentence {
        switch self {
        case .unsupported: Sentence(.adapterUnsupported)
        case .absent(nil): Sentence(.adapterAbsent)
        case .absent(let wanted?): Sentence(.adapterNotThere, ["adapter": wanted])
        case .off: Sentence(.adapterOff)
        case .blocked: Sentence(.adapterBlocked)
        case .notLE: Sentence(.adapterNotLE)
        case .notPermitted: Sentence(.adapterNotPermitted)
        case .inUse: Sentence(.adapterInUse)
        }
    }
}

extension ClientFailure {
    static func word(_ isSynchronised: Bool?) -> String {
        isSynchronised.map { $0 ? "yes" : "no" } ?? "unknown"
    }

    /// - Parameters:
    ///   - time: what this box's clock says, such as "14:05".
    ///   - isSynchronised: whether something keeps that clock right; nil when that is not known.
    package func sentence(time: String, isSynchronised: Bool?) -> Sentence {
        switch self {
        case .accessVoid: Sentence(.pcAccessVoid)
        case .clocksApart: Sentence(.pcClocksApart, ["time": time, "synchronised": Self.word(isSynchronised)])
        case .setUpFailed(.refused(code: let code)): Sentence(.pcRefusedSetUp, ["code": code])
        case .setUpFailed(.timedOut), .setUpFailed(.acknowledged): Sentence(.pcSetUpUnanswered)
        case .catalogueUnusable: Sentence(.pcCatalogueUnusable)
        case .noAnswer: Sentence(.pcNoAnswer)
        case .linkTooNarrow: Sentence(.pcLinkTooNarrow)
        }
    }
}

extension PairingFailure {
    package var sentence: Sentence {
        switch self {
        case .rejected: Sentence(.pairingRejected)
        case .expired, .unanswered: Sentence(.pairingExpired)
        case .mismatch: Sentence(.pairingMismatch)
        case .refused(let code): Sentence(.pairingRefused, ["code": code])
        }
    }
}

extension StateProblem {
    package var sentence: Sentence {
        switch self {
        case .tooOpen(let path, _): Sentence(.stateTooOpen, ["path": path])
        case .notOurs(let path): Sentence(.stateNotOurs, ["path": path])
        case .unreadable(let path, let kept): Sentence(.stateUnreadable, ["path": path, "kept": kept])
        case .newer(let path): Sentence(.stateNewer, ["path": path])
        case .inUse(let path): Sentence(.stateInUse, ["path": path])
        case .alreadyForwarding: Sentence(.stateAlreadyForwarding)
        case .system(let path, let error): Sentence(.stateSystem, ["path": path, "error": error.words])
        }
    }
}
