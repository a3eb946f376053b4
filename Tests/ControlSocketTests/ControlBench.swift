// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc
import PCProtocol
import SimulatedTime
import SwitchCore
import Testing

@testable import ControlSocket

/// A server on a real socket, in simulated time, and whoever comes to it on the same loop.
final class ControlBench: InSimulatedTime {
    let loop: EventLoop
    let server: ControlServer
    /// What was asked, in order.
    private(set) var calls: [(client: ControlServer.ClientID, call: ControlCall, at: Instant)] = []
    /// Answers, where a test wants answers.
    var onCall: (ControlServer, ControlServer.ClientID, ControlCall) -> Void = { _, _, _ in }
    private(set) var gone: [ControlServer.ClientID] = []
    /// Whose user the next client is. Clients of the real one could all be let in.
    var nextUID: UInt32 = 0
    private let directory: String
    var path: String { directory + "/control" }

    /// - Parameter mayConnect: of users who are neither the administrator nor the daemon's own.
    init(mayConnect: @escaping (PeerIdentity) -> Bool = { _ in true }) throws {
        var template = Array("/tmp/switchbridge-control-XXXXXX".utf8CString)
        directory = String(cString: try #require(mkdtemp(&template)))
        loop = try EventLoop(
            simulatedFrom: ClockReading(
                instant: Instant(nanoseconds: 1_000_000_000), unixMilliseconds: 1_724_000_000_000))
        server = try ControlServer(loop: loop, hello: ["version": .string("1.2")], mayConnect: mayConnect)
        server.onEvent = { [weak self] in self?.happened($0) }
        server.identify = { [weak self] _ in PeerIdentity(pid: 1, uid: self?.nextUID ?? 0, groups: []) }
        try server.listen(at: path, mode: 0o600)
    }

    deinit {
        server.close()
        unlink(path)
        rmdir(directory)
    }

    private func happened(_ event: ControlServer.Event) {
        switch event {
        case .call(let client, let call):
            calls.append((client, call, loop.now))
            onCall(server, client, call)
        case .gone(let client): gone.append(client)
        }
    }

    var requests: [ControlRequest] { calls.map(\.call.request) }

    /// Lets what is ready happen. Once nothing is, the clock goes on to what is due.
    func settle() throws {
        for _ in 0..<64 { try loop.turn(waiting: false) }
    }

    func client(of uid: UInt32 = 0) throws -> RawClient {
        nextUID = uid
        let client = try RawClient(path)
        try settle()
        return client
    }
}

/// Somebody who writes to the socket whatever they like, and reads only when told to.
final class RawClient {
    private let socket: FileDescriptor
    private var text = ""
    private(set) var isLetGo = false

    init(_ path: String) throws { socket = try UnixSocket.connected(to: path, .stream) }

    func say(_ line: String) { write(Array(line.utf8) + [UInt8(ascii: "\n")]) }

    func write(_ bytes: [UInt8]) { _ = send(socket.raw, bytes, bytes.count, CInt(MSG_NOSIGNAL)) }

    /// The lines that have come since the last time.
    func lines() throws -> [[String: JSONValue]] {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(socket.raw, &buffer, buffer.count, 0)
            guard count > 0 else {
                isLetGo = count == 0 || errno == ECONNRESET || errno == EPIPE
                break
            }
            text += String(decoding: buffer.prefix(count), as: UTF8.self)
        }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        text = String(lines.last ?? "")
        return try lines.dropLast().map { try #require(try JSONValue(parsing: Array($0.utf8), limit: 1 << 20).members) }
    }

    func isGone() throws -> Bool {
        _ = try lines()
        return isLetGo
    }
}
