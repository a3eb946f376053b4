// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import PCLink
import PCProtocol
import Sentences

/// What stopped a command that does not try again by itself.
extension Failure {
    init(_ failure: LinkFailure) {
        if case .adapter(let problem) = failure {
            self.init(problem)
        } else {
            self = .noPC(failure.finalSentence)
        }
    }

    init(_ problem: AdapterProblem) {
        switch problem {
        case .notPermitted: self = .notPermitted(problem.finalSentence)
        case .unsupported, .absent, .off, .blocked, .notLE, .inUse: self = .noPC(problem.finalSentence)
        }
    }

    init(_ failure: ClientFailure) {
        let sentence = failure.finalSentence(time: WallClock.time, isSynchronised: WallClock.isSynchronised)
        switch failure {
        case .accessVoid: self = .pairingRefused(sentence)
        case .clocksApart, .setUpFailed, .catalogueUnusable, .noAnswer, .linkTooNarrow: self = .noPC(sentence)
        }
    }

    init(_ failure: PairingFailure) { self = .pairingRefused(failure.finalSentence) }
}
