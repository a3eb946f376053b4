// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc

@testable import PCLink

/// The other end of a Unix transport: a socket that a test reads and writes by hand, in simulated time.
final class UnixPeer {
    let loop: EventLoop
    let transport: UnixTransport
    private(set) var events: [TransportEvent] = []
    private var socket: FileDescriptor?

    static let frame = [UInt8](repeating: 70, count: 100)

    init() throws {
        loop = try EventLoop(simulatedFrom: .atTheStart)
        var ends: [CInt] = [-1, -1]
        let kind = CInt(SOCK_SEQPACKET.rawValue) | CInt(SOCK_CLOEXEC.rawValue) | CInt(SOCK_NONBLOCK.rawValue)
        try SystemCall.run("socketpair") { socketpair(AF_UNIX, kind, 0, &ends) }
        socket = FileDescriptor(owning: ends[0])
        transport = UnixTransport(connected: FileDescriptor(owning: ends[1]), loop: loop)
        transport.onEvent = { [weak self] in self?.events.append($0) }
    }

    /// Says what kind of PC it is, after which the transport is connected.
    func connect() throws {
        transport.connect()
        send(Array("status".utf8))
        try turn()
        events = []
    }

    @discardableResult
    func send(_ packet: [UInt8]) -> Bool {
        guard let socket else { return false }
        return Glibc.send(socket.raw, packet, packet.count, CInt(MSG_NOSIGNAL)) == packet.count
    }

    func receive() -> [UInt8]? {
        var packet = [UInt8](repeating: 0, count: 1024)
        guard let socket, case let count = recv(socket.raw, &packet, packet.count, 0), count > 0 else { return nil }
        return Array(packet.prefix(count))
    }

    func close() { socket = nil }

    func turn() throws { try loop.turn(waiting: false) }

    var frames: [[UInt8]] {
        events.compactMap { if case .frame(let bytes) = $0 { bytes } else { nil } }
    }

    var losses: [LinkFailure] {
        events.compactMap { if case .lost(let failure) = $0 { failure } else { nil } }
    }

    var becameWritable: Bool {
        events.contains { if case .writable = $0 { true } else { false } }
    }

    var statuses: [[UInt8]] {
        events.compactMap { if case .connected(let status, _) = $0 { status } else { nil } }
    }
}
