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

    // MARK: Not too much

    @Test("one that asks without end keeps nobody else waiting for more than a turn")
    func flood() throws {
        let bench = try ControlBench()
        let (client, other) = (try bench.client(of: Self.someone), try bench.client(of: Self.someone))
        let line = Array("{\"id\":1,\"request\":\"status\"}\n".utf8)
        client.write([UInt8]((0..<500).flatMap { _ in line }))
        try bench.settle()
        let before = bench.calls.count
        #expect(before > 0)
        other.say(#"{"id":9,"request":"stop"}"#)
        try bench.run { bench.requests.contains(.stop) }
        #expect(bench.calls.count <= before + 3)
    }

    @Test("however much they ask, others have nine tenths of the time, and between any two questions of theirs")
    func share() throws {
        let bench = try ControlBench()
        let clients = try (0..<20).map { _ in try bench.client(of: Self.someone) }
        let line = Array("{\"id\":1,\"request\":\"status\"}\n".utf8)
        for client in clients { client.write([UInt8]((0..<50).flatMap { _ in line })) }
        bench.onCall = { [loop = bench.loop] _, _, _ in loop.timePasses(.milliseconds(2)) }
        let began = bench.loop.now
        try bench.run { bench.calls.count == 200 }
        let gaps = zip(bench.calls, bench.calls.dropFirst()).map { $1.at - $0.at }
        #expect(gaps.allSatisfy { $0 == .milliseconds(20) })
        #expect(bench.loop.now - began >= .milliseconds(2 * 200 + 18 * 199))
        // Each had its turns.
        let shares = Dictionary(grouping: bench.calls, by: \.client).mapValues(\.count)
        #expect(shares.count == 20 && shares.values.allSatisfy { $0 == 10 })
    }

    @Test("after something that took very long the next one does not wait in proportion")
    func slowHandler() throws {
        let bench = try ControlBench()
        let (slow, other) = (try bench.client(of: Self.someone), try bench.client(of: Self.someone + 1))
        bench.onCall = { [loop = bench.loop] _, _, call in
            if case .use = call.request { loop.timePasses(.seconds(2)) }
        }
        slow.say(#"{"id":1,"request":"use","profile":"b"}"#)
        try bench.run { bench.calls.count == 1 }
        let ended = bench.loop.now
        other.say(#"{"id":1,"request":"stop"}"#)
        try bench.run { bench.calls.count == 2 }
        #expect(bench.calls[1].at - ended <= TimeShare.longestRest)
    }

    @Test("who fell behind and has caught up may start")
    func caughtUp() throws {
        let bench = try ControlBench()
        let client = try bench.client(of: Self.someone)
        client.say(#"{"id":1,"request":"watch"}"#)
        try bench.settle()
        bench.server.tell(
            [bench.calls[0].client], [.object(["text": .string(String(repeating: "x", count: 400_000))])])
        for _ in 0..<20 {
            _ = try client.lines()
            try bench.settle()
        }
        try bench.pass(.seconds(3))
        client.say(#"{"id":2,"request":"start"}"#)
        try bench.settle()
        #expect(bench.requests.last == .start(untilGone: false))
    }

    @Test("root does not wait for the others")
    func rootFirst() throws {
        let bench = try ControlBench()
        let client = try bench.client(of: Self.someone)
        let root = try bench.client(of: 0)
        bench.onCall = { [loop = bench.loop] _, _, _ in loop.timePasses(.seconds(1)) }
        for _ in 0..<3 { client.say(#"{"id":1,"request":"status"}"#) }
        try bench.run { bench.calls.count == 1 }
        let began = bench.loop.now
        root.say(#"{"id":1,"request":"stop"}"#)
        try bench.run { bench.calls.count == 2 }
        #expect(bench.requests == [.status, .stop] && bench.calls[1].at == began)
    }

    @Test("a start that waited behind its client's other questions for over a second is refused, a stop is not")
    func lateStart() throws {
        let bench = try ControlBench()
        let client = try bench.client(of: Self.someone)
        bench.onCall = { [loop = bench.loop] _, _, _ in loop.timePasses(.milliseconds(1_100)) }
        client.write(
            Array(["status", "start", "stop"].map { "{\"id\":1,\"request\":\"\($0)\"}\n" }.joined().utf8))
        try bench.run { bench.calls.count == 2 }
        #expect(bench.requests == [.status, .stop])
        try bench.settle()
        #expect(try client.lines().compactMap { $0["error"]?.text } == ["tooLate"])
        client.say(#"{"id":2,"request":"start"}"#)
        try bench.run { bench.calls.count == 3 }
        #expect(bench.requests.last == .start(untilGone: false))
    }

    @Test("a stop of one that leaves without having read its answers is one")
    func stopOfDeaf() throws {
        let bench = try ControlBench()
        do {
            let client = try bench.client()
            bench.onCall = { server, id, call in
                server.answer(id, to: call.id, ["text": .string(String(repeating: "x", count: 400_000))])
            }
            client.say(#"{"id":1,"request":"status"}"#)
            try bench.settle()
            client.say(#"{"id":2,"request":"stop"}"#)
            try bench.settle()
            #expect(bench.requests == [.status])
        }
        try bench.settle()
        #expect(bench.requests == [.status, .stop] && bench.gone.count == 1)
    }

    @Test("who reads nothing is let go at the bound, and who reads is told everything")
    func slowReader() throws {
        let bench = try ControlBench()
        let (slow, quick) = (try bench.client(), try bench.client())
        for client in [slow, quick] { client.say(#"{"id":1,"request":"watch"}"#) }
        try bench.settle()
        _ = try quick.lines()
        let ids = bench.calls.map(\.client)
        let piece = JSONValue.object(["event": .string("piece"), "text": .string(String(repeating: "x", count: 1000))])
        var heard = 0
        for _ in 0..<2_000 where bench.gone.isEmpty {
            bench.server.tell(ids, [piece])
            heard += try quick.lines().count
        }
        let told = heard
        #expect(bench.gone == [ids[0]])
        // What the kernel holds comes on top of what waits here.
        #expect(told * 1000 >= ControlPeer.pendingLimit)
        bench.server.tell(ids, [piece])
        #expect(try quick.lines().count == 1)
    }

    @Test("what was asked in the same breath as not reading is not taken meanwhile")
    func readsNothing() throws {
        let bench = try ControlBench()
        let client = try bench.client()
        client.say(#"{"id":1,"request":"watch"}"#)
        try bench.settle()
        let id = bench.calls[0].client
        // One long message may wait, and what is said after it as far as the bound goes.
        bench.server.tell([id], [.object(["text": .string(String(repeating: "x", count: 400_000))])])
        client.say(#"{"id":2,"request":"status"}"#)
        try bench.settle()
        #expect(bench.requests == [.watch(edges: false)] && bench.gone.isEmpty)
        while bench.calls.count < 2 {
            _ = try client.lines()
            try bench.settle()
            if client.isLetGo { break }
        }
        #expect(bench.requests == [.watch(edges: false), .status])
    }

    @Test("questions asked in one breath are taken one by one, each when the answer before it has gone out")
    func oneAnswerAtATime() throws {
        let bench = try ControlBench()
        let client = try bench.client()
        bench.onCall = { server, id, call in
            server.answer(id, to: call.id, ["text": .string(String(repeating: "x", count: 400_000))])
        }
        client.write(Array((1...3).map { "{\"id\":\($0),\"request\":\"status\"}\n" }.joined().utf8))
        try bench.settle()
        #expect(bench.requests == [.status])
        var replies: [Int64?] = []
        while replies.count < 3, !client.isLetGo {
            replies += try client.lines().filter { $0["reply"] != nil }.map { $0["reply"]?.exactInteger }
            try bench.settle()
        }
        #expect(replies == [1, 2, 3] && bench.gone.isEmpty)
    }

    @Test("who connect again and again are let in one by one, in a tenth of the time")
    func newcomers() throws {
        let bench = try ControlBench(mayConnect: { _ in true })
        let loop = bench.loop
        var times: [Instant] = []
        bench.server.identify = { _ in
            times.append(loop.now)
            loop.timePasses(.milliseconds(1))
            return PeerIdentity(pid: 1, uid: Self.someone, groups: [])
        }
        let clients = try (0..<40).map { _ in try RawClient(bench.path) }
        try bench.run { times.count == 40 }
        #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 == .milliseconds(10) })
        #expect(clients.count == 40)
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
