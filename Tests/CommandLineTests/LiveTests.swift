// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc
import SwitchCore
import Testing

@testable import switchbridge

@Suite("Outputs and inputs that do not hold up the loop")
struct LiveTests {
    @Test("a reader that does not read holds nothing up; what is too much is left out and counted")
    func fullPipe() throws {
        let pipe = try Pipe()
        let writing = try #require(pipe.writing)
        let loop = try EventLoop()
        let sink = try #require(
            LiveSink(writing.raw, loop: loop, leftOut: { "left out \($0)\n" }, onProblem: { _ in }))
        let line = String(repeating: "x", count: 999) + "\n"
        for _ in 0..<1000 { try sink.write(line) }
        var text = ""
        while !text.hasSuffix("\nlast\n") {
            text += try pipe.readWaiting()
            if text.contains("left out"), !text.contains("last") { try sink.write("last\n") }
            try loop.turn(waiting: false)
        }
        let lines = text.split(separator: "\n")
        let whole = lines.filter { $0.count == 999 }.count
        #expect(lines.count == whole + 2)
        #expect(lines[whole] == "left out \(1000 - whole)")
    }

    @Test("the shell's own descriptor stays blocking")
    func sharedFlags() throws {
        let pipe = try Pipe()
        let writing = try #require(pipe.writing)
        let loop = try EventLoop()
        let sink = LiveSink(writing.raw, loop: loop, leftOut: { _ in "" }, onProblem: { _ in })
        #expect(sink != nil)
        #expect(fcntl(writing.raw, F_GETFL) & O_NONBLOCK == 0)
    }

    @Test("a reader that goes away is noticed even when nothing is written")
    func readerGone() throws {
        var pipe = try Pipe()
        let writing = try #require(pipe.writing)
        let loop = try EventLoop()
        var problems: [OutputProblem] = []
        let sink = try #require(
            LiveSink(writing.raw, loop: loop, leftOut: { _ in "" }, onProblem: { problems.append($0) }))
        try loop.turn(waiting: false)
        #expect(problems.isEmpty)
        pipe.closeReading()
        // Not at once: a child that another test is just starting has the pipe open until its exec.
        while problems.isEmpty { try loop.turn() }
        #expect(problems == [.closed])
        #expect(throws: OutputProblem.closed) { try sink.write("x\n") }
    }

    @Test("what never gets in order ends all the same, once its end is asked for again")
    func endAskedAgain() throws {
        let start = Instant(nanoseconds: 1_000_000_000)
        let loop = try EventLoop(simulatedFrom: ClockReading(instant: start, unixMilliseconds: 1_724_000_000_000))
        let live = try LiveRun(TestTerminal().terminal, loop: loop)
        live.beforeEnd = { _ in }
        live.endAsked(by: SIGINT)
        live.endAsked(by: SIGTERM)
        live.endAsked(by: SIGTERM)
        #expect(try live.run(keeping: live) == .signal(SIGINT))
        #expect(loop.now == start + LiveRun.endLimit)
    }

    @Test("lines come whole, however they arrive, and their end is told once")
    func lineInput() throws {
        var pipe = try Pipe()
        let reading = try #require(pipe.reading)
        let loop = try EventLoop()
        var lines: [String?] = []
        let input = LineInput(reading.raw, loop: loop) { lines.append($0) }
        defer { withExtendedLifetime(input) {} }
        for part in ["appr", "ove\nre", "ject\n", String(repeating: "x", count: 9000), "\n"] {
            _ = try Array(part.utf8).withUnsafeBytes { try pipe.writing?.write($0) }
            for _ in 0..<4 { try loop.turn(waiting: false) }
        }
        pipe.closeWriting()
        while lines.count < 4 { try loop.turn() }
        try loop.turn(waiting: false)
        #expect(lines.count == 4)
        #expect(lines.prefix(2) == ["approve", "reject"])
        #expect(lines[2]?.utf8.count == LineInput.lengthLimit)
        #expect(lines[3] == nil)
    }

    @Test("/dev/null has no lines, and says so at once")
    func noInput() throws {
        let null = try FileDescriptor(path: "/dev/null", flags: O_RDONLY)
        let loop = try EventLoop()
        var ends = 0
        let input = LineInput(null.raw, loop: loop) { if $0 == nil { ends += 1 } }
        defer { withExtendedLifetime(input) {} }
        try loop.turn(waiting: false)
        try loop.turn(waiting: false)
        #expect(ends == 1)
    }
}
