// SPDX-License-Identifier: GPL-3.0-or-later
package import SwitchCore

/// Keeps work that may wait to a tenth of the time, or little more.
package enum TimeShare {
    /// How many times as long as the work took it rests.
    package static let rest = 9

    /// After something that took very long, such as a write to a slow disk, it does not rest in proportion: what waits may be
    /// a stop.
    package static let longestRest = Duration.milliseconds(100)

    /// When work that was done from `began` to `ended` may go on.
    package static func end(ofRestAfter began: Instant, _ ended: Instant) -> Instant {
        ended + min((ended - began) * rest, longestRest)
    }
}
