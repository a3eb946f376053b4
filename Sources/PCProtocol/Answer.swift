// SPDX-License-Identifier: GPL-3.0-or-later

/// What a PC answers (§4). Keys that are not known are ignored: newer PCs may say more.
package enum Answer: Hashable, Sendable {
    /// Validated and executed.
    case ack(id: String)
    case pairingComplete(id: String, PairingGrant)
    case pointerProfile(id: String, PointerProfile)
    case profileList(id: String, SwitchCatalogue)
    /// Without an id when the PC could not read whose request it was.
    case error(id: String?, code: ErrorCode, message: String)

    /// Characters of an error's message that are kept.
    package static let messageLimit = 200

    package enum Problem: Error, Hashable, Sendable {
        case notJSON(JSONError)
        case wrongVersion
        case unknownType
        case shape(ShapeError)
        /// A catalogue refused whole, an unusable profile, a grant without a token: whose request it was is known.
        case payload(id: String, ShapeError)
    }

    /// The request that this answers.
    package var id: String? {
        switch self {
        case .ack(let id), .pairingComplete(let id, _), .pointerProfile(let id, _), .profileList(let id, _): id
        case .error(let id, _, _): id
        }
    }
}

/// An answer to a successful pairing.
package struct PairingGrant: Hashable, Sendable {
    package let desktopID: String
    package let deviceID: String
    package let token: PairingToken

    package init(desktopID: String, deviceID: String, token: PairingToken) {
        self.desktopID = desktopID
        self.deviceID = deviceID
        self.token = token
    }

    init(_ payload: JSONValue) throws(ShapeError) {
        let fields = try Fields(open: payload)
        desktopID = try fields.text(.desktopID, bytes: CommandBounds.idBytes)
        deviceID = try fields.text(.deviceID, bytes: CommandBounds.idBytes)
        guard let token = PairingToken(try fields.text(.token)) else { throw .outOfBounds(.token) }
        self.token = token
    }

    var json: JSONValue {
        .object([
            .desktopID: .string(desktopID), .deviceID: .string(deviceID), .token: .string(token.revealed),
        ])
    }
}

extension Answer {
    private enum Kind: String {
        case ack, error
        case pairingComplete = "pairing.complete"
        case pointerProfile = "pointer.profile"
        case profileList = "switch.profile.list"
    }

    package init(decoding message: [UInt8]) throws(Problem) {
        let value: JSONValue
        do { value = try JSONValue(parsing: message) } catch { throw .notJSON(error) }
        let fields: Fields
        let type: String
        do throws(ShapeError) {
            fields = try Fields(open: value)
            type = try fields.text(.type)
        } catch { throw .shape(error) }
        guard fields.optional(.version)?.exactInteger == 1 else { throw .wrongVersion }
        guard let kind = Kind(rawValue: type) else { throw .unknownType }
        self = try Self.decode(kind, fields)
    }

    private static func decode(_ kind: Kind, _ fields: Fields) throws(Problem) -> Answer {
        let payload = fields.optional(.payload) ?? .null
        let id: String
        do throws(ShapeError) {
            if kind == .error { return try decodeError(fields) }
            id = try fields.text(.id, bytes: CommandBounds.idBytes)
            guard try fields.bool(.ok) else { throw ShapeError.outOfBounds(.ok) }
        } catch { throw .shape(error) }
        do throws(ShapeError) {
            switch kind {
            case .ack, .error: return .ack(id: id)
            case .pairingComplete: return .pairingComplete(id: id, try PairingGrant(payload))
            case .pointerProfile: return .pointerProfile(id: id, try PointerProfile(payload))
            case .profileList: return .profileList(id: id, try SwitchCatalogue(payload))
            }
        } catch { throw .payload(id: id, error) }
    }

    private static func decodeError(_ fields: Fields) throws(ShapeError) -> Answer {
        let id = fields.optional(.id) == nil ? nil : try fields.text(.id, bytes: CommandBounds.idBytes)
        let error = try Fields(open: try fields.value(.error))
        let message = error.optional(.message)?.text ?? ""
        return .error(
            id: id, code: ErrorCode(try error.text(.code)),
            message: DisplayText.display(message, characters: messageLimit))
    }

    package func encoded() -> [UInt8] {
        switch self {
        case .ack(let id): Self.success(.ack, id, nil)
        case .pairingComplete(let id, let grant): Self.success(.pairingComplete, id, grant.json)
        case .pointerProfile(let id, let profile): Self.success(.pointerProfile, id, profile.json)
        case .profileList(let id, let catalogue): Self.success(.profileList, id, catalogue.json)
        case .error(let id, let code, let message):
            JSONValue.encoded([
                .error: .object([.code: .string(code.text), .message: .string(message)]), .id: .text(id),
                .ok: .bool(false),
                .type: .string(Kind.error.rawValue), .version: .int(1),
            ])
        }
    }

    private static func success(_ kind: Kind, _ id: String, _ payload: JSONValue?) -> [UInt8] {
        guard let payload else {
            return JSONValue.encoded([
                .error: .null, .id: .string(id), .ok: .bool(true), .type: .string(kind.rawValue), .version: .int(1),
            ])
        }
        return JSONValue.encoded([
            .error: .null, .id: .string(id), .ok: .bool(true), .payload: payload, .type: .string(kind.rawValue),
            .version: .int(1),
        ])
    }
}
