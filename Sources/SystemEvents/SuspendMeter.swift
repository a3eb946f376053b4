// SPDX-License-Identifier: GPL-3.0-or-later
package import SwitchCore

/// Recognises that the machine slept: `CLOCK_BOOTTIME` goes on meanwhile and `CLOCK_MONOTONIC` stands still, so the one runs
/// ahead of the other by all the time slept since the boot (clock_gettime(2)).
package struct SuspendMeter: Hashable, Sendable {
    /// What is slept at least to be told of.
    package static let least = Duration.seconds(1)

    private var ahead: Duration?

    package init() {}

    /// - Parameters:
    ///   - boottime: read *before* `monotonic`. Whatever keeps the process from running in between then makes the difference
    ///     too small, never too great, and the greatest one seen is the true one.
    /// - Returns: how long the machine slept since it was last looked at, nil for not at all.
    package mutating func looked(boottime: Instant, monotonic: Instant) -> Duration? {
        let difference = boottime - monotonic
        guard let before = ahead else {
            ahead = difference
            return nil
        }
        // Shorter sleeps add up rather than being forgotten one by one. The two clocks tick alike and do not drift.
        guard difference - before > Self.least else { return nil }
        ahead = difference
        return difference - before
    }
}
