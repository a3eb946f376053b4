// SPDX-License-Identifier: GPL-3.0-or-later
import PCLink
import SwitchCore

@testable import BluetoothLE

extension FuzzTarget {
    /// The central with a kernel and PCs that say anything: each step is a byte and what that takes.
    static let central = FuzzTarget("central") {
        // An adapter found and on, a PC heard, linked and asked.
        let searching: [UInt8] = [0, 2, 1, 0, 0, 2, 2, 0, 2, 3, 0]
        return [
            [0] + searching + [3, 1, 2, 3, 0, 2, 3, 0, 5, 6, 0, 6, 1, 6, 2, 6, 3, 9],
            [1] + searching + [3, 1, 2, 3, 0, 2, 3, 0, 2, 3, 0, 5, 6, 0, 7, 0, 4, 4, 4, 4],
            [1] + searching + [8, 100, 4, 4, 4, 9, 0] + FuzzOutput.block([5, 0, 0, 0, 0, 0]) + [10, 4, 4],
        ]
    } run: { bytes in
        var input = FuzzInput(bytes)
        var bench = FuzzedCentral(input.truth() ? .connect(desktopID: "desktop-1") : .survey)
        for _ in 0..<FuzzedCentral.stepLimit where !input.isEmpty { try bench.step(&input) }
        try bench.end()
    }
}

private struct FuzzedCentral {
    static let stepLimit = 128
    /// More than any survey makes of its own accord between two events.
    private static let timerLimit = 1000
    private static let answers: [[UInt8]] = [
        [], [1, 0, 0, 0], [UInt8](repeating: 1, count: 6) + [9, 2, 0] + [1, 2, 0, 0] + [1, 2, 0, 0], [6],
        [UInt8](repeating: 1, count: 6) + [9, 2, 0] + [1, 2, 0, 0] + [0, 0, 0, 0], [1, 0, 1, 0, 0, 0, 0, 0xc0, 2],
    ]
    private static let packets: [[UInt8]] = [
        [0x03, 185, 0], [0x07, 0x10, 0, 0x1f, 0],
        [0x09, 21, 0x11, 0, 0x0c, 0x12, 0] + PCServiceUUID.receive.littleEndian
            + [0x13, 0, 0x10, 0x14, 0] + PCServiceUUID.transmit.littleEndian + [0x16, 0, 0x02, 0x17, 0]
            + PCServiceUUID.status.littleEndian, [0x01, 0x08, 0x18, 0, 0x0a],
        [0x0b]
            + Array(
                #"{"protocolVersion":1,"desktopId":"desktop-1","displayName":"Desk","platform":"linux"}"#.utf8),
        [0x05, 1, 0x15, 0, 0x02, 0x29], [0x13], [0x1b, 0x14, 0, 0x7b, 0x7d],
    ]

    private var machine: CentralMachine
    private var now = Instant(nanoseconds: 0)
    private var isLinked = false

    init(_ goal: CentralGoal) { machine = CentralMachine(goal: goal, wantedAdapter: nil) }

    mutating func step(_ input: inout FuzzInput) throws {
        switch input.number(below: 12) {
        case 0: try perform(machine.started(now: now))
        case 1: try tell(input.block())
        case 2: try answer(input.byte(), ManagementStatus(rawValue: input.byte()))
        case 3: try tell(FuzzTarget.heard(FuzzTarget.advertised(name: "Desk"), from: input.byte() % 64))
        case 4: try passTime()
        case 5: try perform(machine.linkOpened(now: now))
        case 6: try perform(machine.packetArrived(Self.packets[input.number(below: Self.packets.count)], now: now))
        case 7:
            let failures: [LinkFailure] = [.outOfRange, .noService, .demandsBonding, .unanswered]
            try perform(machine.linkLost(failures[input.number(below: failures.count)], now: now))
        case 8:
            now = now + .milliseconds(Int(input.byte()) * 100)
            if machine.deadline.map({ $0 <= now }) ?? false { try perform(machine.timerFired(now: now)) }
        case 9: try perform(machine.packetArrived(input.block(), now: now))
        case 10: try perform(input.truth() ? machine.blockRead(input.truth(), now: now) : machine.cut())
        default:
            let frame = [UInt8](repeating: 7, count: 1 + Int(input.byte()) % 180)
            try perform(machine.frameOffered(frame, isUrgent: input.truth(), now: now) ?? [])
            try perform(machine.linkEmptied(now: now))
        }
    }

    private mutating func tell(_ packet: [UInt8]) throws {
        guard let event = ManagementEvent(decoding: packet) else { return }
        try perform(machine.managementEvent(event, now: now))
    }

    /// The kernel answers what it was asked last.
    private mutating func answer(_ parameters: UInt8, _ status: ManagementStatus) throws {
        guard let command = machine.pending?.command else { return }
        let answer = Self.answers[Int(parameters) % Self.answers.count]
        try perform(
            machine.managementEvent(
                .completed(opcode: command.opcode, adapter: command.adapter, status, parameters: answer), now: now))
    }

    private mutating func passTime() throws {
        guard let deadline = machine.deadline else { return }
        now = max(now, deadline)
        try perform(machine.timerFired(now: now))
    }

    /// With a kernel and PCs that are silent, one that is to connect gives up, and a survey only waits.
    mutating func end() throws {
        let end = now + .seconds(120)
        for _ in 0..<Self.timerLimit {
            guard let deadline = machine.deadline, deadline <= end else { return }
            try passTime()
        }
        throw FuzzFinding(description: "it does not come to rest")
    }

    private mutating func perform(_ actions: [CentralMachine.Action]) throws {
        for action in actions {
            switch action {
            case .command(let command): try hold(command.encoded.count >= 6, "a command without a head")
            case .openLink: isLinked = true
            case .closeLink: isLinked = false
            case .put(let packet):
                try hold((1...ATTBearer.ownMTU).contains(packet.count), "a PDU of a wrong size")
                try hold(isLinked, "a PDU without a link")
            case .report(.connected(let status, let size)):
                try hold(status.count <= LongRead.valueLimit && (20...512).contains(size), "a wrong status")
            case .report(.frame(let frame)): try hold((1...512).contains(frame.count), "a frame of a wrong size")
            case .readBlock, .report: break
            }
        }
        try hold(machine.candidates.all.count <= Candidates.limit, "too many PCs are remembered")
    }
}
