// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol
import Sentences

@testable import ControlSocket

extension FuzzTarget {
    /// What comes in over the control socket and over a command's channel: a byte that says how it is cut, and lines.
    static let control = FuzzTarget("control") {
        let requests: [ControlRequest] = [
            .start(untilGone: true), .stop, .status, .use(profile: "a", pc: nil), .use(profile: nil, pc: "b"),
            .choose(pcProfile: "builtin.keyboard"), .watch(edges: true), .lend(.pc), .lend(.switches), .diagnostics,
        ]
        let orders = [
            CommandOrder(words: ["pc", "pair", "Desk\u{e9}"], environment: ["TERM": "xterm"]).line,
            CommandSignal.signal(2).line, CommandSignal.ended(status: 3).line, CommandSignal.refused(text: "no").line,
        ]
        let lines = requests.enumerated().map { line(ControlCall(id: Int64($0), request: $1)) } + orders
        return [[1] + lines.joined(), [7] + Array("\n\n{}\n{\"id\":1}\n".utf8)] + lines.map { [0] + $0 }
    } run: { bytes in
        var input = FuzzInput(bytes)
        let size = 1 + input.number(below: 64)
        let stream = input.everything()
        var whole = LineAssembler(limit: ControlCall.lengthLimit)
        var cut = whole
        let lines = whole.take(stream)
        var pieces: [LineAssembler.Line] = []
        for start in stride(from: 0, to: stream.count, by: size) {
            pieces += cut.take(stream[start..<min(start + size, stream.count)])
        }
        try hold(pieces == lines, "lines depend on how they come in")
        for line in lines {
            try hold(line.map { $0.count <= ControlCall.lengthLimit } ?? true, "a line is too long")
            if let line { try check(line) }
        }
    }

    private static func line(_ call: ControlCall) -> [UInt8] {
        JSONValue.object(call.request.fields.merging(["id": .integer(call.id)]) { $1 }).line
    }

    private static func check(_ line: [UInt8]) throws {
        switch Result(catching: { () throws(ControlProblem) in try ControlCall(parsing: line) }) {
        case .success(let call):
            let again = try ControlCall(parsing: self.line(call).dropLast())
            try hold(again == call, "a request is not the same once written again")
        case .failure(let problem):
            try hold(!problem.code.isEmpty && !problem.sentence.description.isEmpty, "a problem without words")
        }
        if let order = CommandOrder(line) {
            try hold(CommandOrder(order.line.dropLast()) == order, "an order is not the same once written again")
            try hold(order.words.allSatisfy { !$0.utf8.contains(0) }, "a word that no program can be given")
        }
        if let signal = CommandSignal(line) {
            try hold(CommandSignal(signal.line.dropLast()) == signal, "a signal is not the same once written again")
        }
    }
}
