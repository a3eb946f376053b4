// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc
import PCProtocol
import SimulatedTime
import SwitchCore
import Testing

@testable import ControlSocket

@Suite("A program's end of the control socket")
struct ControlClientTests {
    /// What came of a call.
    private final class Heard {
        var answers: [ControlClient.Answer] = []
        var events: [String] = []
        var isGone = false

        var words: [String] {
            answers.map {
                switch $0 {
                case .done(let fields): "done \(fields["state"]?.text ?? "")"
                case .refused(let code, let text): "refused \(code): \(text)"
                case .unanswered: "unanswered"
                }
            }
        }
    }

    private func connected(_ bench: ControlBench) throws -> (ControlClient, Heard) {
        let client = try ControlClient(path: bench.path, loop: bench.loop)
        let heard = Heard()
        client.onEvent = { heard.events.append($0["event"]?.text ?? "?") }
        client.onGone = { heard.isGone = true }
        return (client, heard)
    }

    @Test("answers find their calls, in whatever order they come")
    func answers() throws {
        let bench = try ControlBench()
        let (client, heard) = try connected(bench)
        client.call(.status) { heard.answers.append($0) }
        client.call(.start(untilGone: true)) { heard.answers.append($0) }
        try bench.run { bench.calls.count == 2 }
        #expect(heard.events == ["hello"])
        let (id, numbers) = (bench.calls[0].client, bench.calls.map(\.call.id))
        bench.server.refuse(id, numbers[1], code: "lent", text: "A command\u{1b}[2J has it.")
        bench.server.answer(id, to: numbers[0], ["state": .string("idle")])
        bench.server.answer(id, to: 99)
        try bench.run { heard.answers.count == 2 }
        // What could move a terminal's cursor is not passed on.
        #expect(heard.words == ["refused lent: A command[2J has it.", "done idle"])
        #expect(!heard.isGone)
    }

    @Test("a daemon that does not answer in 5 s counts as gone, and a long call waits on")
    func deadline() throws {
        let bench = try ControlBench()
        let (client, heard) = try connected(bench)
        let began = bench.loop.now
        client.call(.lend(.pc), isQuick: false) { heard.answers.append($0) }
        try bench.pass(.seconds(60))
        #expect(heard.answers.isEmpty && !heard.isGone)
        client.call(.status) { heard.answers.append($0) }
        try bench.run { heard.isGone }
        #expect(bench.loop.now - began == .seconds(60) + ControlClient.answerDeadline)
        #expect(heard.words == ["unanswered", "unanswered"])
        client.call(.stop) { heard.answers.append($0) }
        #expect(heard.words.last == "unanswered")
    }

    @Test("with the daemon go all calls")
    func gone() throws {
        let bench = try ControlBench()
        let (client, heard) = try connected(bench)
        client.call(.status) { heard.answers.append($0) }
        try bench.run { !bench.calls.isEmpty }
        bench.server.letGo(bench.calls[0].client)
        try bench.run { heard.isGone }
        #expect(heard.words == ["unanswered"])
    }

    @Test("a client that has closed is told nothing more")
    func closed() throws {
        let bench = try ControlBench()
        let (client, heard) = try connected(bench)
        client.call(.status) { heard.answers.append($0) }
        client.close()
        try bench.pass(.seconds(10))
        #expect(heard.answers.isEmpty && heard.events.isEmpty && !heard.isGone)
    }

    @Test("what a daemon says that is no answer and no event does no harm")
    func nonsense() throws {
        let bench = try ControlBench()
        let (client, heard) = try connected(bench)
        client.call(.status) { heard.answers.append($0) }
        try bench.run { !bench.calls.isEmpty }
        let id = bench.calls[0].client
        for piece: JSONValue in [.null, .array([]), .object([:]), .object(["reply": .string("1")])] {
            bench.server.tell([id], [piece])
        }
        bench.server.answer(id, to: bench.calls[0].call.id, ["state": .string("idle")])
        try bench.run { !heard.answers.isEmpty }
        #expect(heard.words == ["done idle"])
    }

    @Test("nobody there is said as what it is")
    func nobody() throws {
        let loop = try EventLoop()
        let error = #expect(throws: SystemError.self) {
            try ControlClient(path: "/nonexistent/control", loop: loop)
        }
        #expect(error?.code == ENOENT)
    }
}
