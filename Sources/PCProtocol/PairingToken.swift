// SPDX-License-Identifier: GPL-3.0-or-later
import CSodium

/// The secret that a PC gives a remote at pairing. It never shows in a description, a log or a failing test.
package struct PairingToken: Hashable, Sendable {
    /// Bytes of UTF-8.
    package static let byteRange = 1...512

    /// The secret itself: for the pairing store alone.
    package let revealed: String

    /// Nil when `text` is empty or too long.
    package init?(_ text: String) {
        guard Self.byteRange.contains(text.utf8.count) else { return nil }
        revealed = text
    }

    /// HMAC-SHA256 (RFC 2104) of `message`, keyed with the bytes of the token as text (§3).
    func authenticator(of message: [UInt8]) -> [UInt8] {
        let key = Array(revealed.utf8)
        var state = crypto_auth_hmacsha256_state()
        // The three calls cannot fail: they always return 0.
        _ = crypto_auth_hmacsha256_init(&state, key, key.count)
        _ = crypto_auth_hmacsha256_update(&state, message, UInt64(message.count))
        return [UInt8](unsafeUninitializedCapacity: Int(crypto_auth_hmacsha256_BYTES)) { buffer, count in
            guard let start = buffer.baseAddress else { return }
            _ = crypto_auth_hmacsha256_final(&state, start)
            count = Int(crypto_auth_hmacsha256_BYTES)
        }
    }
}

extension PairingToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "(pairing token)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// The six digits that both sides show while pairing, so that the user can see that they talk to each other.
package func pairingCode(desktopID: String, deviceID: String, requestNonce: String) -> String {
    // FNV-1a, 32 bits, over UTF-16 code units, each XORed in whole (§3).
    var hash: UInt32 = 2_166_136_261
    for unit in "\(desktopID)\n\(deviceID)\n\(requestNonce)".utf16 {
        hash = (hash ^ UInt32(unit)) &* 16_777_619
    }
    let digits = String(Int32(bitPattern: hash).magnitude % 1_000_000)
    return String(repeating: "0", count: 6 - digits.count) + digits
}
