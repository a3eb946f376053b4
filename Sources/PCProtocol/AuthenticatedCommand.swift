// SPDX-License-Identifier: GPL-3.0-or-later
import CSodium

/// A command on its way, with the proof that its sender holds the pairing token (§3). What came in keeps its payload as it
/// was until the proof has been checked; only then is it worth reading.
package struct AuthenticatedCommand: Hashable, Sendable {
    /// Unique per device for two minutes.
    package let id: String
    package let deviceID: String
    /// Unix time in milliseconds.
    package let timestamp: Int64
    package let type: String
    package let payload: JSONValue
    /// False: answered only when it fails.
    package let wantsAnswer: Bool
    private let proof: String

    /// A command signed with `token`, its bounds checked.
    package init(
        _ command: Command, id: String, deviceID: String, timestamp: Int64, wantsAnswer: Bool = true,
        token: PairingToken
    ) throws(ShapeError) {
        guard CommandBounds.idBytes.contains(id.utf8.count) else { throw .outOfBounds(.id) }
        guard CommandBounds.idBytes.contains(deviceID.utf8.count) else { throw .outOfBounds(.deviceID) }
        try command.validate()
        self.id = id
        self.deviceID = deviceID
        self.timestamp = timestamp
        type = command.type.rawValue
        payload = command.payload
        self.wantsAnswer = wantsAnswer
        let signed = Self.signedText(id, deviceID, timestamp, type, payload, wantsAnswer)
        proof = Base64.urlWithoutPadding.encode(token.authenticator(of: signed))
    }

    init(fields: Fields) throws(ShapeError) {
        id = try fields.text(.id, bytes: CommandBounds.idBytes)
        deviceID = try fields.text(.deviceID, bytes: CommandBounds.idBytes)
        guard let timestamp = try fields.value(.timestamp).exactInteger else { throw .wrongType(.timestamp) }
        self.timestamp = timestamp
        type = try fields.text(.type)
        payload = try fields.value(.payload)
        wantsAnswer = try fields.contains(.responseMode) ? fields.word(.responseMode, ResponseMode.self) == .ack : true
        proof = try fields.text(.auth)
    }

    static let keys: [Key] = [.version, .id, .deviceID, .timestamp, .type, .payload, .auth, .responseMode]

    /// Whether whoever sent this holds `token`. Takes the same time wherever a wrong proof differs.
    package func isAuthentic(with token: PairingToken) -> Bool {
        let expected = token.authenticator(of: Self.signedText(id, deviceID, timestamp, type, payload, wantsAnswer))
        guard let given = Base64.urlWithoutPadding.decode(proof), given.count == expected.count else { return false }
        return sodium_memcmp(given, expected, expected.count) == 0
    }

    package func command() throws(CommandError) -> Command { try Command.decode(type: type, payload: payload) }

    package func encoded() -> [UInt8] {
        guard !wantsAnswer else {
            return JSONValue.encoded([
                .auth: .string(proof), .deviceID: .string(deviceID), .id: .string(id), .payload: payload,
                .timestamp: .integer(timestamp), .type: .string(type), .version: .int(1),
            ])
        }
        return JSONValue.encoded([
            .auth: .string(proof), .deviceID: .string(deviceID), .id: .string(id), .payload: payload,
            .responseMode: .string(ResponseMode.none.rawValue), .timestamp: .integer(timestamp), .type: .string(type),
            .version: .int(1),
        ])
    }

    private enum ResponseMode: String { case ack, none }

    private static func signedText(
        _ id: String, _ deviceID: String, _ timestamp: Int64, _ type: String, _ payload: JSONValue,
        _ wantsAnswer: Bool
    ) -> [UInt8] {
        let mode = wantsAnswer ? ResponseMode.ack : .none
        var text: [UInt8] = []
        text.reserveCapacity(signedTextCapacity)
        for line in ["1", id, deviceID, String(timestamp), type] {
            text += line.utf8
            text.append(UInt8(ascii: "\n"))
        }
        text += payload.encoded()
        text.append(UInt8(ascii: "\n"))
        text += mode.rawValue.utf8
        return text
    }

    /// Bytes that a press and the like do not exceed, so that their text is made in one piece.
    private static let signedTextCapacity = 384
}

extension AuthenticatedCommand: CustomStringConvertible, CustomReflectable {
    package var description: String { "\(DisplayText.display(type, characters: 40)) command" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
