// SPDX-License-Identifier: GPL-3.0-or-later
import ControlSocket
import EventLoop
import Glibc
import PCProtocol
import RealSystem
import SwitchCore

/// A control server for all cycles, and clients that come and go in different ways.
final class ControlCycle: InRealTime {
    let loop: EventLoop
    private let server: ControlServer
    private let files: TemporaryDirectory
    private var gone = 0

    init() throws {
        loop = try EventLoop()
        files = try TemporaryDirectory()
        server = try ControlServer(loop: loop, hello: ["version": .string("1")])
        server.onEvent = { [weak self] in self?.happened($0) }
        try server.listen(at: files.path + "/control", mode: 0o600)
    }

    private func happened(_ event: ControlServer.Event) {
        switch event {
        case .call(let client, let call): server.answer(client, to: call.id, ["state": .string("idle")])
        case .gone: gone += 1
        }
    }

    /// One asks and goes once it is answered, one goes within its line, and one sends what is no request.
    func run(_ number: Int) throws {
        gone = 0
        try ask()
        try write(#"{"id":1,"request":"sta"#)
        try write("\u{0}{}[]\n\n\"x\"\n")
        try wait(for: "the clients' end") { gone == 3 }
    }

    private func ask() throws {
        let client = try ControlClient(path: files.path + "/control", loop: loop)
        var isAnswered = false
        client.call(.status) { _ in isAnswered = true }
        try wait(for: "an answer") { isAnswered }
        client.close()
    }

    private func write(_ text: String) throws {
        let socket = try UnixSocket.connected(to: files.path + "/control", .stream)
        try wait(for: "room") { send(socket.raw, text, text.utf8.count, CInt(MSG_NOSIGNAL)) > 0 }
        try loop.turn(waiting: false)
    }
}
