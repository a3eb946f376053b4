// SPDX-License-Identifier: GPL-3.0-or-later
import PCLink
import PCProtocol
package import SwitchCore

/// What a bridge keeps of its own doings, for whoever looks for a fault: counts, times, and the latest events and stops. Its
/// size is bounded, and nothing in it is private.
package struct BridgeTally: Sendable {
    package static let eventLimit = 500
    package static let stopLimit = 50

    package private(set) var begun: ClockReading
    package private(set) var load = BridgeLoad()
    /// Presses kept back, by filter.
    package private(set) var rejected: [FilterKind: Int] = [:]
    package private(set) var acknowledged = 0
    package private(set) var refused = 0
    package private(set) var notAnswered = 0
    package private(set) var tooLate = 0
    /// Starts that were taken, and those of them that began.
    package private(set) var starts = 0
    package private(set) var startsBegun = 0
    package private(set) var refusedStarts = 0
    package private(set) var connections = 0
    package private(set) var lostConnections = 0
    /// From the press, or what it came to, until the PC had done it.
    package private(set) var pressToAcknowledged = LatencyHistogram()
    /// From when it was sent until the PC had answered.
    package private(set) var roundTrips = LatencyHistogram()
    package private(set) var events = Recent<TallyEntry>(limit: BridgeTally.eventLimit)
    package private(set) var stops = Recent<TallyStop>(limit: BridgeTally.stopLimit)

    package init(at now: ClockReading) { begun = now }

    package mutating func happened(_ event: BridgeEvent, _ load: BridgeLoad, at now: ClockReading) {
        self.load = load
        switch event {
        case .notice(let notice): noticed(notice, at: now)
        case .rejected(_, let filter): rejected[filter, default: 0] += 1
        case .answered(let sent, let outcome, let time): answered(sent, outcome, at: time)
        case .connection(.connected): connections += 1
        case .connection(.lost): lostConnections += 1
        case .connection, .meanings, .changedPC, .changedProfile, .devicesChanged, .stateChanged, .moved, .selected,
            .lasting, .asked, .idleAct, .closed:
            break
        }
        guard var entry = TallyEntry(event) else { return }
        entry.unixMilliseconds = now.unixMilliseconds
        events.append(entry)
    }

    private mutating func noticed(_ notice: ForwardingNotice, at now: ClockReading) {
        switch notice {
        case .starting: starts += 1
        case .started: startsBegun += 1
        case .startRefused, .stoppedAlready: refusedStarts += 1
        case .actionTooLate: tooLate += 1
        case .stopped(let stop):
            stops.append(
                TallyStop(
                    unixMilliseconds: now.unixMilliseconds, reason: stop.reason, mayHaveBeenHeld: stop.mayStillBeHeld))
        case .releaseConfirmed: stops.changeLatest { $0.wasReleasedLater = $0.mayHaveBeenHeld }
        case .idleStopSoon, .actionRefused, .stopping, .mayHaveBeenTyped: break
        }
    }

    private mutating func answered(_ sent: Outgoing, _ outcome: RequestOutcome, at time: Instant) {
        if let sentAt = load.sentAt, outcome != .timedOut { roundTrips.add(time - sentAt) }
        switch outcome {
        case .acknowledged:
            acknowledged += 1
            if sent.begins { pressToAcknowledged.add(time - sent.time) }
        case .refused: refused += 1
        case .timedOut: notAnswered += 1
        }
    }
}

extension Outgoing {
    /// Whether it is what its user waits for, rather than the end of that.
    fileprivate var begins: Bool {
        switch self {
        case .edge(let edge): edge.state == .down
        case .action(let step): step.phase != .end
        }
    }
}
