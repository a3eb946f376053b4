// SPDX-License-Identifier: GPL-3.0-or-later
import PCLink

/// What the adapter says that a link was given (Bluetooth Core, Vol 4, Part E, 7.7.65): the management interface does not
/// tell. The number of the link is its connection handle.
struct LinkParametersEvent: Hashable, Sendable {
    let handle: UInt16
    let parameters: LinkParameters

    /// Nil for any other packet, and for one that breaks off.
    init?(decoding packet: [UInt8]) {
        var reader = ByteReader(packet)
        // An event (H4 type 4), LE Meta (0x3e), its length, its kind, and that it is a success.
        guard reader.byte() == 0x04, reader.byte() == 0x3e, reader.byte() != nil, let kind = reader.byte(),
            reader.byte() == 0, let handle = reader.word(), let between = Self.bytesBeforeInterval[kind],
            reader.bytes(between) != nil, let interval = reader.word(), let latency = reader.word(),
            let timeout = reader.word()
        else { return nil }
        self.handle = handle & 0x0fff
        parameters = LinkParameters(
            interval: .microseconds(Int(interval) * 1250), latency: Int(latency),
            supervisionTimeout: .milliseconds(Int(timeout) * 10))
    }

    /// Between handle and interval stand: role, and the peer's address and its kind; in the enhanced event also two private
    /// addresses; in an update nothing.
    private static let bytesBeforeInterval: [UInt8: Int] = [0x01: 8, 0x03: 0, 0x0a: 20]
}
