// SPDX-License-Identifier: GPL-3.0-or-later

/// The stops that a user can perform, judged on raw physical edges ahead of filters and profiles.
///
/// With hold-to-stop 5000, three presses within 2000, the stop switch 8 (D press, U release, times in ms):
///
/// | no. | edges                              | stop               | why                                            |
/// | --- | ---------------------------------- | ------------------ | ---------------------------------------------- |
/// | 1   | D0                                 | held at 5000       | while still down, not at the release           |
/// | 2   | D0 U4999                           | none               | let go of in time                              |
/// | 3   | D0 U5000                           | held at 5000       | a time that is reached goes first              |
/// | 4   | D0 U2000 D2049                     | held at 5000       | a gap of 49 is chatter                         |
/// | 5   | D0 U2000 D2050                     | held at 7050       | a gap of 50 is a new press                     |
/// | 6   | D0 U4990 D5010                     | held at 5010       | not down at 5000, but at the end of the gap    |
/// | 7   | D0 U10 D1000 U1010 D2000           | user at 2000       | the first and the third are 2000 apart         |
/// | 8   | D0 U10 D1000 U1010 D2001           | none               | 2001 apart                                     |
/// | 9   | D0 U10 D20 U30 D40                 | none               | chatter is one press                           |
/// | 10  | D0 of switch 8                     | user at 0          | the stop switch                                |
/// | 11  | D0 of a pulse or latching switch   | none               | it does not follow the hand                    |
/// | 12  | found down, U9000                  | none               | counts for nothing until it has been up        |
package struct SafetyWatch: Sendable {
    /// A contact that opens for less than this was not let go of.
    package static let chatterGap = Duration.milliseconds(50)

    private enum Contact: Hashable {
        /// Next: `down`.
        case up
        /// Held since; next: `opened`, or `spent` when it has stopped forwarding.
        case down(since: Instant)
        /// Just opened; next: `down`, with the old `since` within the chatter gap, else with a new one.
        case opened(since: Instant, at: Instant)
        /// Down, but this hold counts no more: it was found down, or it has stopped forwarding. Next: `up`.
        case spent
    }

    private struct Watched {
        let id: SwitchID
        let canHold: Bool
        var contact = Contact.up
        /// The latest presses, at most as many as stop.
        var presses: [Instant] = []
    }

    private var watched: [Watched]
    private let hold: Duration
    private let pressesToStop: SafetySettings.PressesToStop?
    private let stopSwitch: SwitchID?

    /// `scanning`: the PC scans, where holding has a meaning and its own time to stop.
    package init(switches: [ProfileSwitch], safety: SafetySettings, scanning: Bool) {
        watched = switches.map { Watched(id: $0.id, canHold: $0.canHoldToStop(under: safety)) }
        hold = scanning ? safety.scanningHoldToStop : safety.holdToStop
        pressesToStop = safety.pressesToStop
        stopSwitch = safety.stopSwitch
    }

    package var deadline: Instant? { nextHold?.end }

    /// A hold whose time was reached before the edge comes first. Edges of unknown switches are ignored.
    package mutating func edgeArrived(_ edge: Edge) -> StopReason? {
        let held = timeReached(edge.time)
        guard let index = watched.firstIndex(where: { $0.id == edge.switchID }) else { return held }
        let pressed =
            switch edge.state {
            case .down: pressArrived(on: index, at: edge.time)
            case .up: releaseArrived(on: index, at: edge.time)
            }
        return held ?? pressed
    }

    package mutating func timeReached(_ now: Instant) -> StopReason? {
        guard let next = nextHold, next.end <= now else { return nil }
        watched[next.index].contact = .spent
        return .heldToStop(watched[next.index].id)
    }

    /// Forgets what went before. Holds of switches in `down` count only after they have been up.
    package mutating func reset(down: SwitchSet) {
        for index in watched.indices {
            watched[index].contact = down.contains(watched[index].id) ? .spent : .up
            watched[index].presses = []
        }
    }

    private var nextHold: (index: Int, end: Instant)? {
        let holds = watched.indices.compactMap { index -> (index: Int, end: Instant)? in
            guard watched[index].canHold, case .down(let since) = watched[index].contact else { return nil }
            return (index, since + hold)
        }
        return holds.min { $0.end < $1.end }
    }

    private mutating func pressArrived(on index: Int, at time: Instant) -> StopReason? {
        switch watched[index].contact {
        case .down, .spent:
            return nil
        case .opened(let since, let opening) where time - opening < Self.chatterGap:
            watched[index].contact = .down(since: since)
            return timeReached(time)
        case .up, .opened:
            watched[index].contact = .down(since: time)
            if watched[index].id == stopSwitch { return .userStopped }
            return pressCounted(on: index, at: time)
        }
    }

    private mutating func releaseArrived(on index: Int, at time: Instant) -> StopReason? {
        switch watched[index].contact {
        case .down(let since): watched[index].contact = .opened(since: since, at: time)
        case .spent: watched[index].contact = .up
        case .up, .opened: break
        }
        return nil
    }

    private mutating func pressCounted(on index: Int, at time: Instant) -> StopReason? {
        guard let pressesToStop else { return nil }
        watched[index].presses.append(time)
        let surplus = watched[index].presses.count - pressesToStop.count
        guard surplus >= 0 else { return nil }
        watched[index].presses.removeFirst(surplus)
        guard let first = watched[index].presses.first, time - first <= pressesToStop.within else { return nil }
        watched[index].presses = []
        return .userStopped
    }
}
