// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol
import SwitchCore

/// Knows from the contacts alone which edges have to arrive at the PC, where no filter stands in their way: each once, in order,
/// and soon, unless forwarding stops. It shares nothing with the machines that it checks.
struct EdgeOracle {
    /// 1 s in the queue, 3 s for an answer, and some room.
    private static let patience = Duration.seconds(6)

    private struct Expected {
        var id: SwitchID
        var state: EdgeState
        var since: Instant
    }

    private var isOn = false
    private var forwarded = SwitchSet()
    /// As read.
    private var down = SwitchSet()
    private var taken = SwitchSet()
    /// After a stop: what was on its way, and may still arrive.
    private var expected: [Expected] = []

    /// Forwarding is on.
    mutating func began(forwarding switches: SwitchSet) {
        isOn = true
        forwarded = switches
        taken = []
        expected = []
    }

    /// It stops, or nobody knows of it any more.
    mutating func ended() { isOn = false }

    /// Another device or another process.
    mutating func attached(_ id: SwitchID) {
        down.remove(id)
        taken.remove(id)
    }

    mutating func read(_ id: SwitchID, _ state: EdgeState, isForwarding: Bool, at now: Instant) {
        let wasDown = down.contains(id)
        if state == .down { down.insert(id) } else { down.remove(id) }
        guard isOn, isForwarding, forwarded.contains(id), wasDown == (state == .up) else { return }
        switch state {
        case .down: taken.insert(id)
        case .up:
            guard taken.contains(id) else { return }
            taken.remove(id)
        }
        expected.append(Expected(id: id, state: state, since: now))
    }

    /// The PC did this; false when no contact did, or another one before it.
    mutating func executed(_ id: SwitchID, _ state: EdgeState) -> Bool {
        guard let first = expected.first, first.id == id, first.state == state else { return false }
        expected.removeFirst()
        return true
    }

    func mix(into print: inout Fingerprint) {
        print.mix(isOn)
        print.mix(down)
        print.mix(taken)
        for one in expected {
            print.mix(one.id, one.state)
            print.mix(one.since)
        }
    }

    /// How many should have arrived by now.
    mutating func takeLost(at now: Instant, hungUntil end: Instant) -> Int {
        guard isOn, let first = expected.first, now > end, now - max(first.since, end) > Self.patience else {
            return 0
        }
        let count = expected.count
        expected = []
        return count
    }
}

extension PCEvent {
    /// An edge of a session that was carried out.
    var edge: (SwitchID, EdgeState)? {
        switch self {
        case .edge(let edge): (edge.switchID, edge.state)
        case .pressed, .released, .tapped, .scanned, .command, .sessionStarted, .sessionEnded, .releaseFailed: nil
        }
    }
}
