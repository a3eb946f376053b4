// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore

@testable import BluetoothLE

extension FuzzTarget {
    /// The client of the PC's service with a peer that sends anything: each step is a byte and what that takes.
    static let pcService = FuzzTarget("pc-service") {
        // The conversation from the MTU to frames, with notifications and with answers to be read.
        let setUp: [UInt8] = [1, 0, 1, 1, 1, 2, 1, 3, 1, 4, 1, 5, 1, 6]
        return [
            [0] + setUp + [1, 7, 1, 8, 3, 1, 1, 9, 4, 3, 0, 4, 1, 8], [1] + setUp + [5, 1, 6, 1, 6, 2, 0, 1, 7],
            [0, 1, 0, 0] + FuzzOutput.block([0x07, 1, 0, 0xff, 0xff]) + [2, 0, 6],
        ]
    } run: { bytes in
        var input = FuzzInput(bytes)
        var bench = FuzzedService(fetching: input.truth())
        try bench.open()
        for _ in 0..<FuzzedService.stepLimit where !input.isEmpty { try bench.step(&input) }
    }
}

private struct FuzzedService {
    static let stepLimit = 128
    /// A right conversation's packets, in the order in which they come.
    private static let packets: [[UInt8]] = [
        [0x03, 185, 0], [0x07, 0x10, 0, 0x1f, 0],
        [0x09, 21, 0x11, 0, 0x0c, 0x12, 0] + PCServiceUUID.receive.littleEndian
            + [0x13, 0, 0x10, 0x14, 0] + PCServiceUUID.transmit.littleEndian,
        [0x09, 21, 0x16, 0, 0x02, 0x17, 0] + PCServiceUUID.status.littleEndian,
        [0x09, 21, 0x18, 0, 0x02, 0x19, 0] + PCServiceUUID.response.littleEndian,
        [0x0b] + Array(#"{"protocolVersion":1}"#.utf8), [0x01, 0x08, 0x18, 0, 0x0a], [0x05, 1, 0x15, 0, 0x02, 0x29],
        [0x13], [0x1b, 0x14, 0, 0x7b, 0x7d], [0x1d, 0x14, 0, 1], [0x02, 0x17, 0],
        [0x0b] + [UInt8](repeating: 0x20, count: 184), [0x0d],
    ]

    private var machine = PCServiceMachine()
    private let fetching: Bool
    private var now = Instant(nanoseconds: 0)
    private var unsent = 0
    private var isSubscribed = false
    private var hasFailed = false

    init(fetching: Bool) { self.fetching = fetching }

    mutating func open() throws { try perform(machine.linkOpened(now: now)) }

    mutating func step(_ input: inout FuzzInput) throws {
        switch input.number(below: 7) {
        case 0: try perform(machine.packetArrived(input.block(), now: now))
        case 1: try perform(machine.packetArrived(Self.packets[input.number(below: Self.packets.count)], now: now))
        case 2:
            var packet = Self.packets[input.number(below: Self.packets.count)]
            packet[input.number(below: packet.count)] ^= input.byte()
            try perform(machine.packetArrived(packet, now: now))
        case 3:
            let frame = [UInt8](repeating: 7, count: 1 + Int(input.byte()))
            guard frame.count <= machine.maximumFrameSize else { return }
            try perform(machine.write(frame, isUrgent: input.truth(), now: now) ?? [])
        case 4:
            unsent = 0
            try perform(machine.channelEmptied())
        case 5: machine.expectsAnswer = input.truth()
        default: try passTime()
        }
    }

    private mutating func passTime() throws {
        guard let deadline = machine.deadline else { return }
        now = max(now, deadline)
        try perform(machine.timerFired(now: now))
        try hold(machine.deadline.map { $0 > now } ?? true, "a deadline stays in the past")
    }

    private mutating func perform(_ actions: [PCServiceMachine.Action]) throws {
        for action in actions {
            try hold(!hasFailed, "something follows the failure")
            switch action {
            case .send(let bytes):
                try hold((1...machine.bearer.mtu).contains(bytes.count), "a PDU that the peer does not take")
                // Requests go one at a time; all else may pile up only so far.
                if [0x01, 0x03, 0x1e, 0x52].contains(bytes[0]) { unsent += 1 }
                try hold(unsent <= ATTBearer.unsentLimit, "too many PDUs wait")
            case .statusRead(let status):
                try hold(status.count <= LongRead.valueLimit, "a status longer than a value")
                try perform(machine.subscribe(fetchingAnswers: fetching, now: now))
            case .subscribed(let size):
                isSubscribed = true
                try hold((20...512).contains(size), "frames of a wrong size")
            case .frameArrived(let frame): try hold((1...512).contains(frame.count), "a frame of a wrong size")
            case .writable: try hold(isSubscribed, "writable before it is open")
            case .failed: hasFailed = true
            }
        }
    }
}
