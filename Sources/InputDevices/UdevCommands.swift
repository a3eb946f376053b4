// SPDX-License-Identifier: GPL-3.0-or-later

/// What a person types so that udev does as its rules say.
package enum UdevCommands {
    /// Reads the rules anew and applies them to what is plugged in already.
    /// - Parameter subsystem: of the kernel, such as "input".
    package static func applyRules(to subsystem: String) -> [String] {
        ["sudo udevadm control --reload", trigger(subsystem)]
    }

    /// Applies the rules that udev knows. The event is a change, as udevadm(8) has it.
    package static func trigger(_ subsystem: String) -> String {
        "sudo udevadm trigger --subsystem-match=\(subsystem)"
    }
}
