// SPDX-License-Identifier: GPL-3.0-or-later

/// The kernel's Bluetooth management interface with one adapter, packet for packet (include/net/bluetooth/mgmt.h).
struct SimulatedKernel {
    /// An adapter.
    var isPresent = true
    var isPowered = true
    private(set) var isScanning = false

    static let removed = packet(0x0005, [])
    static let added = packet(0x0004, [])

    private static let powered: UInt8 = 0x01
    private static let lowEnergy: UInt8 = 0x02

    /// What it tells in answer to a command, in order. Ending a link is for whoever keeps the links.
    mutating func run(_ command: [UInt8]) -> [[UInt8]] {
        let opcode = Int(command[0]) | Int(command[1]) << 8
        let parameters = Array(command.dropFirst(6))
        func complete(_ answer: [UInt8] = [], status: UInt8 = 0) -> [UInt8] {
            Self.packet(0x0001, [command[0], command[1], status] + answer, index: (command[2], command[3]))
        }
        // Read Index List.
        if opcode == 0x0003 { return [complete(isPresent ? [1, 0, 0, 0] : [0, 0])] }
        guard isPresent else { return [complete(status: 0x11)] }
        switch opcode {
        // Read Controller Information: address, version, manufacturer, supported and current settings.
        case 0x0004:
            let current = (isPowered ? Self.powered : 0)
            return [
                complete([1, 2, 3, 4, 5, 6, 9, 2, 0, Self.powered, Self.lowEnergy, 0, 0, current, Self.lowEnergy, 0, 0])
            ]
        case 0x0005:
            isPowered = parameters.first == 1
            if !isPowered { isScanning = false }
            return [complete([isPowered ? Self.powered : 0, Self.lowEnergy, 0, 0])]
        case 0x0014: return [complete(Array(parameters.prefix(7)))]
        case 0x0015: return [complete([0, 0])]
        case 0x0023, 0x0024:
            isScanning = opcode == 0x0023
            return [complete([6]), Self.packet(0x0013, [6, isScanning ? 1 : 0])]
        default: return [complete()]
        }
    }

    /// A PC heard at this address (Device Found): signal, flags, and its service as an advertisement names it.
    static func found(_ address: [UInt8]) -> [UInt8] {
        let data: [UInt8] = [2, 0x01, 0x06, 17, 0x07] + SimulatedPeer.uuid(0xe8)
        return packet(0x0012, address + [2, 0xc4, 0, 0, 0, 0, UInt8(data.count), 0] + data)
    }

    private static func packet(_ code: UInt8, _ parameters: [UInt8], index: (UInt8, UInt8) = (0, 0)) -> [UInt8] {
        [code, 0, index.0, index.1, UInt8(parameters.count), 0] + parameters
    }
}
