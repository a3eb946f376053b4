// SPDX-License-Identifier: GPL-3.0-or-later

/// The filters in the order in which a press meets them.
package enum FilterKind: String, Hashable, Sendable, CaseIterable {
    case debounce, minimumRelease, holdToAccept, ignoreRepeat
    /// It rejects nothing: it ends a press that lasts too long.
    case maximumHold
}

package enum FilterOutput: Hashable, Sendable {
    /// A press or release for the PC; per switch strictly down, up, down, up.
    case accepted(Edge)
    /// A press that goes no further, and the moment at which that was certain.
    case rejected(SwitchID, by: FilterKind, at: Instant)

    package var time: Instant {
        switch self {
        case .accepted(let edge): edge.time
        case .rejected(_, by: _, let time): time
        }
    }
}

extension FilterSettings {
    /// What the filters add to a press and to a release that are clean and longer than the debounce window. Debounce
    /// adds nothing to those: it passes the first change at once.
    package var addedDelay: (press: Duration, release: Duration) { (holdToAccept, minimumRelease) }
}
