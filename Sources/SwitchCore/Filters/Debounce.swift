// SPDX-License-Identifier: GPL-3.0-or-later

/// Swallows the rattle of a contact without delaying it: the first change passes at once and opens a window in which
/// changes are ignored; at its end the real state wins.
///
/// With a window of 5 ms (D press, U release, all in ms):
///
/// | no. | contact         | passed on           | why                                                       |
/// | --- | --------------- | ------------------- | --------------------------------------------------------- |
/// | 1   | D0              | D0                  | the first change passes at once                           |
/// | 2   | D0 U1 D2        | D0                  | rattle while closing; the second press is rejected at 2   |
/// | 3   | D0 U3           | D0 U5               | shorter than the window: the release comes at its end     |
/// | 4   | D0 U5           | D0 U5               | the window is over at 5                                   |
/// | 5   | D0 U20 D21 U22  | D0 U20              | rattle while opening; rejected at 22                      |
/// | 6   | D0 U20 D22      | D0 U20 D25          | a press in the release's window that lasts                |
/// | 7   | D0 U3 D7 U12    | D0 U5 D10 U15       | an edge at a window's end opens a window of its own       |
/// | 8   | D0 U0           | D0 U5               | both in one report (F25)                                  |
struct Debounce: Sendable {
    private let window: Duration
    private var passed: EdgeState
    private var real: EdgeState
    private var realSince: Instant
    /// The end of the open window; nil when none is open.
    private(set) var deadline: Instant?

    /// `window`: zero switches the stage off.
    init(window: Duration, state: EdgeState) {
        self.window = window
        passed = state
        real = state
        realSince = Instant(nanoseconds: 0)
    }

    mutating func contactChanged(to state: EdgeState, at time: Instant) -> StageVerdict {
        real = state
        realSince = time
        guard deadline != nil else { return pass(at: time) }
        // Down while down was passed on: the press before it goes on. Up while up was passed on: a press came and went.
        return state == passed ? .reject(at: time) : .nothing
    }

    mutating func timeReached(_ now: Instant) -> StageVerdict {
        guard let end = deadline, end <= now else { return .nothing }
        deadline = nil
        return real == passed ? .nothing : pass(at: now)
    }

    private mutating func pass(at time: Instant) -> StageVerdict {
        passed = real
        deadline = window > .zero ? time + window : nil
        return .pass(Contact(state: real, since: realSince, time: time))
    }
}
