// SPDX-License-Identifier: GPL-3.0-or-later
package import SwitchCore

/// Keeps work that may wait to a tenth of the time.
package enum TimeShare {
    /// How many times as long as the work took it rests.
    package static let rest = 9

    /// When work that was done from `began` to `ended` may go on.
    package static func end(ofRestAfter began: Instant, _ ended: Instant) -> Instant { ended + (ended - began) * rest }
}
