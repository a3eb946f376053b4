// SPDX-License-Identifier: GPL-3.0-or-later
import ControlSocket
import EventLoop
import Glibc
import PCProtocol
import Sentences
import Testing

@testable import switchbridge

@Suite("What a service says unasked")
struct ServiceLineTests {
    private static func line(_ kind: ServicePlaces.Kind) -> ServiceLine {
        ServiceLine(ServicePlaces(kind, ["HOME": "/home/anna"]))
    }

    private static func hello(_ version: Int64) -> [String: JSONValue] {
        ["event": .string("hello"), "protocol": .integer(version)]
    }

    @Test("of its own version nothing is in the way", arguments: [ServicePlaces.Kind.system, .user])
    func greeted(kind: ServicePlaces.Kind) {
        #expect(Self.line(kind).failure(of: Self.hello(Int64(ControlCall.protocolVersion))) == nil)
        #expect(Self.line(kind).failure(of: ["event": .string("status")]) == nil)
    }

    @Test(
        "how it is restarted depends on whose it is",
        arguments: [
            (.system, "`sudo systemctl restart switchbridge`"), (.user, "`systemctl --user restart switchbridge`"),
        ]
            as [(ServicePlaces.Kind, String)])
    func restarted(kind: ServicePlaces.Kind, command: String) {
        let line = Self.line(kind)
        for failure in [line.hung, line.failure(of: Self.hello(Int64(ControlCall.protocolVersion) + 1))] {
            #expect(failure?.sentence?.description.contains(command) == true)
            #expect(failure?.ending == .code(.failed))
        }
    }

    @Test(
        "whoever may not speak with it ends with the code of that, and whoever comes when it is full does not",
        arguments: [("notPermitted", ExitCode.notPermitted), ("tooMany", .failed)])
    func turnedAway(word: String, code: ExitCode) {
        let failure = Self.line(.system).failure(of: ["event": .string("refused"), "error": .string(word)])
        #expect(failure?.ending == .code(code))
    }

    @Test(
        "a command that is turned away says why, and ends with the code of that", arguments: ["status", "start"],
        [("notPermitted", 4, "You may not speak with the service"), ("tooMany", 1, "Too many programs")])
    func turnedAway(command: String, refusal: (word: String, code: CInt, text: String)) throws {
        let home = try ProfileHome()
        try AtomicFile.makeDirectory(home.path + "/run/switchbridge")
        let loop = try EventLoop()
        let line = #"{"event":"refused","error":"\#(refusal.word)"}"# + "\n"
        let listener = try UnixListener(path: home.path + "/run/switchbridge/control", kind: .stream, loop: loop) {
            _ = send($0.raw, line, line.utf8.count, CInt(MSG_NOSIGNAL))
            loop.stop()
        }
        let variables = [ServicePlaces.variable: "user", "XDG_RUNTIME_DIR": home.path + "/run"]
        let child = try Child([command], environment: home.environment.merging(variables) { $1 }, withTalk: true)
        try loop.run()
        #expect(try child.readToEnd().contains(refusal.text))
        #expect(try child.wait() == .exited(refusal.code))
        _ = listener
    }
}
