// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore

@testable import BluetoothLE

/// The client and a PC in turn, until neither has anything to say. The channel between them is never full.
struct Conversation {
    var machine = PCServiceMachine()
    var server: FakeGATTServer
    var now = Instant(nanoseconds: 0)
    /// Every PDU, in order: "> " from the client, "< " from the PC.
    private(set) var transcript: [String] = []
    /// What the client did besides sending.
    private(set) var news: [PCServiceMachine.Action] = []

    init(_ server: FakeGATTServer) { self.server = server }

    /// Through set-up, to frames if all goes well.
    static func opened(_ server: FakeGATTServer, fetching: Bool = false) throws -> Conversation {
        var conversation = Conversation(server)
        try conversation.open()
        try conversation.subscribe(fetching: fetching)
        conversation.forget()
        return conversation
    }

    mutating func open() throws { try perform(machine.linkOpened(now: now)) }

    mutating func subscribe(fetching: Bool = false) throws {
        try perform(machine.subscribe(fetchingAnswers: fetching, now: now))
    }

    /// False when the frame was not taken.
    mutating func write(_ frame: [UInt8], urgent: Bool) throws -> Bool {
        guard let actions = machine.write(frame, isUrgent: urgent, now: now) else { return false }
        try perform(actions)
        return true
    }

    mutating func fromPC(_ packet: ATTPacket) throws { try fromPC(packet.bytes) }

    mutating func fromPC(_ bytes: [UInt8]) throws {
        transcript.append("< " + hex(bytes))
        try perform(machine.packetArrived(bytes, now: now))
    }

    /// Waits for the machine's deadline, if there is one.
    mutating func waitForTimer() throws {
        guard let deadline = machine.deadline else { return }
        now = max(now, deadline)
        try perform(machine.timerFired(now: now))
    }

    mutating func forget() {
        transcript = []
        news = []
    }

    private mutating func perform(_ actions: [PCServiceMachine.Action]) throws {
        var waiting = record(actions)
        while !waiting.isEmpty {
            guard case .send(let bytes) = waiting.removeFirst() else { continue }
            transcript.append("> " + hex(bytes))
            waiting += record(machine.channelEmptied())
            guard let answer = try server.answer(to: bytes) else { continue }
            transcript.append("< " + hex(answer))
            waiting += record(machine.packetArrived(answer, now: now))
        }
    }

    private mutating func record(_ actions: [PCServiceMachine.Action]) -> [PCServiceMachine.Action] {
        news += actions.filter { if case .send = $0 { false } else { true } }
        return actions
    }
}

func hex(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}

/// Spaces are for the reader.
func bytes(_ hex: String) -> [UInt8] {
    let digits = hex.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}
