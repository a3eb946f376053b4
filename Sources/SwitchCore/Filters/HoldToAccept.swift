// SPDX-License-Identifier: GPL-3.0-or-later

/// Accepts a press only when the switch has been down for a while: a touch in passing does nothing.
///
/// With a hold of 300 ms (D press, U release, all in ms):
///
/// | no. | contact   | passed on  | why                                                        |
/// | --- | --------- | ---------- | ---------------------------------------------------------- |
/// | 1   | D0        | D300       | accepted when its time is reached                          |
/// | 2   | D0 U150   | nothing    | too short: neither press nor release; rejected at 150      |
/// | 3   | D0 U299   | nothing    | the same, by 1 ms                                          |
/// | 4   | D0 U300   | D300 U300  | its time is reached before the release of the same instant |
/// | 5   | D0 U900   | D300 U900  | the release is not delayed                                 |
struct HoldToAccept: Sendable {
    private enum State: Hashable {
        /// Next: `waiting`, or `down` when the stage is off.
        case up
        /// Next: `down` when accepted, `up` when rejected.
        case waiting(since: Instant, until: Instant)
        /// Next: `up`.
        case down
    }

    private let hold: Duration
    private var state: State

    /// `hold`: zero switches the stage off.
    init(hold: Duration, state: EdgeState) {
        self.hold = hold
        self.state = state == .down ? .down : .up
    }

    var deadline: Instant? {
        guard case .waiting(_, let until) = state else { return nil }
        return until
    }

    mutating func contactChanged(to contact: Contact) -> StageVerdict {
        switch (state, contact.state) {
        case (.up, .down):
            state = .waiting(since: contact.since, until: contact.since + hold)
            return timeReached(contact.time)
        case (.waiting, .up):
            state = .up
            return .reject(at: contact.time)
        case (.down, .up):
            state = .up
            return .pass(contact)
        case (.up, .up), (.waiting, .down), (.down, .down):
            return .nothing
        }
    }

    mutating func timeReached(_ now: Instant) -> StageVerdict {
        guard case .waiting(let since, let until) = state, until <= now else { return .nothing }
        state = .down
        return .pass(Contact(state: .down, since: since, time: now))
    }
}
