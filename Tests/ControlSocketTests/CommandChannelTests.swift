// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc
import PCProtocol
import SimulatedTime
import SwitchCore
import Testing

@testable import ControlSocket

@Suite("The connection over which a command is run for somebody")
struct CommandChannelTests {
    /// Both ends, and what each heard.
    private final class Bench: InSimulatedTime {
        let loop: EventLoop
        let client: CommandChannel
        let server: CommandChannel
        /// Writes past the client's end of it.
        let raw: CInt
        var orders: [CommandOrder] = []
        var descriptors: [FileDescriptor] = []
        var toServer: [CommandSignal] = []
        var toClient: [CommandSignal] = []
        var serverIsGone = false
        var clientIsGone = false

        init() throws {
            loop = try EventLoop(simulatedFrom: ClockReading(instant: Instant(nanoseconds: 1), unixMilliseconds: 1))
            var ends: [CInt] = [-1, -1]
            let type = CInt(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
            try SystemCall.run("socketpair") { socketpair(AF_UNIX, type, 0, &ends) }
            raw = ends[0]
            client = try CommandChannel(FileDescriptor(owning: ends[0]), takesOrder: false, loop: loop)
            server = try CommandChannel(FileDescriptor(owning: ends[1]), takesOrder: true, loop: loop)
            server.onNews = { [weak self] in self?.serverHeard($0) }
            client.onNews = { [weak self] in self?.clientHeard($0) }
        }

        private func serverHeard(_ news: CommandChannel.News) {
            switch news {
            case .ordered(let order, let passed):
                orders.append(order)
                descriptors = passed
            case .signalled(let signal): toServer.append(signal)
            case .gone: serverIsGone = true
            }
        }

        private func clientHeard(_ news: CommandChannel.News) {
            switch news {
            case .ordered: Issue.record("the end that orders was given an order")
            case .signalled(let signal): toClient.append(signal)
            case .gone: clientIsGone = true
            }
        }

        func write(_ text: String) {
            let bytes = Array(text.utf8)
            _ = send(raw, bytes, bytes.count, 0)
        }

        func settle() throws { for _ in 0..<16 { try loop.turn(waiting: false) } }
    }

    private static let standard = [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]

    @Test("an order arrives with its words, its terminal's kind and three descriptors, which are the very files")
    func order() throws {
        let bench = try Bench()
        var pipe: [CInt] = [-1, -1]
        try SystemCall.run("pipe") { Glibc.pipe(&pipe) }
        let (reading, writing) = (FileDescriptor(owning: pipe[0]), FileDescriptor(owning: pipe[1]))
        let order = CommandOrder(
            words: ["send", "text:é \"</\n"],
            environment: ["TERM": "xterm", "COLUMNS": "80", "LD_PRELOAD": "/tmp/x.so", "NO_COLOR": "a b"])
        try bench.client.order(order, [STDIN_FILENO, writing.raw, writing.raw])
        try bench.settle()
        #expect(bench.orders == [order])
        #expect(bench.orders.first?.environment == ["TERM": "xterm", "COLUMNS": "80"])
        #expect(bench.descriptors.count == 3)
        #expect(bench.server.peer.pid == getpid() && bench.server.peer.uid == geteuid())
        if let output = bench.descriptors.dropFirst().first { _ = Glibc.write(output.raw, "x", 1) }
        var byte: UInt8 = 0
        #expect(read(reading.raw, &byte, 1) == 1)
        for descriptor in bench.descriptors { #expect(fcntl(descriptor.raw, F_GETFD) == FD_CLOEXEC) }
    }

    @Test("signals go one way, the end the other")
    func signals() throws {
        let bench = try Bench()
        try bench.client.order(CommandOrder(words: ["pc", "list"], environment: [:]), Self.standard)
        bench.client.send(.signal(SIGINT))
        try bench.settle()
        #expect(bench.toServer == [.signal(SIGINT)])
        bench.server.send(.refused(text: "Not\u{7} now."))
        bench.server.send(.ended(status: 130))
        try bench.settle()
        #expect(bench.toClient == [.refused(text: "Not now."), .ended(status: 130)])
    }

    @Test(
        "what is no order is the end of the connection",
        arguments: [
            "\n", "{}\n", "[]\n", #"{"words":[]}"# + "\n", #"{"words":["pc",1]}"# + "\n", #"{"words":"pc"}"# + "\n",
            #"{"words":["a\u0000b"]}"# + "\n", #"{"signal":2}"# + "\n", "\u{ff}\u{fe}\n",
            String(repeating: "[", count: 20_000) + "\n",
            // Well-formed, but nothing came that it could write to.
            #"{"words":["pc","list"],"environment":{}}"# + "\n",
        ])
    func noOrder(text: String) throws {
        let bench = try Bench()
        bench.write(text)
        try bench.settle()
        #expect(bench.serverIsGone && bench.orders.isEmpty)
    }

    @Test("one order is all that a connection is for")
    func secondOrder() throws {
        let bench = try Bench()
        let order = CommandOrder(words: ["pc", "list"], environment: [:])
        try bench.client.order(order, Self.standard)
        try bench.client.order(order, Self.standard)
        try bench.settle()
        #expect(bench.orders.count == 1 && bench.serverIsGone)
    }

    @Test("only what a terminal sends is passed on as a signal", arguments: [SIGKILL, SIGSTOP, SIGSEGV, 0, -1, 1000])
    func otherSignals(number: CInt) throws {
        let bench = try Bench()
        try bench.client.order(CommandOrder(words: ["pc", "list"], environment: [:]), Self.standard)
        bench.write("{\"signal\":\(number)}\n")
        try bench.settle()
        #expect(bench.toServer.isEmpty && bench.serverIsGone)
    }

    @Test("who goes is missed, before the order and after it")
    func gone() throws {
        for isOrdered in [false, true] {
            let bench = try Bench()
            if isOrdered { try bench.client.order(CommandOrder(words: ["pc"], environment: [:]), Self.standard) }
            try bench.settle()
            shutdown(bench.raw, CInt(SHUT_RDWR))
            try bench.settle()
            #expect(bench.serverIsGone)
        }
    }

    @Test("a text of the greatest length fits, however JSON has to write it")
    func longestText() throws {
        let bench = try Bench()
        let order = CommandOrder(words: ["send", "text:" + String(repeating: "\u{1}", count: 2000)], environment: [:])
        try bench.client.order(order, Self.standard)
        try bench.settle()
        #expect(bench.orders == [order])
    }

    @Test("64 words are an order, 65 are none")
    func wordLimit() {
        let words = Array(repeating: "a", count: CommandOrder.wordLimit)
        #expect(CommandOrder(CommandOrder(words: words, environment: [:]).line.dropLast()) != nil)
        #expect(CommandOrder(CommandOrder(words: words + ["a"], environment: [:]).line.dropLast()) == nil)
    }

    @Test("an order at the bound is sent, one byte more is refused at its own end")
    func lengthLimit() throws {
        let bench = try Bench()
        let empty = CommandOrder(words: [""], environment: [:]).line.count
        func order(_ length: Int) -> CommandOrder {
            CommandOrder(words: [String(repeating: "x", count: length - empty)], environment: [:])
        }
        let error = #expect(throws: SystemError.self) {
            try bench.client.order(order(CommandOrder.lengthLimit + 1), Self.standard)
        }
        #expect(error?.code == EMSGSIZE)
        try bench.client.order(order(CommandOrder.lengthLimit), Self.standard)
        try bench.settle()
        #expect(bench.orders.first?.words.first?.count == CommandOrder.lengthLimit - empty)
    }
}

extension CommandOrder {
    fileprivate init?(_ line: ArraySlice<UInt8>) { self.init(Array(line)) }
}
