// SPDX-License-Identifier: GPL-3.0-or-later

/// Why a PC refused (§4). A code that is not known is a failure like any other.
package enum ErrorCode: Hashable, Sendable {
    case invalidVersion, invalidType, invalidPayload, invalidAuth, unknownDevice, expiredTimestamp, duplicateRequest
    case unsupportedCommand, inputFailed, nameUpdateFailed
    /// Made fit to be shown, at most 64 characters.
    case other(String)

    package static let otherLimit = 64

    private static let known: [(ErrorCode, String)] = [
        (.invalidVersion, "invalid_version"), (.invalidType, "invalid_type"), (.invalidPayload, "invalid_payload"),
        (.invalidAuth, "invalid_auth"), (.unknownDevice, "unknown_device"), (.expiredTimestamp, "expired_timestamp"),
        (.duplicateRequest, "duplicate_request"), (.unsupportedCommand, "unsupported_command"),
        (.inputFailed, "input_failed"), (.nameUpdateFailed, "name_update_failed"),
    ]

    package init(_ text: String) {
        // What shows as a code that is known is that code.
        let shown = DisplayText.display(text, characters: Self.otherLimit)
        self = Self.known.first { $0.1 == shown }?.0 ?? .other(shown)
    }

    package var text: String {
        if case .other(let text) = self { return text }
        return Self.known.first { $0.0 == self }?.1 ?? ""
    }
}

/// The messages that an `invalid_auth` answer to a pairing request carries (§3).
package enum PairingRefusal: String, Hashable, Sendable, CaseIterable {
    case rejected = "pairing_rejected"
    case expired = "pairing_request_expired"
    case mismatch = "pairing_mismatch"
}
