// SPDX-License-Identifier: GPL-3.0-or-later

/// How its user is told of changes where there is no screen.
package struct AnnouncementSettings: Hashable, Sendable {
    package enum Level: String, Hashable, Sendable, CaseIterable {
        case off
        /// What one has to know: on, off and why, and what has gone wrong.
        case short
        case full
    }

    package var level: Level
    /// A light of this box, by its name in `/sys/class/leds`.
    package var light: String?
    /// Whether lights of the switch device itself show the state too, while it is captured.
    package var usesDeviceLights: Bool

    package init(level: Level = .short, light: String? = nil, usesDeviceLights: Bool = false) {
        self.level = level
        self.light = light
        self.usesDeviceLights = usesDeviceLights
    }
}
