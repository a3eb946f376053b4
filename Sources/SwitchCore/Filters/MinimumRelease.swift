// SPDX-License-Identifier: GPL-3.0-or-later

/// Passes a release on only when the switch has been up for a while: a hand that trembles on the switch makes one
/// press.
///
/// With a minimum release of 50 ms (D press, U release, all in ms):
///
/// | no. | contact        | passed on     | why                                                              |
/// | --- | -------------- | ------------- | ---------------------------------------------------------------- |
/// | 1   | D0             | D0            | a press passes at once                                           |
/// | 2   | D0 U100        | D0 U150       | the release is delayed, never lost                               |
/// | 3   | D0 U100 D149   | D0            | up for 49: the press goes on; the second one is rejected at 149  |
/// | 4   | D0 U100 D150   | D0 U150 D150  | up for 50: a release and a new press                             |
/// | 5   | D0 U10 D20 U30 | D0 U80        | counts anew from every release                                   |
struct MinimumRelease: Sendable {
    private enum State: Hashable {
        /// Next: `down`.
        case up
        /// Next: `opened`, or `up` when the stage is off.
        case down
        /// Open, but not yet for long enough. Next: `down` or `up`.
        case opened(since: Instant, until: Instant)
    }

    private let minimum: Duration
    private var state: State

    /// `minimum`: zero switches the stage off.
    init(minimum: Duration, state: EdgeState) {
        self.minimum = minimum
        self.state = state == .down ? .down : .up
    }

    var deadline: Instant? {
        guard case .opened(_, let until) = state else { return nil }
        return until
    }

    mutating func contactChanged(to contact: Contact) -> StageVerdict {
        switch (state, contact.state) {
        case (.up, .down):
            state = .down
            return .pass(contact)
        case (.opened, .down):
            state = .down
            return .reject(at: contact.time)
        case (.down, .up):
            state = .opened(since: contact.since, until: contact.since + minimum)
            return timeReached(contact.time)
        case (.up, .up), (.opened, .up), (.down, .down):
            return .nothing
        }
    }

    mutating func timeReached(_ now: Instant) -> StageVerdict {
        guard case .opened(let since, let until) = state, until <= now else { return .nothing }
        state = .up
        return .pass(Contact(state: .up, since: since, time: now))
    }
}
