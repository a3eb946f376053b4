// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol

extension ClientFailure {
    /// Whether trying again by itself can only fail in the same way.
    var needsUser: Bool {
        switch self {
        case .accessVoid, .catalogueUnusable, .linkTooNarrow: true
        case .clocksApart, .setUpFailed, .noAnswer: false
        }
    }
}

extension LinkFailure {
    /// Whether another attempt may fare better.
    package var mayPass: Bool {
        switch self {
        case .adapter(let problem): problem.mayPass
        case .outOfRange, .noService, .demandsBonding, .unanswered, .notFound, .notListening, .noStatus, .closedByPC,
            .endedHere, .cut, .system:
            true
        case .notPermitted, .impossiblePlace, .unusableStatus: false
        }
    }
}

extension AdapterProblem {
    /// Whether it can end without this program being run anew.
    package var mayPass: Bool {
        switch self {
        case .absent, .off, .blocked, .inUse: true
        case .unsupported, .notLE, .notPermitted: false
        }
    }
}
