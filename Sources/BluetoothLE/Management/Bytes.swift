// SPDX-License-Identifier: GPL-3.0-or-later

/// Reads little-endian fields one after the other; what is too short gives nil instead of a trap.
struct ByteReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: some Collection<UInt8>) { rest = ArraySlice(Array(bytes)) }

    mutating func byte() -> UInt8? { rest.popFirst() }

    mutating func word() -> UInt16? {
        guard let low = rest.first, rest.count >= 2 else { return nil }
        let high = rest[rest.startIndex + 1]
        rest.removeFirst(2)
        return UInt16(low) | UInt16(high) << 8
    }

    mutating func doubleWord() -> UInt32? {
        guard rest.count >= 4, let low = word(), let high = word() else { return nil }
        return UInt32(low) | UInt32(high) << 16
    }

    mutating func bytes(_ count: Int) -> [UInt8]? {
        guard rest.count >= count else { return nil }
        defer { rest.removeFirst(count) }
        return Array(rest.prefix(count))
    }

    mutating func address() -> BluetoothAddress? {
        guard let bytes = bytes(6), let kind = byte().flatMap(BluetoothAddress.Kind.init) else { return nil }
        return BluetoothAddress(bytes, kind)
    }
}

extension [UInt8] {
    mutating func append(word: UInt16) { append(contentsOf: [UInt8(truncatingIfNeeded: word), UInt8(word >> 8)]) }

    mutating func append(_ address: BluetoothAddress) { append(contentsOf: address.bytes + [address.kind.rawValue]) }
}
