// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc
import PCProtocol
import RealSystem
import SwitchCore
import Testing

@testable import PCLink

@Suite struct UnixTransportTests {
    @Test("the first packet is the PC's status, the others are frames")
    func statusFirst() throws {
        let peer = try UnixPeer()
        peer.transport.connect()
        #expect(peer.events.isEmpty)
        peer.send([1, 2])
        peer.send([3])
        try peer.turn()
        #expect(peer.statuses == [[1, 2]])
        #expect(peer.frames == [[3]])
    }

    @Test("a PC that says nothing in time is no PC, and one that does has time without end")
    func statusDeadline() throws {
        let peer = try UnixPeer()
        let start = peer.loop.now
        peer.transport.connect()
        try peer.loop.turn()
        #expect(peer.losses == [.noStatus])
        #expect(peer.loop.now == start + UnixTransport.statusDeadline)

        let other = try UnixPeer()
        try other.connect()
        let later = other.loop.makeTimer { _ in }
        later.deadline = other.loop.now + UnixTransport.statusDeadline * 2
        try other.loop.turn()
        #expect(other.losses.isEmpty)
    }

    @Test("a frame is one packet, whole and in order")
    func frames() throws {
        let peer = try UnixPeer()
        try peer.connect()
        #expect(peer.transport.send(OutgoingFrame([1, 2, 3], isUrgent: true)))
        #expect(peer.transport.send(OutgoingFrame([4], isUrgent: true)))
        #expect(peer.receive() == [1, 2, 3])
        #expect(peer.receive() == [4])
        #expect(peer.receive() == nil)
    }

    @Test("a flood takes a bounded part of each turn and is all taken in the end")
    func flood() throws {
        let peer = try UnixPeer()
        try peer.connect()
        var sent = 0
        while sent < 100, peer.send(UnixPeer.frame) { sent += 1 }
        #expect(sent > 64)
        try peer.turn()
        #expect(peer.frames.count == 32)
        for _ in 0..<10 { try peer.turn() }
        #expect(peer.frames.count == sent)
    }

    @Test("a packet larger than any frame is dropped whole, and the next one is read")
    func oversized() throws {
        let peer = try UnixPeer()
        try peer.connect()
        peer.send([UInt8](repeating: 1, count: 8193))
        peer.send([UInt8](repeating: 2, count: 8192))
        try peer.turn()
        #expect(peer.frames.map(\.count) == [8192])
        #expect(peer.losses.isEmpty)
    }

    @Test("a link that takes no more says so, and says when it does again")
    func backPressure() throws {
        let peer = try UnixPeer()
        try peer.connect()
        var sent = 0
        while sent < 100_000, peer.transport.send(OutgoingFrame(UnixPeer.frame, isUrgent: true)) { sent += 1 }
        #expect(sent < 100_000)
        try peer.turn()
        #expect(!peer.becameWritable)
        var received = 0
        while peer.receive() != nil { received += 1 }
        #expect(received == sent)
        try peer.turn()
        #expect(peer.becameWritable)
        #expect(peer.transport.send(OutgoingFrame(UnixPeer.frame, isUrgent: true)))
        // Only once: nothing wakes the loop while there is room.
        let before = peer.events.count
        try peer.turn()
        #expect(peer.events.count == before)
    }

    @Test("what the PC sent before it closed still arrives, then the loss")
    func closed() throws {
        let peer = try UnixPeer()
        try peer.connect()
        peer.send([7])
        peer.close()
        try peer.turn()
        #expect(peer.frames == [[7]])
        #expect(peer.losses == [.closedByPC])
        try peer.turn()
        #expect(peer.losses.count == 1)
    }

    @Test("sending to a PC that has gone is a loss, told after the call and once")
    func sendAfterClose() throws {
        let peer = try UnixPeer()
        try peer.connect()
        peer.close()
        #expect(!peer.transport.send(OutgoingFrame([1], isUrgent: true)))
        #expect(peer.losses.isEmpty)
        try peer.turn()
        try peer.turn()
        #expect(peer.losses == [.closedByPC])
        #expect(!peer.transport.send(OutgoingFrame([1], isUrgent: true)))
    }

    @Test("a cut is silent here and at once seen there")
    func cut() throws {
        let peer = try UnixPeer()
        try peer.connect()
        peer.transport.cut()
        #expect(!peer.send([1]))
        try peer.turn()
        #expect(peer.events.isEmpty)
    }

    @Test("a failure of a link that was cut meanwhile does not reach the next one")
    func staleFailure() throws {
        let peer = try UnixPeer()
        try peer.connect()
        peer.close()
        _ = peer.transport.send(OutgoingFrame([1], isUrgent: true))
        peer.transport.cut()
        try peer.turn()
        #expect(peer.losses.isEmpty)
    }

    // MARK: Connecting by path

    private func failure(at path: String) throws -> LinkFailure? {
        let loop = try EventLoop(simulatedFrom: .atTheStart)
        let transport = UnixTransport(path: path, loop: loop)
        var losses: [LinkFailure] = []
        transport.onEvent = { if case .lost(let failure) = $0 { losses.append(failure) } }
        transport.connect()
        #expect(losses.isEmpty, "never from within connect")
        try loop.turn(waiting: false)
        #expect(losses.count <= 1)
        return losses.first
    }

    @Test("why nobody answers is told apart")
    func connectFailures() throws {
        let place = try TemporaryDirectory()
        let path = place.path + "/pc"
        #expect(try failure(at: path) == .notFound(place: path))
        try place.put("a file", at: "pc")
        #expect(try failure(at: path) == .notListening(place: path))
        unlink(path)
        let long = String(repeating: "x", count: 108)
        #expect(try failure(at: long) == .impossiblePlace(place: long))
        #expect(try failure(at: "") == .impossiblePlace(place: ""))

        // Left behind by a program that has ended.
        let abandoned = try listen(at: path, kind: CInt(SOCK_SEQPACKET.rawValue))
        withExtendedLifetime(abandoned) {}
        shutdown(abandoned.raw, CInt(SHUT_RDWR))
        #expect(try failure(at: path) == .notListening(place: path))
        unlink(path)

        let other = try listen(at: path, kind: CInt(SOCK_STREAM.rawValue))
        #expect(try failure(at: path) == .notListening(place: path))
        withExtendedLifetime(other) {}
    }

    @Test(
        "what the system says is told in the terms of a link",
        arguments: [
            (ENOENT, LinkFailure.notFound(place: "p")), (ECONNREFUSED, .notListening(place: "p")),
            (EAGAIN, .notListening(place: "p")), (EACCES, .notPermitted(place: "p")),
            (EPERM, .notPermitted(place: "p")), (EPIPE, .closedByPC), (ECONNRESET, .closedByPC),
            (EMFILE, .system(SystemError(call: "connect", code: EMFILE))),
        ])
    func mapping(code: CInt, failure: LinkFailure) {
        #expect(LinkFailure(SystemError(call: "connect", code: code), at: "p") == failure)
    }

    private func listen(at path: String, kind: CInt) throws -> FileDescriptor {
        let socket = FileDescriptor(owning: try SystemCall.run("socket") { Glibc.socket(AF_UNIX, kind, 0) })
        let address = try #require(UnixAddress(path: path))
        try SystemCall.run("bind") { address.withPointer { bind(socket.raw, $0, $1) } }
        try SystemCall.run("listen") { Glibc.listen(socket.raw, 1) }
        return socket
    }
}

extension ClockReading {
    static let atTheStart = ClockReading(
        instant: Instant(nanoseconds: 1_000_000_000), unixMilliseconds: 1_724_000_000_000)
}
