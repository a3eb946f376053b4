// SPDX-License-Identifier: GPL-3.0-or-later

/// What a light of a box can be called: as a directory below `/sys/class/leds`, and never a way out of it.
package enum LightName {
    /// In bytes. LED_MAX_NAME_SIZE of the kernel's `leds.h` is one more, for the end of the string.
    package static let limit = 63

    package static func isFit(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= limit && !name.hasPrefix(".") && !name.contains("/") && !name.contains("\0")
    }
}
