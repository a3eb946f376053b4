// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore

/// When to try the message bus again. The waits double and then end: a box without a bus is not woken for ever.
struct BusRetry {
    static let firstWait = Duration.seconds(1)
    /// Attempts after which only `SystemBus.connect` tries again: about an hour after the first.
    static let attemptLimit = 12
    /// A connection that stood for less than this was none: the waits go on as before.
    static let steadyTime = Duration.seconds(60)

    private var attempts = 0
    private var connectedAt: Instant?

    mutating func connected(at now: Instant) { connectedAt = now }

    /// The wait before the next attempt; nil when there is to be none.
    mutating func failed(at now: Instant) -> Duration? {
        if let connectedAt, now - connectedAt >= Self.steadyTime { attempts = 0 }
        connectedAt = nil
        guard attempts < Self.attemptLimit else { return nil }
        defer { attempts += 1 }
        return Self.firstWait * (1 << attempts)
    }

    /// Somebody asked for the bus: begin anew.
    mutating func askedFor() { attempts = 0 }
}
