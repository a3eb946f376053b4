// SPDX-License-Identifier: GPL-3.0-or-later

/// Lets go of a press that lasts too long, as if the switch had been let go of: for hardware that stays down on purpose
/// (F9).
///
/// With a maximum of 60000 ms (D press, U release, all in ms):
///
/// | no. | contact        | passed on       | why                                                     |
/// | --- | -------------- | --------------- | ------------------------------------------------------- |
/// | 1   | D0 U59999      | D0 U59999       | let go of in time                                       |
/// | 2   | D0 U60000      | D0 U60000       | its time is reached before the release of that instant  |
/// | 3   | D0 U90000      | D0 U60000       | the real release is swallowed                           |
/// | 4   | D0 U90000 D91000 | D0 U60000 D91000 | the next press counts anew                            |
/// | 5   | D0             | D0 U60000       | however long it stays down                              |
struct MaximumHold: Sendable {
    private enum State: Hashable {
        /// Next: `down`.
        case up
        /// Next: `up`, or `spent` at its end, which is nil when the stage is off.
        case down(until: Instant?)
        /// Down, but let go of as far as anyone further on knows. Next: `up`.
        case spent
    }

    private let maximum: Duration
    private var state = State.up

    /// `maximum`: zero switches the stage off. A switch found down never comes as far as here until it has been up.
    init(maximum: Duration) {
        self.maximum = maximum
    }

    var deadline: Instant? {
        guard case .down(let until) = state else { return nil }
        return until
    }

    mutating func contactChanged(to contact: Contact) -> StageVerdict {
        switch (state, contact.state) {
        case (.up, .down):
            state = .down(until: maximum > .zero ? contact.time + maximum : nil)
            return .pass(contact)
        case (.down, .up):
            state = .up
            return .pass(contact)
        case (.spent, .up):
            state = .up
            return .nothing
        case (.up, .up), (.down, .down), (.spent, .down):
            return .nothing
        }
    }

    mutating func timeReached(_ now: Instant) -> StageVerdict {
        guard case .down(let until?) = state, until <= now else { return .nothing }
        state = .spent
        return .pass(Contact(state: .up, since: now, time: now))
    }
}
