// SPDX-License-Identifier: GPL-3.0-or-later

/// Why a peer refused a request (Bluetooth Core, Vol 3, Part F, 3.4.1.1). Any byte is kept.
struct ATTErrorCode: RawRepresentable, Hashable, Sendable {
    let rawValue: UInt8

    init(rawValue: UInt8) { self.rawValue = rawValue }

    static let invalidHandle = ATTErrorCode(rawValue: 0x01)
    static let readNotPermitted = ATTErrorCode(rawValue: 0x02)
    static let writeNotPermitted = ATTErrorCode(rawValue: 0x03)
    static let invalidPDU = ATTErrorCode(rawValue: 0x04)
    static let insufficientAuthentication = ATTErrorCode(rawValue: 0x05)
    static let requestNotSupported = ATTErrorCode(rawValue: 0x06)
    static let invalidOffset = ATTErrorCode(rawValue: 0x07)
    static let insufficientAuthorization = ATTErrorCode(rawValue: 0x08)
    static let attributeNotFound = ATTErrorCode(rawValue: 0x0a)
    static let attributeNotLong = ATTErrorCode(rawValue: 0x0b)
    static let encryptionKeyTooShort = ATTErrorCode(rawValue: 0x0c)
    static let invalidValueLength = ATTErrorCode(rawValue: 0x0d)
    static let unlikelyError = ATTErrorCode(rawValue: 0x0e)
    static let insufficientEncryption = ATTErrorCode(rawValue: 0x0f)
    static let insufficientResources = ATTErrorCode(rawValue: 0x11)

    /// Whether the peer wants the two devices bonded, or the link encrypted, before it grants this.
    var demandsPairing: Bool {
        switch self {
        case .insufficientAuthentication, .insufficientEncryption, .encryptionKeyTooShort: true
        default: false
        }
    }
}

extension ATTErrorCode: CustomStringConvertible {
    /// For logs, such as "attribute not found (0x0a)".
    var description: String {
        let digits = String(rawValue, radix: 16)
        return "\(meaning) (0x\(digits.count == 1 ? "0" : "")\(digits))"
    }

    private var meaning: String {
        switch self {
        case .invalidHandle: "invalid handle"
        case .readNotPermitted: "read not permitted"
        case .writeNotPermitted: "write not permitted"
        case .invalidPDU: "invalid PDU"
        case .insufficientAuthentication: "insufficient authentication"
        case .requestNotSupported: "request not supported"
        case .invalidOffset: "invalid offset"
        case .insufficientAuthorization: "insufficient authorization"
        case .attributeNotFound: "attribute not found"
        case .attributeNotLong: "attribute not long"
        case .encryptionKeyTooShort: "encryption key too short"
        case .invalidValueLength: "invalid value length"
        case .unlikelyError: "unlikely error"
        case .insufficientEncryption: "insufficient encryption"
        case .insufficientResources: "insufficient resources"
        default: unnamedMeaning
        }
    }

    private var unnamedMeaning: String {
        switch rawValue {
        case 0x09: "prepare queue full"
        case 0x10: "unsupported group type"
        case 0x12: "database out of sync"
        case 0x13: "value not allowed"
        case 0x80...0x9f: "application error"
        case 0xe0...0xff: "common profile error"
        default: "unnamed error"
        }
    }
}
