// SPDX-License-Identifier: GPL-3.0-or-later

/// What the kernel's management interface tells, unasked or as an answer. Names and numbers are those of its
/// `include/net/bluetooth/mgmt.h`.
enum ManagementEvent: Hashable, Sendable {
    /// A command came to an end; `parameters` are its answer.
    case completed(opcode: UInt16, adapter: UInt16, ManagementStatus, parameters: [UInt8])
    case adapterAdded(UInt16)
    case adapterRemoved(UInt16)
    case settingsChanged(adapter: UInt16, AdapterSettings)
    case found(adapter: UInt16, Advertisement)
    case discovering(adapter: UInt16, Bool)
    /// One that means nothing to this program.
    case other(code: UInt16)

    /// Bytes of the longest packet that is looked at: one with the longest extended advertisement is shorter.
    static let sizeLimit = 4096

    /// Nil for a packet that breaks off.
    init?(decoding bytes: [UInt8]) {
        guard bytes.count <= Self.sizeLimit else { return nil }
        var reader = ByteReader(bytes)
        guard let code = reader.word(), let adapter = reader.word(), let length = reader.word(),
            let parameters = reader.bytes(Int(length)), let event = Self.event(code, adapter, ByteReader(parameters))
        else { return nil }
        self = event
    }

    private static func event(_ code: UInt16, _ adapter: UInt16, _ reader: ByteReader) -> Self? {
        var reader = reader
        switch code {
        // Command Complete and Command Status: the one with an answer, the other without.
        case 0x0001, 0x0002:
            guard let opcode = reader.word(), let status = reader.byte() else { return nil }
            return .completed(
                opcode: opcode, adapter: adapter, ManagementStatus(rawValue: status), parameters: reader.remaining)
        case 0x0004: return .adapterAdded(adapter)
        case 0x0005: return .adapterRemoved(adapter)
        case 0x0006:
            return reader.doubleWord().map { .settingsChanged(adapter: adapter, AdapterSettings(rawValue: $0)) }
        case 0x0012: return found(adapter, &reader)
        case 0x0013:
            guard reader.byte() != nil, let isOn = reader.byte() else { return nil }
            return .discovering(adapter: adapter, isOn != 0)
        default: return .other(code: code)
        }
    }

    private static func found(_ adapter: UInt16, _ reader: inout ByteReader) -> Self? {
        guard let address = reader.lowEnergyAddress(), let signal = reader.byte(), reader.doubleWord() != nil,
            let length = reader.word(), let data = reader.bytes(Int(length))
        else { return nil }
        // A BR/EDR device has an address of another kind, and is none of ours.
        guard let address else { return .other(code: 0x0012) }
        let advertisement = Advertisement(
            address: address, signal: Advertisement.signal(Int8(bitPattern: signal)), AdvertisingData(data))
        return .found(adapter: adapter, advertisement)
    }
}

/// How a management command ended.
struct ManagementStatus: RawRepresentable, Hashable, Sendable {
    let rawValue: UInt8

    static let success = Self(rawValue: 0x00)
    static let busy = Self(rawValue: 0x0a)
    static let notPowered = Self(rawValue: 0x0f)
    static let rejected = Self(rawValue: 0x0b)
    static let invalidIndex = Self(rawValue: 0x11)
    static let blocked = Self(rawValue: 0x12)
    static let permissionDenied = Self(rawValue: 0x14)
}

struct AdapterSettings: OptionSet, Hashable, Sendable {
    let rawValue: UInt32

    static let powered = Self(rawValue: 1 << 0)
    static let lowEnergy = Self(rawValue: 1 << 9)
}

/// The answer to `readInformation`.
struct AdapterInformation: Hashable, Sendable {
    /// The adapter's own public address; all zero where it has none.
    let address: [UInt8]
    let supported: AdapterSettings
    var current: AdapterSettings

    /// Nil for an answer that breaks off.
    init?(decoding bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        // Bluetooth version and manufacturer stand between.
        guard let address = reader.bytes(6), reader.bytes(3) != nil, let supported = reader.doubleWord(),
            let current = reader.doubleWord()
        else { return nil }
        self.address = address
        self.supported = AdapterSettings(rawValue: supported)
        self.current = AdapterSettings(rawValue: current)
    }
}

extension ByteReader {
    var remaining: [UInt8] {
        var copy = self
        var bytes: [UInt8] = []
        while let byte = copy.byte() { bytes.append(byte) }
        return bytes
    }

    /// An address and its kind; the inner nil is one that is not LE, the outer one a packet that breaks off.
    fileprivate mutating func lowEnergyAddress() -> BluetoothAddress?? {
        guard let bytes = bytes(6), let kind = byte() else { return nil }
        return .some(BluetoothAddress.Kind(rawValue: kind).flatMap { BluetoothAddress(bytes, $0) })
    }
}
