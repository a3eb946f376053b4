// SPDX-License-Identifier: GPL-3.0-or-later

/// What is asked of the kernel's Bluetooth management interface (the kernel's `include/net/bluetooth/mgmt.h`). Unlike raw
/// HCI commands these work beside bluetoothd and other programs.
package enum ManagementCommand: Hashable, Sendable {
    case readIndexList
    case readInformation(adapter: UInt16)
    case setPowered(adapter: UInt16, Bool)
    case setLowEnergy(adapter: UInt16)
    case startDiscovery(adapter: UInt16)
    case stopDiscovery(adapter: UInt16)
    /// Answered once the link has ended, or at once where there is none.
    case disconnect(adapter: UInt16, BluetoothAddress)
    /// Of whatever kind, and of whichever program.
    case readConnections(adapter: UInt16)
    /// Holds from the next connection on (measured).
    case loadConnectionParameters(adapter: UInt16, BluetoothAddress, ConnectionParameters)

    /// For commands that belong to no adapter.
    static let noAdapter: UInt16 = 0xffff
    /// Public and random LE addresses.
    private static let lowEnergyKinds: UInt8 =
        1 << BluetoothAddress.Kind.public.rawValue
        | 1 << BluetoothAddress.Kind.random.rawValue

    var opcode: UInt16 {
        switch self {
        case .readIndexList: 0x0003
        case .readInformation: 0x0004
        case .setPowered: 0x0005
        case .setLowEnergy: 0x000d
        case .disconnect: 0x0014
        case .readConnections: 0x0015
        case .startDiscovery: 0x0023
        case .stopDiscovery: 0x0024
        case .loadConnectionParameters: 0x0035
        }
    }

    var adapter: UInt16 {
        switch self {
        case .readIndexList: Self.noAdapter
        case .readInformation(let adapter), .setPowered(let adapter, _), .setLowEnergy(let adapter),
            .startDiscovery(let adapter), .stopDiscovery(let adapter), .readConnections(let adapter),
            .disconnect(let adapter, _), .loadConnectionParameters(let adapter, _, _):
            adapter
        }
    }

    /// False for what answers the same command to another device: one that was given up may be answered during the next.
    func mayBeAnswered(by parameters: [UInt8]) -> Bool {
        guard case .disconnect(_, let address) = self, !parameters.isEmpty else { return true }
        return parameters.starts(with: address.bytes)
    }

    private var parameters: [UInt8] {
        switch self {
        case .readIndexList, .readInformation, .readConnections: return []
        case .setPowered(_, let isOn): return [isOn ? 1 : 0]
        case .setLowEnergy: return [1]
        case .startDiscovery, .stopDiscovery: return [Self.lowEnergyKinds]
        case .disconnect(_, let address): return address.bytes + [address.kind.rawValue]
        case .loadConnectionParameters(_, let address, let parameters):
            var bytes: [UInt8] = [1, 0]
            bytes.append(address)
            for word in [parameters.least, parameters.most, parameters.latency, parameters.timeout] {
                bytes.append(word: word)
            }
            return bytes
        }
    }

    /// The packet: opcode, adapter, length and parameters, little-endian.
    package var encoded: [UInt8] {
        let parameters = parameters
        var bytes: [UInt8] = []
        bytes.append(word: opcode)
        bytes.append(word: adapter)
        bytes.append(word: UInt16(parameters.count))
        return bytes + parameters
    }
}

/// What is asked of a connection, in the units of HCI (Bluetooth Core, Vol 4, Part E, 7.8.12).
package struct ConnectionParameters: Hashable, Sendable {
    /// The shortest and longest connection interval, in units of 1.25 ms.
    var least: UInt16
    var most: UInt16
    /// Connection events that the PC may leave out.
    var latency: UInt16
    /// The supervision timeout, in units of 10 ms: so long after the last packet the link counts as lost.
    var timeout: UInt16

    /// A press waits at most 15 ms for its turn on the air. After one second without a word the link is lost: a person who
    /// passes between box and PC must not end forwarding, and what is held must not stay so for long.
    static let forForwarding = ConnectionParameters(least: 6, most: 12, latency: 0, timeout: 100)
}
