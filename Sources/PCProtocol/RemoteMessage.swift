// SPDX-License-Identifier: GPL-3.0-or-later

/// A message from a remote to a PC (§3).
package enum RemoteMessage: Hashable, Sendable {
    case command(AuthenticatedCommand)
    case pairingRequest(PairingRequest)

    package static let pairingType = "pairing.request"

    /// What the PC cannot read, with the request's id where it could be told.
    package enum Problem: Error, Hashable, Sendable {
        case notJSON(JSONError)
        case wrongVersion(id: String?)
        case shape(ShapeError, id: String?)
    }

    package init(decoding message: [UInt8]) throws(Problem) {
        let value: JSONValue
        do { value = try JSONValue(parsing: message) } catch { throw .notJSON(error) }
        let id = value.members?[Key.id.rawValue]?.text.flatMap {
            CommandBounds.idBytes.contains($0.utf8.count) ? $0 : nil
        }
        guard value.members?[Key.version.rawValue]?.exactInteger == 1 else { throw .wrongVersion(id: id) }
        do { try self.init(value) } catch { throw .shape(error, id: id) }
    }

    private init(_ value: JSONValue) throws(ShapeError) {
        if try Fields(open: value).text(.type) == Self.pairingType {
            self = .pairingRequest(try PairingRequest(fields: Fields(value, [.version, .id, .type, .payload])))
        } else {
            self = .command(try AuthenticatedCommand(fields: Fields(value, AuthenticatedCommand.keys)))
        }
    }

    package func encoded() -> [UInt8] {
        switch self {
        case .command(let command): command.encoded()
        case .pairingRequest(let request): request.encoded()
        }
    }
}

/// A remote asks to be paired. It carries no secret of its own, but its nonce makes the pairing code, so it is not shown.
package struct PairingRequest: Hashable, Sendable {
    package let id: String
    package let deviceID: String
    package let deviceName: DeviceName
    package let desktopID: String
    package let requestNonce: String

    package init(
        id: String, deviceID: String, deviceName: DeviceName, desktopID: String, requestNonce: String
    ) throws(ShapeError) {
        guard CommandBounds.idBytes.contains(id.utf8.count) else { throw .outOfBounds(.id) }
        guard CommandBounds.idBytes.contains(deviceID.utf8.count) else { throw .outOfBounds(.deviceID) }
        guard CommandBounds.idBytes.contains(desktopID.utf8.count) else { throw .outOfBounds(.desktopID) }
        guard CommandBounds.idBytes.contains(requestNonce.utf8.count) else { throw .outOfBounds(.requestNonce) }
        self.id = id
        self.deviceID = deviceID
        self.deviceName = deviceName
        self.desktopID = desktopID
        self.requestNonce = requestNonce
    }

    init(fields: Fields) throws(ShapeError) {
        let payload = try Fields(
            try fields.value(.payload), [.deviceID, .deviceName, .desktopID, .requestNonce])
        guard let name = DeviceName(try payload.text(.deviceName)) else { throw .outOfBounds(.deviceName) }
        try self.init(
            id: try fields.text(.id), deviceID: try payload.text(.deviceID), deviceName: name,
            desktopID: try payload.text(.desktopID), requestNonce: try payload.text(.requestNonce))
    }

    /// The six digits to show.
    package var code: String {
        pairingCode(desktopID: desktopID, deviceID: deviceID, requestNonce: requestNonce)
    }

    package func encoded() -> [UInt8] {
        JSONValue.object([
            .version: .int(1), .id: .string(id), .type: .string(RemoteMessage.pairingType),
            .payload: .object([
                .deviceID: .string(deviceID), .deviceName: .string(deviceName.text), .desktopID: .string(desktopID),
                .requestNonce: .string(requestNonce),
            ]),
        ]).encoded()
    }
}

extension PairingRequest: CustomStringConvertible, CustomReflectable {
    package var description: String { "pairing request" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
