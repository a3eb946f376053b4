// SPDX-License-Identifier: GPL-3.0-or-later

/// What a press of two seconds showed about how a switch reports what its user does.
package enum PressClass: Hashable, Sendable {
    /// Down while it is held, here for so long.
    case full(Duration)
    /// Down and up at once however long it is held (F7).
    case pulse(Duration)
    /// Such a pulse, but so long after it was asked for that it may have come with the release.
    case latePulse(Duration)
    /// So many pulses while it was held (F8), or one at the press and one at the release; so far apart on average.
    case repeatingPulses(Int, every: Duration)
    /// Neither a pulse nor a press of two seconds: to be asked for again.
    case unclear(Duration)
    /// Down for `PressClassifier.longestPress`, and still.
    case staysDown

    /// How a profile says it; nil when it is not known.
    package var manner: ProfileSwitch.Manner? {
        switch self {
        case .full: .ordinary
        case .pulse, .latePulse, .repeatingPulses: .pulse
        case .staysDown: .latching
        case .unclear: nil
        }
    }
}

/// Tells from one long press whether a switch can be held.
///
/// Asked for at 0; D press, U release, times in ms. It is judged once the switch has been up for 2500 ms.
///
/// | no. | seen                            | class                | why                                                     |
/// | --- | ------------------------------- | -------------------- | ------------------------------------------------------- |
/// | 1   | D500 U2500                      | full                 |                                                         |
/// | 2   | D500 U1500                      | full                 | held for 1000: no pulse is so long                      |
/// | 3   | D500 U1499                      | unclear              | too short for a hold, too long for a pulse              |
/// | 4   | D500 U800                       | pulse                | 300 at most                                             |
/// | 5   | D500 U801                       | unclear              |                                                         |
/// | 6   | D1499 U1507                     | pulse                | a press of two seconds cannot have ended yet            |
/// | 7   | D1500 U1508                     | late pulse           | it may have come with the release                       |
/// | 8   | D500 U508 D1100 U1108 D1700 U1708 | repeating, 3       | from first to last 1000 or more                         |
/// | 9   | D500 U508 D1400 U1408           | unclear              | 908 in all: a double press                              |
/// | 10  | D500 U508 D2500 U2508           | repeating, 2         | one with the press, one with the release                |
/// | 11  | D500 U900 D949 U2500            | full                 | open for 49: a bad contact                              |
/// | 12  | D500 U900 D950 U2500            | full                 | the longest press counts                                |
/// | 13  | D500, no release                | stays down, at 10500 | some stay down on purpose (F9), some cannot let go      |
/// | 14  | D500 R750 R783 U2500            | full                 | a repeat is no press (F6)                               |
package struct PressClassifier: Sendable {
    /// A press at least this long is one that its user made.
    package static let leastHold = Duration.milliseconds(1000)
    /// A press at most this long may be a pulse.
    package static let longestPulse = Duration.milliseconds(300)
    /// An opening shorter than this belongs to the press.
    /// Hold-to-stop sees it so too.
    package static let bounce = SafetyWatch.chatterGap
    /// A pulse this long after the asking may have come with the release of a two-second press.
    package static let earliestRelease = Duration.milliseconds(1500)
    /// Longer than two seconds, so that a pulse at the release is waited for.
    package static let quietTime = Duration.milliseconds(2500)
    package static let longestPress = Duration.seconds(10)

    private struct Press {
        var down: Instant
        var up: Instant?
    }

    private enum State {
        /// Next: `judging`, with the first press.
        case waiting
        /// Next: `judged`.
        case judging([Press])
        case judged
    }

    private let asked: Instant
    private var state = State.waiting

    package init(askedAt time: Instant) { asked = time }

    /// Returns the class once it is certain.
    package mutating func moved(_ edge: EdgeState, at time: Instant) -> PressClass? {
        if let due = timeReached(time) { return due }
        switch (state, edge) {
        case (.judged, _), (.waiting, .up): break
        case (.waiting, .down): state = .judging([Press(down: time)])
        case (.judging(var presses), .down):
            // An opening that short melts into the press.
            if let up = presses.last?.up, time - up < Self.bounce {
                presses[presses.count - 1].up = nil
            } else if presses.last?.up != nil {
                presses.append(Press(down: time))
            }
            state = .judging(presses)
        case (.judging(var presses), .up):
            presses[presses.count - 1].up = time
            state = .judging(presses)
        }
        return nil
    }

    package var deadline: Instant? {
        guard case .judging(let presses) = state, let last = presses.last else { return nil }
        return last.up.map { $0 + Self.quietTime } ?? last.down + Self.longestPress
    }

    /// Early calls do nothing.
    package mutating func timeReached(_ now: Instant) -> PressClass? {
        guard case .judging(let presses) = state, let deadline, deadline <= now else { return nil }
        state = .judged
        return judge(presses)
    }

    private func judge(_ presses: [Press]) -> PressClass {
        guard let first = presses.first, let end = presses.last?.up else { return .staysDown }
        let longest = presses.map { ($0.up ?? $0.down) - $0.down }.max() ?? .zero
        if longest >= Self.leastHold { return .full(longest) }
        guard longest <= Self.longestPulse else { return .unclear(longest) }
        guard presses.count == 1 else {
            guard end - first.down >= Self.leastHold, let last = presses.last else { return .unclear(longest) }
            return .repeatingPulses(presses.count, every: (last.down - first.down) / (presses.count - 1))
        }
        return first.down - asked < Self.earliestRelease ? .pulse(longest) : .latePulse(longest)
    }
}
