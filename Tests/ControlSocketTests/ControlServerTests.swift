// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc
import PCProtocol
import SimulatedTime
import SwitchCore
import Testing

@testable import ControlSocket

@Suite("The daemon's control socket")
struct ControlServerTests {
    private static let own = UInt32(geteuid())
    private static let someone: UInt32 = 100_001

    // MARK: One client

    @Test("who comes is greeted, asks, and is answered by number")
    func answered() throws {
        let bench = try ControlBench()
        let client = try bench.client()
        let hello = try #require(try client.lines().first)
        #expect(hello["event"]?.text == "hello" && hello["protocol"]?.exactInteger == 1)
        #expect(hello["version"]?.text == "1.2")
        client.say(#"{"id":5,"request":"status"}"#)
        try bench.settle()
        #expect(bench.requests == [.status])
        let asked = try #require(bench.calls.first)
        bench.server.answer(asked.client, to: asked.call.id, ["state": .string("idle")])
        bench.server.refuse(asked.client, 6, code: "lent", text: "Not now.")
        bench.server.tell([asked.client], [.object(["event": .string("started")])])
        let lines = try client.lines()
        #expect(lines.map { $0["reply"]?.exactInteger } == [5, 6, nil])
        #expect(lines.map { $0["ok"]?.truth } == [true, false, nil])
        #expect(lines[0]["state"]?.text == "idle" && lines[1]["error"]?.text == "lent")
        #expect(lines[2]["event"]?.text == "started")
    }

    @Test("a request may come in pieces, and several at once")
    func pieces() throws {
        let bench = try ControlBench()
        let client = try bench.client()
        for byte in #"{"id":1,"request":"stop"}"#.utf8 {
            client.write([byte])
            try bench.settle()
        }
        #expect(bench.requests.isEmpty)
        client.write(Array("\n{\"id\":2,\"request\":\"status\"}\n{\"id\":3,\"request\":\"stop\"}\n".utf8))
        try bench.settle()
        #expect(bench.requests == [.stop, .status, .stop])
    }

    @Test("a start of a client that has gone by the time it is read is none; its stop is one")
    func goneBeforeRead() throws {
        let bench = try ControlBench()
        do {
            let (client, other) = (try bench.client(), try bench.client())
            client.say(#"{"id":1,"request":"start"}"#)
            other.say(#"{"id":1,"request":"stop"}"#)
        }
        try bench.settle()
        #expect(bench.requests == [.stop])
        let client = try bench.client()
        client.say(#"{"id":1,"request":"start"}"#)
        try bench.settle()
        #expect(bench.requests == [.stop, .start(untilGone: false)])
    }

    @Test("the third line that is no request ends it, and no other client")
    func garbage() throws {
        let bench = try ControlBench()
        let (client, other) = (try bench.client(), try bench.client())
        client.write([0xff, 0x00, 0x0a] + Array("{\"id\":1,\"request\":\"dance\"}\n".utf8))
        try bench.settle()
        #expect(try client.lines().compactMap { $0["error"]?.text } == ["notARequest", "unknownRequest"])
        #expect(!client.isLetGo)
        client.say(#"{"id":2,"request":"status"}"#)
        client.write([UInt8](repeating: UInt8(ascii: "x"), count: ControlCall.lengthLimit + 1) + [0x0a])
        try bench.settle()
        #expect(bench.requests == [.status])
        #expect(try client.isGone())
        #expect(bench.gone.count == 1)
        #expect(try !other.isGone())
    }

    @Test("a line without an end costs no more than a line")
    func endless() throws {
        let bench = try ControlBench()
        let client = try bench.client()
        for _ in 0..<100 {
            client.write([UInt8](repeating: UInt8(ascii: "["), count: 10_000))
            try bench.settle()
        }
        client.write(Array("\n{\"id\":1,\"request\":\"stop\"}\n".utf8))
        try bench.settle()
        #expect(try client.lines().compactMap { $0["error"]?.text } == ["notARequest"])
        #expect(bench.requests == [.stop])
    }

    @Test("who hangs up is gone, also in the middle of a line")
    func hangsUp() throws {
        let bench = try ControlBench()
        var client: RawClient? = try bench.client()
        client?.write(Array(#"{"id":1,"#.utf8))
        try bench.settle()
        client = nil
        try bench.settle()
        #expect(bench.gone.count == 1 && bench.requests.isEmpty)
    }

    // MARK: Who may, and how many

    @Test("who may not connect hears why")
    func stranger() throws {
        let bench = try ControlBench(mayConnect: { _ in false })
        let client = try bench.client(of: Self.someone)
        client.say(#"{"id":1,"request":"stop"}"#)
        try bench.settle()
        #expect(try client.lines().map { $0["error"]?.text } == ["notPermitted"])
        #expect(client.isLetGo && bench.requests.isEmpty)
        for uid in [0, Self.own] {
            #expect(try bench.client(of: uid).lines().map { $0["event"]?.text } == ["hello"])
        }
    }

    @Test("a user's 25th client takes the place of one that never asked, and is refused when there is none")
    func limitOfOneUser() throws {
        let bench = try ControlBench()
        let first = try bench.client(of: Self.someone)
        let others = try (1..<ControlServer.clientsOfOneUser).map { _ in try bench.client(of: Self.someone) }
        for client in others { client.say(#"{"id":1,"request":"status"}"#) }
        try bench.settle()
        let next = try bench.client(of: Self.someone)
        #expect(try first.isGone())
        next.say(#"{"id":1,"request":"status"}"#)
        try bench.settle()
        let refused = try bench.client(of: Self.someone)
        #expect(try refused.lines().map { $0["error"]?.text } == ["tooMany"])
        #expect(refused.isLetGo)
        #expect(try others.allSatisfy { try !$0.isGone() })
        #expect(try bench.client(of: Self.someone + 1).lines().map { $0["event"]?.text } == ["hello"])
    }

    /// All that one user may have, none of which has asked for anything. The first makes room first.
    private static func full(_ bench: ControlBench) throws -> [RawClient] {
        try (0..<ControlServer.clientsOfOneUser).map { _ in
            try bench.pass(.milliseconds(1))
            return try bench.client(of: someone)
        }
    }

    @Test("who makes room is heard first: it may have asked for a stop just now")
    func heardBeforeMakingRoom() throws {
        let bench = try ControlBench()
        let clients = try Self.full(bench)
        let next = try RawClient(bench.path)
        clients[0].say(#"{"id":1,"request":"stop"}"#)
        try bench.settle()
        #expect(bench.requests == [.stop])
        #expect(try clients[0].isGone())
        #expect(try next.lines().map { $0["event"]?.text } == ["hello"])
    }

    @Test(
        "a stop of who makes room is heard behind what it asked for before, but not behind a flood", arguments: [1, 40])
    func heardToTheEnd(before: Int) throws {
        let bench = try ControlBench()
        let clients = try Self.full(bench)
        let next = try RawClient(bench.path)
        for _ in 0..<before { clients[0].say(#"{"id":1,"request":"status"}"#) }
        clients[0].say(#"{"id":2,"request":"stop"}"#)
        try bench.settle()
        #expect(bench.requests.count == min(before + 1, ControlPeer.lastLines))
        #expect(bench.requests.contains(.stop) == (before < ControlPeer.lastLines))
        #expect(try clients[0].isGone())
        #expect(try next.lines().map { $0["event"]?.text } == ["hello"])
    }

    @Test("of 64 clients the one that never asked makes room; when all have, another one is refused, and root is not")
    func limitOfAll() throws {
        let bench = try ControlBench()
        var clients: [RawClient] = []
        for index in 0..<ControlServer.clientLimit {
            clients.append(try bench.client(of: Self.someone + UInt32(index / 20)))
            if index != 30 { clients[index].say(#"{"id":1,"request":"status"}"#) }
            try bench.settle()
            try bench.pass(.milliseconds(1))
        }
        let next = try bench.client(of: Self.someone + 9)
        #expect(try clients[30].isGone())
        next.say(#"{"id":1,"request":"status"}"#)
        try bench.settle()
        #expect(try bench.client(of: Self.someone + 9).lines().map { $0["error"]?.text } == ["tooMany"])
        let root = try bench.client(of: 0)
        #expect(try root.lines().map { $0["event"]?.text } == ["hello"])
        // The one that has been silent longest.
        #expect(try clients[0].isGone())
        #expect(try clients.filter { try $0.isGone() }.count == 2)
        root.say(#"{"id":1,"request":"stop"}"#)
        try bench.settle()
        #expect(bench.requests.last == .stop)
    }

    @Test("the daemon's own user takes the place of one with which nothing ends, and of others only without one")
    func keptClients() throws {
        let bench = try ControlBench()
        var clients: [RawClient] = []
        func add() throws {
            clients.append(try bench.client(of: Self.own))
            clients.last?.say(#"{"id":1,"request":"status"}"#)
            try bench.settle()
            try bench.pass(.milliseconds(1))
        }
        for _ in 0..<ControlServer.clientsOfOneUser { try add() }
        let first = bench.calls[0].client
        bench.server.isKept = { $0 == first }
        try add()
        #expect(try clients.map { try $0.isGone() }.prefix(3) == [false, true, false])
        bench.server.isKept = { _ in true }
        try add()
        #expect(try clients.map { try $0.isGone() }.prefix(3) == [true, true, false])
    }

    @Test("the place of who has gone is free")
    func freedPlace() throws {
        let bench = try ControlBench()
        for _ in 0..<ControlServer.clientLimit * 3 {
            let client = try bench.client(of: Self.someone)
            client.say(#"{"id":1,"request":"status"}"#)
            try bench.settle()
            #expect(try client.lines().first?["event"]?.text == "hello")
        }
        try bench.settle()
        #expect(bench.gone.count == ControlServer.clientLimit * 3)
    }

    @Test("a second server finds the place taken, and one after an unclean end does not")
    func secondServer() throws {
        let bench = try ControlBench()
        let second = try ControlServer(loop: bench.loop, hello: [:])
        let error = #expect(throws: SystemError.self) { try second.listen(at: bench.path, mode: 0o600) }
        #expect(error?.code == EADDRINUSE)
        #expect(try bench.client().lines().count == 1)
    }
}
