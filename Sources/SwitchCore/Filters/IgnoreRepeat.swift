// SPDX-License-Identifier: GPL-3.0-or-later

/// Ignores a press that begins too soon after the last accepted release: a second press that was not meant.
/// It waits for nothing, so it has no deadline.
///
/// With 50 ms (D press, U release, all in ms):
///
/// | no. | contact                | passed on    | why                                                       |
/// | --- | ---------------------- | ------------ | --------------------------------------------------------- |
/// | 1   | D0 U20 D35 U120        | D0 U20       | begins 15 after the release; its release goes too (F11)   |
/// | 2   | D0 U20 D69             | D0 U20       | 49 after: ignored however long it is held                 |
/// | 3   | D0 U20 D70             | D0 U20 D70   | 50 after: a press                                         |
/// | 4   | D0 U20 D35 U60 D75     | D0 U20 D75   | an ignored release does not count anew                    |
/// | 5   | D0                     | D0           | nothing was released before                               |
struct IgnoreRepeat: Sendable {
    private enum State: Hashable {
        /// Next: `down` or `ignoring`.
        case up
        /// Next: `up`.
        case down
        /// Down, but as far as anyone further on knows it is up. Next: `up`.
        case ignoring
    }

    private let pause: Duration
    private var state: State
    /// Presses that begin before this are ignored; nil until a release was accepted.
    private var pauseEnd: Instant?

    /// `pause`: zero switches the stage off. A switch found down is ignored until it has been up.
    init(pause: Duration, state: EdgeState) {
        self.pause = pause
        self.state = state == .down ? .ignoring : .up
    }

    mutating func contactChanged(to contact: Contact) -> StageVerdict {
        switch (state, contact.state) {
        case (.up, .down):
            if let pauseEnd, contact.since < pauseEnd {
                state = .ignoring
                return .reject(at: contact.time)
            }
            state = .down
            return .pass(contact)
        case (.down, .up):
            state = .up
            pauseEnd = contact.time + pause
            return .pass(contact)
        case (.ignoring, .up):
            state = .up
            return .nothing
        case (.up, .up), (.down, .down), (.ignoring, .down):
            return .nothing
        }
    }
}
