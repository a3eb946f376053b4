// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc
import PCProtocol
import SimulatedTime
import SwitchCore
import Testing

@testable import ControlSocket

@Suite("What clients of the control socket take of the loop and of memory")
struct ControlServerShareTests {
    private static let someone: UInt32 = 100_001

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
}
