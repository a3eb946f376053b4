// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore
import Testing

@testable import BluetoothLE

@Suite("Frames over the PC's service")
struct PCServiceFramesTests {
    private static let receive: UInt16 = 0x12
    private let now = Instant(nanoseconds: 0)

    private static func server(receive properties: UInt8, fetched: Bool = false) -> FakeGATTServer {
        var server = FakeGATTServer()
        var receive = FakeGATTServer.Characteristic.receive
        receive.properties = properties
        server.addService(at: 0x10, [receive, .transmit, .status([1])] + (fetched ? [.response] : []))
        return server
    }

    private static func machine(receive properties: UInt8 = 0x0c, fetched: Bool = false) throws -> PCServiceMachine {
        try Conversation.opened(server(receive: properties, fetched: fetched), fetching: fetched).machine
    }

    // MARK: Writing

    @Test(
        "urgent frames go as commands and others as requests, as far as the PC allows",
        arguments: [
            (0x0c, true, 0x52), (0x0c, false, 0x12), (0x04, true, 0x52), (0x04, false, 0x52), (0x08, true, 0x12),
            (0x08, false, 0x12),
        ])
    func kindOfWrite(properties: UInt8, isUrgent: Bool, opcode: UInt8) throws {
        var machine = try Self.machine(receive: properties)
        #expect(machine.write([7], isUrgent: isUrgent, now: now) == [.send([opcode, 0x12, 0, 7])])
    }

    @Test("one confirmed frame at a time; the next is asked for once it is answered, if it was refused before")
    func confirmed() throws {
        var machine = try Self.machine()
        #expect(machine.write([1], isUrgent: false, now: now) != nil)
        #expect(machine.deadline == now + .seconds(30))
        #expect(machine.write([2], isUrgent: false, now: now) == nil)
        #expect(machine.channelEmptied().isEmpty)
        #expect(machine.packetArrived([0x13], now: now) == [.writable])
        #expect(machine.write([2], isUrgent: false, now: now) != nil)
        #expect(machine.packetArrived([0x13], now: now).isEmpty)
        #expect(machine.deadline == nil)
    }

    @Test("urgent frames overtake a confirmed one")
    func overtaking() throws {
        var machine = try Self.machine()
        _ = machine.write([1], isUrgent: false, now: now)
        for _ in 0..<2 {
            #expect(machine.write([2], isUrgent: true, now: now) == [.send([0x52, 0x12, 0, 2])])
        }
    }

    @Test(
        "with eight PDUs waiting for the channel an urgent frame is refused, and asked for once it is empty",
        arguments: [false, true])
    func fullChannel(isWriting: Bool) throws {
        var machine = try Self.machine()
        if isWriting { _ = machine.write([1], isUrgent: false, now: now) }
        var taken = isWriting ? 1 : 0
        while machine.write([2], isUrgent: true, now: now) != nil { taken += 1 }
        #expect(taken == ATTBearer.unsentLimit)
        #expect(machine.channelEmptied() == [.writable])
        #expect(machine.channelEmptied().isEmpty)
        #expect(machine.write([2], isUrgent: true, now: now) != nil)
    }

    @Test("a refused write is told with its code, an unanswered one after 30 seconds")
    func writeProblems() throws {
        var machine = try Self.machine()
        _ = machine.write([1], isUrgent: false, now: now)
        var unanswered = machine
        #expect(
            machine.packetArrived(bytes("01 12 1200 0d"), now: now)
                == [.failed(.refused(.invalidValueLength, during: .writing))])
        #expect(unanswered.timerFired(now: now + .seconds(30)) == [.failed(.unanswered(.writing))])
        #expect(unanswered.write([1], isUrgent: true, now: now) == nil)
    }

    // MARK: Notifications

    @Test("F33 notifications from elsewhere, empty or longer than any attribute are ignored")
    func notifications() throws {
        var machine = try Self.machine()
        func notification(_ handle: UInt16, _ count: Int) -> [UInt8] {
            ATTPacket.notification(handle: handle, value: [UInt8](repeating: 7, count: count)).bytes
        }
        for (handle, count) in [(0x12, 5), (0, 5), (0xffff, 5), (0x14, 0), (0x14, 513)] as [(UInt16, Int)] {
            #expect(machine.packetArrived(notification(handle, count), now: now).isEmpty)
        }
        for count in [1, 512] {
            #expect(
                machine.packetArrived(notification(0x14, count), now: now)
                    == [.frameArrived([UInt8](repeating: 7, count: count))])
        }
    }

    @Test("F33 a PC whose answers are read is not listened to")
    func notificationsWhileFetching() throws {
        var machine = try Self.machine(fetched: true)
        #expect(machine.packetArrived(bytes("1b 1400 01"), now: now).isEmpty)
        #expect(machine.packetArrived(bytes("1b 1900 01"), now: now).isEmpty)
    }

    // MARK: Fetching answers

    private static let frames = [1, 180, 22, 44].map { [UInt8](repeating: 7, count: $0) }

    @Test(
        "answers are read at once after one, 100 ms after none, and only while one is expected",
        arguments: [23, 517] as [UInt16])
    func fetching(mtu: UInt16) throws {
        var server = FakeGATTServer.typical(mtu: mtu, fetched: true)
        server.waiting = Self.frames
        var conversation = try Conversation.opened(server, fetching: true)
        conversation.now = conversation.now + .seconds(1)
        let start = conversation.now
        #expect(conversation.machine.deadline == nil)
        #expect(conversation.machine.timerFired(now: start).isEmpty)
        conversation.machine.expectsAnswer = true
        for frame in Self.frames {
            try conversation.waitForTimer()
            #expect(conversation.news.last == .frameArrived(frame))
        }
        try conversation.waitForTimer()
        #expect(conversation.now == start)
        #expect(conversation.news == Self.frames.map { .frameArrived($0) })
        #expect(conversation.machine.deadline == start + .milliseconds(100))
        #expect(conversation.machine.timerFired(now: start + .milliseconds(99)).isEmpty)
        conversation.server.waiting = [[9]]
        try conversation.waitForTimer()
        #expect(conversation.news.last == .frameArrived([9]))
        conversation.machine.expectsAnswer = false
        #expect(conversation.machine.deadline == nil)
    }

    @Test("an answer that never ends is a problem")
    func endlessAnswer() throws {
        var server = FakeGATTServer.typical(mtu: 100, fetched: true)
        server.waiting = [[UInt8](repeating: 7, count: 700)]
        var conversation = try Conversation.opened(server, fetching: true)
        conversation.machine.expectsAnswer = true
        try conversation.waitForTimer()
        #expect(conversation.news == [.failed(.valueTooLong(.fetchingAnswer))])
    }

    @Test("a refused read is told with its code", arguments: [(0x02, nil), (0x0f, "pairing")])
    func refusedRead(code: UInt8, demand: String?) throws {
        var machine = try Self.machine(fetched: true)
        machine.expectsAnswer = true
        #expect(machine.timerFired(now: now) == [.send(bytes("0a 1900"))])
        let problem: PCServiceProblem =
            demand == nil
            ? .refused(.readNotPermitted, during: .fetchingAnswer) : .demandsBluetoothPairing(.fetchingAnswer)
        #expect(machine.packetArrived([1, 0x0a, 0x19, 0, code], now: now) == [.failed(problem)])
    }

    @Test("reads and confirmed writes take turns")
    func turns() throws {
        var machine = try Self.machine(fetched: true)
        machine.expectsAnswer = true
        #expect(machine.timerFired(now: now) == [.send(bytes("0a 1900"))])
        #expect(machine.write([1], isUrgent: false, now: now) == nil)
        for _ in 0..<5 {
            #expect(machine.packetArrived(bytes("0b 0707"), now: now) == [.frameArrived([7, 7]), .writable])
            #expect(machine.write([1], isUrgent: false, now: now) == [.send(bytes("12 1200 01"))])
            #expect(machine.write([2], isUrgent: false, now: now) == nil)
            #expect(machine.packetArrived([0x13], now: now) == [.send(bytes("0a 1900"))])
        }
    }

    @Test("a write goes on while no read is due, or nothing is expected")
    func noReadDue() throws {
        var machine = try Self.machine(fetched: true)
        for isExpecting in [true, false] {
            machine.expectsAnswer = isExpecting
            if isExpecting {
                _ = machine.timerFired(now: now)
                #expect(machine.packetArrived([0x0b], now: now).isEmpty)
            }
            #expect(machine.write([1], isUrgent: false, now: now) != nil)
            #expect(machine.write([2], isUrgent: false, now: now) == nil)
            #expect(machine.packetArrived([0x13], now: now) == [.writable])
        }
    }

    @Test(
        "an urgent frame goes during a read, or where it cannot, before the next one",
        arguments: [0x0c, 0x08] as [UInt8])
    func urgentWhileFetching(properties: UInt8) throws {
        var machine = try Self.machine(receive: properties, fetched: true)
        machine.expectsAnswer = true
        _ = machine.timerFired(now: now)
        guard properties == 0x08 else {
            #expect(machine.write([1], isUrgent: true, now: now) == [.send(bytes("52 1200 01"))])
            return
        }
        #expect(machine.write([1], isUrgent: true, now: now) == nil)
        #expect(machine.packetArrived(bytes("0b 07"), now: now) == [.frameArrived([7]), .writable])
        #expect(machine.write([1], isUrgent: false, now: now) != nil)
        #expect(machine.write([2], isUrgent: true, now: now) == nil)
        #expect(machine.packetArrived([0x13], now: now) == [.writable])
        #expect(machine.deadline == now)
        #expect(machine.write([2], isUrgent: true, now: now) == [.send(bytes("12 1200 02"))])
        #expect(machine.packetArrived([0x13], now: now) == [.send(bytes("0a 1900"))])
    }
}
