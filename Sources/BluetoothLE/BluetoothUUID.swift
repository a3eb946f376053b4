// SPDX-License-Identifier: GPL-3.0-or-later

/// What services, characteristics and descriptors are told apart by (Bluetooth Core, Vol 3, Part B, 2.5.1).
enum BluetoothUUID: Hashable, Sendable {
    case short(UInt16)
    /// Sixteen bytes, least significant first, as on the wire.
    case long([UInt8])

    /// From two or sixteen bytes as on the wire; nil for any other length.
    init?(littleEndian bytes: some Collection<UInt8>) {
        let bytes = Array(bytes)
        switch bytes.count {
        case 2: self = .short(UInt16(bytes[0]) | UInt16(bytes[1]) << 8)
        case 16: self = .long(bytes)
        default: return nil
        }
    }

    /// As on the wire.
    var littleEndian: [UInt8] {
        switch self {
        case .short(let value): [UInt8(truncatingIfNeeded: value), UInt8(value >> 8)]
        case .long(let bytes): bytes
        }
    }
}

/// The UUIDs of the PC's service (protocol note §1).
enum PCServiceUUID {
    static let service = numbered(0xe8)
    /// Remote to PC: write, write without response.
    static let receive = numbered(0xe9)
    /// PC to remote: notify.
    static let transmit = numbered(0xea)
    static let status = numbered(0xeb)
    /// Answers to be read, where the status says so.
    static let response = numbered(0xec)

    /// 7a78f7XX-1d6d-4d92-9ef0-1f89d3db21f4, last byte first.
    private static func numbered(_ number: UInt8) -> BluetoothUUID {
        .long([
            0xf4, 0x21, 0xdb, 0xd3, 0x89, 0x1f, 0xf0, 0x9e, 0x92, 0x4d, 0x6d, 0x1d, number, 0xf7, 0x78, 0x7a,
        ])
    }
}
