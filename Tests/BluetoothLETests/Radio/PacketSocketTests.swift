// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc
import Testing

@testable import BluetoothLE

@Suite("Packet sockets and the lock")
struct PacketSocketTests {
    private final class Ends {
        let loop: EventLoop
        let peer: FileDescriptor
        var socket: PacketSocket?
        var packets: [[UInt8]] = []
        var drained = 0
        var failures: [SystemError] = []

        init() throws {
            loop = try EventLoop()
            var ends: [CInt] = [-1, -1]
            let kind = CInt(SOCK_SEQPACKET.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
            try SystemCall.run("socketpair") { socketpair(AF_UNIX, kind, 0, &ends) }
            peer = FileDescriptor(owning: ends[1])
            socket = try PacketSocket(FileDescriptor(owning: ends[0]), loop: loop) { [weak self] in self?.happened($0) }
        }

        private func happened(_ event: PacketSocket.Event) {
            switch event {
            case .packet(let packet): packets.append(packet)
            case .drained: drained += 1
            case .failed(let error): failures.append(error)
            case .connected: break
            }
        }

        func turn(_ times: Int = 1) throws { for _ in 0..<times { try loop.turn(waiting: false) } }

        func peerSends(_ packet: [UInt8]) { _ = send(peer.raw, packet, packet.count, 0) }

        func peerReads() -> [UInt8]? {
            var packet = [UInt8](repeating: 0, count: 4096)
            let count = recv(peer.raw, &packet, packet.count, CInt(MSG_DONTWAIT))
            return count > 0 ? Array(packet.prefix(count)) : nil
        }
    }

    @Test("packets go both ways whole and in order")
    func packets() throws {
        let ends = try Ends()
        ends.peerSends([1, 2])
        ends.peerSends([3])
        try ends.turn()
        #expect(ends.packets == [[1, 2], [3]])
        #expect(ends.socket?.put([4, 5]) == true && ends.socket?.isClear == true)
        #expect(ends.peerReads() == [4, 5])
    }

    @Test("what the kernel does not take now waits within a bound, and goes on its way in order")
    func full() throws {
        let ends = try Ends()
        var put = 0
        while ends.socket?.put([UInt8](repeating: UInt8(put & 255), count: 4000)) == true { put += 1 }
        #expect(ends.socket?.isClear == false)
        var read = 0
        while read < put {
            while let packet = ends.peerReads() {
                #expect(packet.first == UInt8(read & 255))
                read += 1
            }
            try ends.turn()
        }
        #expect(ends.drained == 1 && ends.socket?.isClear == true)
    }

    @Test("one that floods leaves the loop its turns")
    func flood() throws {
        let ends = try Ends()
        for number in 0..<50 { ends.peerSends([UInt8(number)]) }
        try ends.turn()
        #expect(ends.packets.count == 32)
        try ends.turn()
        #expect(ends.packets.count == 50)
    }

    @Test("the end of the link is told once, and nothing comes after close")
    func ends() throws {
        let ends = try Ends()
        shutdown(ends.peer.raw, CInt(SHUT_RDWR))
        try ends.turn(3)
        #expect(ends.failures.count == 1)
        let others = try Ends()
        others.peerSends([1])
        others.socket?.close()
        try others.turn(3)
        #expect(others.packets.isEmpty && others.failures.isEmpty)
    }

    @Test("only one run at a time holds the lock, and it goes with its holder")
    func lock() throws {
        let name = "switchbridge-test-\(getpid())"
        var first = try BluetoothLock(name: name)
        #expect(first != nil)
        #expect(try BluetoothLock(name: name) == nil)
        first = nil
        #expect(try BluetoothLock(name: name) != nil)
    }
}
