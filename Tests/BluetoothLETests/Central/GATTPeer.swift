// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol

@testable import BluetoothLE

/// A PC's GATT server, as far as our client uses one (Bluetooth Core, Vol 3, Part F and G).
struct GATTPeer {
    static let receive: UInt16 = 0x0012
    static let transmit: UInt16 = 0x0014
    static let descriptor: UInt16 = 0x0015
    static let statusHandle: UInt16 = 0x0017
    static let response: UInt16 = 0x0019

    var status: [UInt8]
    var mtu = 517
    /// Never answers.
    var isSilent = false
    var hasService = true
    private(set) var isSubscribed = false
    /// What was written, and whether each write was a request.
    private(set) var written: [(frame: [UInt8], isRequest: Bool)] = []
    /// Frames to be read, where the status says so.
    var answers: [[UInt8]] = []
    private(set) var packets = 0
    private var answerBeingRead: [UInt8] = []

    init(_ status: PCStatus) { self.status = status.encoded() }

    static func notification(_ frame: [UInt8]) -> [UInt8] { [0x1b] + bytes(transmit) + frame }

    /// The link ended.
    mutating func forgetLink() { isSubscribed = false }

    /// The answer to a packet; nil when there is none.
    mutating func arrived(_ packet: [UInt8]) -> [UInt8]? {
        packets += 1
        guard !isSilent, let opcode = packet.first else { return nil }
        let handle = packet.count >= 3 ? UInt16(packet[1]) | UInt16(packet[2]) << 8 : 0
        switch opcode {
        case 0x02: return [0x03] + Self.bytes(UInt16(mtu))
        case 0x06:
            return hasService ? [0x07] + Self.bytes(0x0010) + Self.bytes(0x001f) : Self.error(opcode, handle, 0x0a)
        case 0x08: return characteristic(from: handle) ?? Self.error(opcode, handle, 0x0a)
        case 0x04: return [0x05, 0x01] + Self.bytes(Self.descriptor) + [0x02, 0x29]
        case 0x0a, 0x0c: return read(opcode, handle, packet)
        case 0x12: return write(handle, Array(packet.dropFirst(3)), isRequest: true)
        case 0x52: return write(handle, Array(packet.dropFirst(3)), isRequest: false)
        default: return Self.error(opcode, handle, 0x06)
        }
    }

    private func characteristic(from start: UInt16) -> [UInt8]? {
        let all: [(UInt16, UInt8, BluetoothUUID)] = [
            (Self.receive, 0x0c, PCServiceUUID.receive), (Self.transmit, 0x10, PCServiceUUID.transmit),
            (Self.statusHandle, 0x02, PCServiceUUID.status), (Self.response, 0x02, PCServiceUUID.response),
        ]
        // One in each answer: they are 21 bytes long, and any number may come.
        guard let found = all.first(where: { $0.0 - 1 >= start }) else { return nil }
        return [0x09, 21] + Self.bytes(found.0 - 1) + [found.1] + Self.bytes(found.0) + found.2.littleEndian
    }

    private mutating func read(_ opcode: UInt8, _ handle: UInt16, _ packet: [UInt8]) -> [UInt8] {
        let offset = packet.count >= 5 ? Int(packet[3]) | Int(packet[4]) << 8 : 0
        if handle == Self.response, offset == 0 { answerBeingRead = answers.isEmpty ? [] : answers.removeFirst() }
        let value = handle == Self.statusHandle ? status : handle == Self.response ? answerBeingRead : []
        guard offset <= value.count else { return Self.error(opcode, handle, 0x07) }
        return [opcode + 1] + value.dropFirst(offset).prefix(mtu - 1)
    }

    private mutating func write(_ handle: UInt16, _ value: [UInt8], isRequest: Bool) -> [UInt8]? {
        if handle == Self.descriptor { isSubscribed = value == [1, 0] }
        if handle == Self.receive { written.append((value, isRequest)) }
        return isRequest ? [0x13] : nil
    }

    private static func error(_ opcode: UInt8, _ handle: UInt16, _ code: UInt8) -> [UInt8] {
        [0x01, opcode] + bytes(handle) + [code]
    }

    private static func bytes(_ word: UInt16) -> [UInt8] { [UInt8(truncatingIfNeeded: word), UInt8(word >> 8)] }
}
