// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore

/// Knows from the contacts alone which switch has been held long enough to start, since it was up after the last stop.
struct StartOracle {
    private struct Hold {
        var since: Instant?
        var openedAt: Instant?
    }

    private let duration: Duration?
    private var holds: [SwitchID: Hold] = [:]
    private var offSince = Instant(nanoseconds: 0)

    init(_ profile: Profile) {
        if case .gesture(let gesture) = profile.idle.start, case .hold(let duration) = gesture.manner {
            self.duration = duration
        } else {
            duration = nil
        }
    }

    mutating func stopped(at now: Instant) { offSince = now }

    mutating func attached(_ id: SwitchID) { holds[id] = nil }

    mutating func read(_ id: SwitchID, _ state: EdgeState, of time: Instant) {
        switch state {
        case .up: holds[id]?.openedAt = time
        case .down:
            // A contact that opens for less was not let go of.
            if let hold = holds[id], let opened = hold.openedAt, time - opened < .milliseconds(50) {
                holds[id]?.openedAt = nil
            } else {
                holds[id] = Hold(since: time)
            }
        }
    }

    func isHeld(_ id: SwitchID, at now: Instant) -> Bool {
        guard let duration, let since = holds[id]?.since else { return false }
        return since >= offSince && now - since >= duration
    }
}
