// SPDX-License-Identifier: GPL-3.0-or-later

/// Random identifiers, from the system's generator (getrandom(2) under Swift's `SystemRandomNumberGenerator`).
package enum RandomText {
    /// 32 bits in hexadecimal: tells this process's messages from those of other remotes (protocol note §2).
    static func idPrefix() -> String { hexadecimal(digits: 8) }

    /// What goes into the six digits of a pairing, so that they cannot be foreseen: 128 bits.
    static func nonce() -> String { hexadecimal(digits: 32) }

    /// What PCs know this box by: 48 bits.
    package static func deviceID() -> String { hexadecimal(digits: 12) }

    private static func hexadecimal(digits: Int) -> String {
        String((0..<digits).map { _ in "0123456789abcdef".randomElement() ?? "0" })
    }
}
