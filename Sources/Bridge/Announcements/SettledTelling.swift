// SPDX-License-Identifier: GPL-3.0-or-later
package import SwitchCore

/// Tells of one thing that can go to and fro, such as a link or a port that flaps: each state at once, but none a second
/// time within the quiet time. What it is by the end of that is told then, unless it was told last.
///
///     lost 0 s: said; back 2 s: said; lost 4 s: waits; back 6 s: nothing; 14 s: still back, nothing
package struct SettledTelling<State: Hashable & Sendable>: Sendable {
    /// Different states within one quiet time; more are told when that is over.
    static var recentLimit: Int { 4 }

    private let quiet: Duration
    private var present: State?
    private var said: State?
    private var recent: [(state: State, at: Instant)] = []
    package private(set) var deadline: Instant?

    package init(quiet: Duration) { self.quiet = quiet }

    /// It is so now; nil is a state that needs no words. Returns what is to be said.
    package mutating func changed(to state: State?, at now: Instant) -> State? {
        guard state != present else { return nil }
        present = state
        guard let state else {
            // Whatever was said of it is no longer so.
            said = nil
            return nil
        }
        guard deadline == nil else { return nil }
        forget(before: now)
        guard recent.count < Self.recentLimit, !recent.contains(where: { $0.state == state }) else {
            deadline = now + quiet
            return nil
        }
        return say(state, at: now)
    }

    /// It was said in other words.
    package mutating func wasSaid(_ state: State, at now: Instant) {
        present = state
        deadline = nil
        _ = say(state, at: now)
    }

    /// Early and stale calls do nothing.
    package mutating func timerFired(at now: Instant) -> State? {
        guard let due = deadline, due <= now else { return nil }
        deadline = nil
        guard let present, present != said else { return nil }
        return say(present, at: now)
    }

    private mutating func say(_ state: State, at now: Instant) -> State {
        said = state
        forget(before: now)
        recent = recent.filter { $0.state != state }
        if recent.count == Self.recentLimit { recent.removeFirst() }
        recent.append((state, now))
        return state
    }

    private mutating func forget(before now: Instant) {
        let quiet = quiet
        recent = recent.filter { $0.at + quiet > now }
    }
}
