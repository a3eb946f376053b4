// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc
import PCProtocol
import SwitchCore
import Testing

@testable import SimulatedPC

@Suite struct SimulatedPCTests {
    static let space = PCOutput.key(KeyName("Space")!)

    static func faults(_ change: (inout PCFaults) -> Void) -> PCFaults {
        var faults = PCFaults()
        change(&faults)
        return faults
    }

    @Test("the first packet is the status, and a press is carried out, answered and shown")
    func press() throws {
        let bench = try TestRemote.Bench()
        let remote = try bench.remote()
        #expect(try remote.ask(.ping(deviceName: nil)) == .ack(id: "r-0"))
        #expect(remote.status?.desktopID == "desktop-1")
        _ = try remote.ask(TestRemote.start())
        _ = try remote.ask(TestRemote.edge(1, 1, .down))
        #expect(bench.pc.machine.held == [Self.space])
        #expect(bench.lines.suffix(3) == ["#2 switch 1 down (sequence 1)", "#3 pressed Space", "held: Space"])
        _ = try remote.ask(TestRemote.edge(2, 1, .up))
        #expect(bench.lines.last == "held: nothing")
    }

    @Test("what is held goes up when the last remote's link is gone")
    func linkLost() throws {
        let bench = try TestRemote.Bench()
        let remote = try bench.remote()
        _ = try remote.ask(TestRemote.start())
        _ = try remote.ask(TestRemote.edge(1, 1, .down))
        remote.leave()
        try remote.settle()
        #expect(bench.pc.machine.held == [])
        #expect(bench.lines.contains("remote 1 left"))
    }

    @Test("with a second subscriber it stays held")
    func secondSubscriber() throws {
        let bench = try TestRemote.Bench(Self.faults { $0.secondSubscriber = true })
        let remote = try bench.remote()
        _ = try remote.ask(TestRemote.start())
        _ = try remote.ask(TestRemote.edge(1, 1, .down))
        remote.leave()
        try remote.settle()
        #expect(bench.pc.machine.held == [Self.space])
    }

    @Test("every subscriber receives every answer")
    func broadcast() throws {
        let bench = try TestRemote.Bench()
        let first = try bench.remote()
        let second = try bench.remote()
        _ = try first.ask(.ping(deviceName: nil))
        try second.settle()
        #expect(second.answers == first.answers)
    }

    @Test("messages in flight together are handled in any order, and the seed makes the same order again")
    func outOfOrder() throws {
        var orders: [[PCNews]] = []
        for _ in 0..<2 {
            let bench = try TestRemote.Bench(
                Self.faults {
                    $0.handlingDelay = .milliseconds(5)
                    $0.seed = 7
                })
            let remote = try bench.remote()
            _ = try remote.ask(TestRemote.start("custom.four-keys"))
            for sequence in 1...8 { try remote.post(TestRemote.edge(sequence, 1, sequence % 2 == 1 ? .down : .up)) }
            try remote.turn { remote.answers.count == 9 }
            #expect(remote.answers.count == 9)
            orders.append(bench.news)
        }
        let edges = orders[0].compactMap { news -> Int? in
            guard case .executed(let record) = news, case .edge(let edge) = record.event else { return nil }
            return edge.step.sequence
        }
        #expect(edges.count < 8, "an edge overtaken by a later one is lost")
        #expect(edges == edges.sorted())
    }

    @Test("answers are left out, delayed or come after garbage, and commands are refused, on demand")
    func badAnswers() throws {
        let dropping = try TestRemote.Bench(Self.faults { $0.dropAnswers = .every(2) })
        let first = try dropping.remote()
        #expect(try first.ask(.ping(deviceName: nil)) != nil)
        try first.post(.ping(deviceName: nil))
        try first.settle()
        #expect(first.answers.count == 1)
        #expect(dropping.lines.contains("on demand: an answer was left out"))

        let delaying = try TestRemote.Bench(Self.faults { $0.answerDelay = .milliseconds(2) })
        let second = try delaying.remote()
        #expect(try second.ask(.ping(deviceName: nil)) != nil)

        let garbage = try TestRemote.Bench(Self.faults { $0.garbageFrames = .every(1) })
        let third = try garbage.remote()
        #expect(try third.ask(.ping(deviceName: nil)) != nil)
        #expect(third.refusedFrames == 1)

        let refusing = try TestRemote.Bench(Self.faults { $0.refuseCommands = .percent(100) })
        let fourth = try refusing.remote()
        guard case .error(_, .inputFailed, _) = try fourth.ask(.ping(deviceName: nil)) else {
            Issue.record("not refused")
            return
        }
    }

    @Test("it closes the link without a word at the edge that was asked for, and can be reached again")
    func vanishes() throws {
        let bench = try TestRemote.Bench(Self.faults { $0.vanishAfterEdges = 2 })
        let remote = try bench.remote()
        _ = try remote.ask(TestRemote.start())
        #expect(try remote.ask(TestRemote.edge(1, 1, .down)) != nil)
        #expect(try remote.ask(TestRemote.edge(2, 2, .down)) == nil)
        #expect(remote.isClosed)
        #expect(bench.pc.machine.held == [])
        #expect(try bench.remote().ask(.ping(deviceName: nil)) != nil)
    }

    @Test("releases fail, pairings are forgotten and the clock is wrong, on demand")
    func otherFaults() throws {
        let failing = try TestRemote.Bench(Self.faults { $0.failReleases = 1 })
        let first = try failing.remote()
        _ = try first.ask(TestRemote.start())
        _ = try first.ask(TestRemote.edge(1, 1, .down))
        #expect(try first.ask(TestRemote.edge(2, 1, .up)) != .ack(id: "r-2"))
        #expect(try first.ask(TestRemote.edge(2, 1, .up)) == .ack(id: "r-3"))

        let forgetting = try TestRemote.Bench(Self.faults { $0.forgetAfterEdges = 1 })
        let second = try forgetting.remote()
        _ = try second.ask(TestRemote.start())
        _ = try second.ask(TestRemote.edge(1, 1, .down))
        guard case .error(_, .unknownDevice, _) = try second.ask(.ping(deviceName: nil)) else {
            Issue.record("not forgotten")
            return
        }

        let late = try TestRemote.Bench(Self.faults { $0.clockOffset = .seconds(-3600) })
        guard case .error(_, .expiredTimestamp, _) = try late.remote().ask(.ping(deviceName: nil)) else {
            Issue.record("the clocks agree")
            return
        }
    }

    @Test("packets that are no frames are ignored, whatever their length", arguments: [1, 200, 512, 513, 4_096])
    func garbage(length: Int) throws {
        let bench = try TestRemote.Bench()
        let remote = try bench.remote()
        remote.send(raw: [UInt8](repeating: 0x7B, count: length))
        #expect(try remote.ask(.ping(deviceName: nil)) != nil)
        #expect(bench.pc.machine.counts.frames.refusedFrames == 1)
    }

    // MARK: Pairing

    static func request() throws -> [UInt8] {
        try PairingRequest(
            id: "p", deviceID: "new", deviceName: DeviceName("Chair")!, desktopID: "desktop-1", requestNonce: "nonce"
        ).encoded()
    }

    @Test("a pairing is approved by flag or at the prompt, rejected there, and never by other words")
    func pairing() throws {
        for (approvesAll, line, isPaired) in [(true, nil, true), (false, "approve", true), (false, "reject", false)] {
            let bench = try TestRemote.Bench(approvesAll: approvesAll)
            let remote = try bench.remote()
            try remote.send(message: try Self.request())
            try remote.settle()
            #expect(bench.lines.contains { $0.contains("asks to be paired") })
            if let line {
                #expect(!bench.pc.lineEntered(""))
                #expect(!bench.pc.lineEntered("yes"))
                #expect(bench.pc.lineEntered("approve 000000x"))
                #expect(remote.answers == [])
                #expect(bench.pc.lineEntered(line))
                try remote.settle()
            }
            #expect((bench.pc.machine.pairedDevices["new"] != nil) == isPaired)
            #expect(remote.answers.count == 1)
        }
    }

    @Test("a token never shows in what the simulated PC shows")
    func secrecy() throws {
        let bench = try TestRemote.Bench(approvesAll: true)
        let remote = try bench.remote()
        try remote.send(message: try Self.request())
        _ = try remote.ask(.typeText("my words"))
        let token = try #require(bench.pc.machine.pairedDevices["new"]?.token.revealed)
        let json = bench.news.map { String(decoding: $0.json.encoded(), as: UTF8.self) }
        let shown = (bench.lines + json).joined() + String(describing: bench.news)
        #expect(!shown.contains(token))
        #expect(!shown.contains("my words"))
    }

    // MARK: On a path

    @Test("it listens on a path for this user alone, and refuses one in use")
    func listening() throws {
        let path = "/tmp/switchbridge-test-\(getpid())-listen"
        defer { unlink(path) }
        let first = try TestRemote.Bench()
        try first.pc.listen(at: path)
        #expect(throws: SystemError.self) { try TestRemote.Bench().pc.listen(at: path) }
        var information = stat()
        #expect(stat(path, &information) == 0)
        #expect(information.st_mode & 0o777 == 0o600)
        #expect(throws: SystemError.self) { try TestRemote.Bench().pc.listen(at: String(repeating: "x", count: 200)) }
        first.pc.close()
        #expect(access(path, F_OK) != 0)
    }

    @Test("a socket file that a dead process left behind is replaced")
    func abandonedSocket() throws {
        let path = "/tmp/switchbridge-test-\(getpid())-abandoned"
        defer { unlink(path) }
        do {
            let dead = socket(AF_UNIX, CInt(SOCK_SEQPACKET.rawValue), 0)
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
            let size = socklen_t(MemoryLayout<sockaddr_un>.size)
            withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = bind(dead, $0, size) }
            }
            close(dead)
        }
        #expect(access(path, F_OK) == 0)
        try TestRemote.Bench().pc.listen(at: path)
    }

    @Test("an ordinary file in the way is left alone")
    func ordinaryFile() throws {
        let path = "/tmp/switchbridge-test-\(getpid())-file"
        try PCStateFile(path: path).save([:])
        defer { unlink(path) }
        #expect(throws: SystemError.self) { try TestRemote.Bench().pc.listen(at: path) }
        #expect(access(path, F_OK) == 0)
    }
}
