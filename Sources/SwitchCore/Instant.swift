// SPDX-License-Identifier: GPL-3.0-or-later

/// A point of monotonic time: nanoseconds of `CLOCK_MONOTONIC`, the clock that evdev events are stamped with.
/// It stands still during suspend and never follows the wall clock.
package struct Instant: Hashable, Comparable, Sendable {
    package var nanoseconds: Int64

    package init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    package static func < (left: Instant, right: Instant) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    package static func + (left: Instant, right: Duration) -> Instant {
        Instant(nanoseconds: left.nanoseconds &+ right.nanoseconds)
    }

    /// The time from `right` to `left`; negative when `left` is earlier.
    package static func - (left: Instant, right: Instant) -> Duration {
        .nanoseconds(left.nanoseconds &- right.nanoseconds)
    }
}

extension Duration {
    /// Whole nanoseconds; durations in this program are far below the 292 years that fit.
    package var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds &* 1_000_000_000 &+ attoseconds / 1_000_000_000
    }

    /// Whole milliseconds, rounded towards zero.
    package var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds &* 1000 &+ attoseconds / 1_000_000_000_000_000
    }
}

/// The two clocks at one moment. Decisions use the monotonic one; the wall clock only stamps what leaves for the PC.
package struct ClockReading: Hashable, Sendable {
    package var instant: Instant
    /// Unix time in milliseconds.
    package var unixMilliseconds: Int64

    package init(instant: Instant, unixMilliseconds: Int64) {
        self.instant = instant
        self.unixMilliseconds = unixMilliseconds
    }
}
