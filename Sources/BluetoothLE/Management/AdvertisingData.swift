// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol

/// One device that was heard.
struct Advertisement: Hashable, Sendable {
    var address: BluetoothAddress
    /// In dBm; nil where the adapter does not know.
    var signal: Int?
    var data: AdvertisingData

    init(address: BluetoothAddress, signal: Int?, _ data: AdvertisingData) {
        self.address = address
        self.signal = signal
        self.data = data
    }

    /// 127 stands for "not available" (Bluetooth Core, Vol 4, Part E, 7.7.65.2).
    static func signal(_ value: Int8) -> Int? { value == 127 ? nil : Int(value) }
}

/// What a device says of itself while it advertises (Core Specification Supplement, Part A): fields of a length, a type
/// and a value. The kernel appends a scan response to the advertisement that it belongs to.
struct AdvertisingData: Hashable, Sendable {
    /// Characters of a name that are kept.
    static let nameLimit = 80
    /// Bytes that are looked at: the most that extended advertising carries.
    static let sizeLimit = 1650

    /// Fit to be shown; empty when there is none.
    private(set) var name = ""
    private(set) var services: Set<BluetoothUUID> = []

    var isSwitchifyPC: Bool { services.contains(PCServiceUUID.service) }

    /// Fields that break off end the reading; what stood before them counts.
    init(_ bytes: [UInt8]) {
        var reader = ByteReader(bytes.prefix(Self.sizeLimit))
        // A length of zero ends the significant part (Bluetooth Core, Vol 3, Part C, 11).
        while let length = reader.byte(), length > 0, let type = reader.byte(),
            let value = reader.bytes(Int(length) - 1)
        {
            take(type, value)
        }
    }

    private mutating func take(_ type: UInt8, _ value: [UInt8]) {
        switch type {
        // Incomplete and complete lists of 16-bit and 128-bit service UUIDs.
        case 0x02, 0x03: takeServices(value, size: 2)
        case 0x06, 0x07: takeServices(value, size: 16)
        // The complete name wins over a shortened one, in either order.
        case 0x08: if name.isEmpty { name = Self.shown(value) }
        case 0x09: name = Self.shown(value)
        default: break
        }
    }

    private mutating func takeServices(_ value: [UInt8], size: Int) {
        for start in stride(from: 0, through: value.count - size, by: size) {
            if let uuid = BluetoothUUID(littleEndian: value[start..<start + size]) { services.insert(uuid) }
        }
    }

    private static func shown(_ value: [UInt8]) -> String {
        DisplayText.display(String(decoding: value, as: UTF8.self), characters: nameLimit)
    }
}
