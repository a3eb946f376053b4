// SPDX-License-Identifier: GPL-3.0-or-later

/// The characteristics of the PC's service (protocol note §1).
enum PCCharacteristic: CaseIterable, Hashable, Sendable {
    case receive, transmit, status, response

    var uuid: BluetoothUUID {
        switch self {
        case .receive: PCServiceUUID.receive
        case .transmit: PCServiceUUID.transmit
        case .status: PCServiceUUID.status
        case .response: PCServiceUUID.response
        }
    }

    init?(_ uuid: BluetoothUUID) {
        guard let known = Self.allCases.first(where: { $0.uuid == uuid }) else { return nil }
        self = known
    }
}

/// Where a characteristic's value is and what may be done with it.
struct GATTCharacteristic: Hashable, Sendable {
    /// Bluetooth Core, Vol 3, Part G, 3.3.1.1.
    struct Properties: OptionSet, Hashable, Sendable {
        let rawValue: UInt8

        static let read = Properties(rawValue: 0x02)
        static let writeWithoutResponse = Properties(rawValue: 0x04)
        static let write = Properties(rawValue: 0x08)
        static let notify = Properties(rawValue: 0x10)
    }

    var properties: Properties
    var valueHandle: UInt16
}

/// A characteristic declaration's value: properties, value handle, UUID (Vol 3, Part G, 3.3.1).
struct GATTDeclaration {
    let uuid: BluetoothUUID
    let characteristic: GATTCharacteristic

    init?(_ value: [UInt8]) {
        guard value.count > 3, let uuid = BluetoothUUID(littleEndian: value[3...]) else { return nil }
        self.uuid = uuid
        characteristic = GATTCharacteristic(
            properties: .init(rawValue: value[0]), valueHandle: UInt16(value[1]) | UInt16(value[2]) << 8)
    }
}
