// SPDX-License-Identifier: GPL-3.0-or-later

/// A Bluetooth LE device address and its kind. With privacy it changes every few minutes, so it is no identity (F32).
package struct BluetoothAddress: Hashable, Sendable {
    /// As the kernel's management interface and L2CAP count them (`BDADDR_LE_PUBLIC`, `BDADDR_LE_RANDOM`).
    package enum Kind: UInt8, Sendable {
        case `public` = 1
        case random = 2
    }

    /// Least significant byte first, as on the wire.
    package let bytes: [UInt8]
    package let kind: Kind

    /// Nil unless there are six bytes.
    init?(_ bytes: some Collection<UInt8>, _ kind: Kind) {
        guard bytes.count == 6 else { return nil }
        self.bytes = Array(bytes)
        self.kind = kind
    }
}

extension BluetoothAddress: CustomStringConvertible {
    /// Such as "C0:FF:EE:00:12:34".
    package var description: String {
        bytes.reversed().map { byte in
            let digits = String(byte, radix: 16, uppercase: true)
            return digits.count == 1 ? "0\(digits)" : digits
        }.joined(separator: ":")
    }
}
