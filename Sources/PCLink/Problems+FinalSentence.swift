// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
package import PCProtocol
package import Sentences
import SwitchCore

/// The same problems as told by a command that ends with them, and so promises no further attempt.
extension LinkFailure {
    package var finalSentence: Sentence {
        switch self {
        case .adapter(let problem): problem.finalSentence
        case .outOfRange: Sentence(.finalOutOfRange)
        case .unanswered: Sentence(.finalUnanswered)
        case .notListening(let place): Sentence(.finalNotListening, ["place": place])
        case .closedByPC: Sentence(.finalClosedByPC)
        case .endedHere: Sentence(.finalEndedHere)
        case .noService, .demandsBonding, .notFound, .notPermitted, .impossiblePlace, .noStatus, .unusableStatus, .cut,
            .system:
            sentence
        }
    }
}

extension AdapterProblem {
    package var finalSentence: Sentence {
        switch self {
        case .absent(nil): Sentence(.finalAdapterAbsent)
        case .absent(.some), .unsupported, .off, .blocked, .notLE, .notPermitted, .inUse: sentence
        }
    }
}

extension ClientFailure {
    /// - Parameters:
    ///   - time: what this box's clock says, such as "14:05".
    ///   - isSynchronised: whether something keeps that clock right; nil when that is not known.
    package func finalSentence(time: String, isSynchronised: Bool?) -> Sentence {
        switch self {
        case .accessVoid: Sentence(.finalAccessVoid)
        case .clocksApart: Sentence(.finalClocksApart, ["time": time, "synchronised": Self.word(isSynchronised)])
        case .setUpFailed(.refused(code: let code)): Sentence(.finalRefusedSetUp, ["code": code])
        case .setUpFailed(.timedOut), .setUpFailed(.acknowledged), .noAnswer: Sentence(.finalNoAnswer)
        case .catalogueUnusable, .linkTooNarrow: sentence(time: time, isSynchronised: isSynchronised)
        }
    }
}

extension PairingFailure {
    package var finalSentence: Sentence {
        switch self {
        case .rejected: Sentence(.finalPairingRejected)
        case .expired, .unanswered: Sentence(.finalPairingExpired)
        case .mismatch: Sentence(.finalPairingMismatch)
        case .refused(let code): Sentence(.finalPairingRefused, ["code": code])
        }
    }
}
