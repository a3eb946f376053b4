// SPDX-License-Identifier: GPL-3.0-or-later

/// A PC's attributes on one link, byte for byte (Bluetooth Core, Vol 3, Part F, 3.4), with nothing of the program's own codec.
struct SimulatedPeer {
    enum Outcome {
        case nothing
        case answer([UInt8])
        /// A frame was written; the answer is for whoever writes with a request.
        case frame([UInt8], answer: [UInt8]?)
        case subscribed(answer: [UInt8])
    }

    private static let receive: UInt16 = 0x12
    static let transmit: UInt16 = 0x14
    private static let configuration: UInt16 = 0x15
    private static let status: UInt16 = 0x17
    private static let response: UInt16 = 0x19

    private let mtu: Int
    private let statusValue: [UInt8]
    let isFetched: Bool
    private(set) var isSubscribed = false
    /// Where answers are read.
    private var waiting: [[UInt8]] = []
    private var current: [UInt8] = []

    init(status: [UInt8], mtu: Int, isFetched: Bool) {
        statusValue = status
        self.mtu = mtu
        self.isFetched = isFetched
    }

    /// 7a78f7XX-1d6d-4d92-9ef0-1f89d3db21f4, last byte first.
    static func uuid(_ number: UInt8) -> [UInt8] {
        [0xf4, 0x21, 0xdb, 0xd3, 0x89, 0x1f, 0xf0, 0x9e, 0x92, 0x4d, 0x6d, 0x1d, number, 0xf7, 0x78, 0x7a]
    }

    /// Declarations: handle, properties, value handle, number of the UUID.
    private var declarations: [(UInt16, UInt8, UInt16, UInt8)] {
        [(0x11, 0x0c, Self.receive, 0xe9), (0x13, 0x10, Self.transmit, 0xea), (0x16, 0x02, Self.status, 0xeb)]
            + (isFetched ? [(0x18, 0x02, Self.response, 0xec)] : [])
    }

    static func notification(_ frame: [UInt8]) -> [UInt8] { [0x1b, UInt8(transmit), 0] + frame }

    /// An answer for whoever reads it.
    mutating func keep(_ frame: [UInt8]) { waiting.append(frame) }

    mutating func arrived(_ packet: [UInt8]) -> Outcome {
        func word(_ index: Int) -> UInt16 { UInt16(packet[index]) | UInt16(packet[index + 1]) << 8 }
        switch packet[0] {
        case 0x02: return .answer([0x03, UInt8(mtu & 255), UInt8(mtu >> 8)])
        // Find By Type Value: the one service.
        case 0x06:
            return word(1) <= 0x10 ? .answer([0x07, 0x10, 0, isFetched ? 0x19 : 0x17, 0]) : missing(packet)
        case 0x08: return declared(from: word(1), packet)
        // Find Information: only what follows the transmit characteristic is asked for.
        case 0x04: return word(1) == Self.configuration ? .answer([0x05, 1, 0x15, 0, 0x02, 0x29]) : missing(packet)
        case 0x0a: return .answer([0x0b] + value(word(1), isFirst: true).prefix(mtu - 1))
        case 0x0c:
            let value = value(word(1), isFirst: false)
            guard Int(word(3)) <= value.count else { return .answer([0x01, 0x0c, packet[1], packet[2], 0x07]) }
            return .answer([0x0d] + value.dropFirst(Int(word(3))).prefix(mtu - 1))
        case 0x12, 0x52: return written(word(1), Array(packet.dropFirst(3)), isRequest: packet[0] == 0x12)
        default: return .nothing
        }
    }

    private func declared(from first: UInt16, _ packet: [UInt8]) -> Outcome {
        let found = declarations.filter { $0.0 >= first }.prefix((mtu - 2) / 21)
        guard !found.isEmpty else { return missing(packet) }
        return .answer(
            found.reduce(into: [0x09, 21]) { bytes, one in
                bytes += [UInt8(one.0), 0, one.1, UInt8(one.2), 0] + Self.uuid(one.3)
            })
    }

    private func missing(_ packet: [UInt8]) -> Outcome { .answer([0x01, packet[0], packet[1], packet[2], 0x0a]) }

    private mutating func value(_ handle: UInt16, isFirst: Bool) -> [UInt8] {
        guard handle == Self.response else { return handle == Self.status ? statusValue : [] }
        if isFirst { current = waiting.isEmpty ? [] : waiting.removeFirst() }
        return current
    }

    private mutating func written(_ handle: UInt16, _ value: [UInt8], isRequest: Bool) -> Outcome {
        if handle == Self.receive { return .frame(value, answer: isRequest ? [0x13] : nil) }
        guard handle == Self.configuration, value == [1, 0] else { return isRequest ? .answer([0x13]) : .nothing }
        isSubscribed = true
        return .subscribed(answer: [0x13])
    }
}
