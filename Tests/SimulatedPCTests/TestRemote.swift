// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc
import PCProtocol
import SwitchCore

@testable import SimulatedPC

/// A remote that does what it is told, on the other end of a link, and the loop that both share.
final class TestRemote {
    static let token = PairingToken("token-of-a-test")!
    static let session = SessionID("3f2c1a90-5b7e-4d21-9c33-0a1b2c3d4e5f")!
    /// Turns of the loop in which something awaited must come.
    static let turnLimit = 2_000

    let loop: EventLoop
    private(set) var socket: FileDescriptor?
    private var watch: Watch?
    private var assembler = FrameAssembler()
    private var sent = 0
    private(set) var packets = 0
    private(set) var status: PCStatus?
    private(set) var answers: [Answer] = []
    private(set) var refusedFrames = 0
    private(set) var isClosed = false

    init(_ socket: FileDescriptor, loop: EventLoop) throws {
        self.loop = loop
        self.socket = socket
        watch = try loop.watch(socket.raw, for: .readable) { [weak self] _ in self?.receive() }
    }

    func leave() {
        watch?.cancel()
        watch = nil
        socket = nil
    }

    deinit { leave() }

    private func receive() {
        var buffer = [UInt8](repeating: 0, count: 1_024)
        while let socket {
            let count = recv(socket.raw, &buffer, buffer.count, 0)
            if count < 0 { return }
            guard count > 0 else {
                isClosed = true
                return leave()
            }
            packetArrived(Array(buffer[..<count]))
        }
    }

    private func packetArrived(_ packet: [UInt8]) {
        packets += 1
        if packets == 1 {
            status = try? PCStatus(decoding: packet)
            return
        }
        switch assembler.frameArrived(packet, at: loop.now) {
        case .success(let message?): if let answer = try? Answer(decoding: message) { answers.append(answer) }
        case .success(nil): break
        case .failure: refusedFrames += 1
        }
    }

    func send(raw packet: [UInt8]) {
        guard let socket else { return }
        _ = Glibc.send(socket.raw, packet, packet.count, CInt(MSG_NOSIGNAL))
    }

    func send(message: [UInt8]) throws {
        sent += 1
        for frame in try Frame.frames(of: message, messageID: "t-\(sent)", maximumFrameSize: 512) { send(raw: frame) }
    }

    /// Sends without waiting, and returns the request's id.
    @discardableResult
    func post(_ command: Command) throws -> String {
        let id = "r-\(sent)"
        let message = try AuthenticatedCommand(
            command, id: id, deviceID: "tester", timestamp: loop.clock.unixMilliseconds, token: Self.token)
        try send(message: message.encoded())
        return id
    }

    /// Sends and waits for the answer; nil when none came.
    func ask(_ command: Command) throws -> Answer? {
        let id = try post(command)
        try turn { self.answers.contains { $0.id == id } || self.isClosed }
        return answers.first { $0.id == id }
    }

    /// Turns the loop until `isDone`, or for as many turns as are reasonable.
    func turn(until isDone: () -> Bool) throws {
        var turns = 0
        while !isDone(), turns < Self.turnLimit {
            try loop.turn(waiting: turns < Self.turnLimit / 2)
            turns += 1
        }
    }

    /// Turns the loop until nothing is ready any more.
    func settle() throws {
        for _ in 0..<20 { try loop.turn(waiting: false) }
    }

    static func start(_ profileID: String = "builtin.keyboard") -> Command {
        .startSession(
            Command.SessionStart(sessionID: session, profileID: profileID, profileVersion: 1, switchCount: 2))
    }

    static func edge(_ sequence: Int, _ id: Int, _ state: EdgeState) -> Command {
        .edge(Command.SwitchEdge(Command.SessionStep(sessionID: session, sequence: sequence), SwitchID(id)!, state))
    }
}

extension TestRemote {
    /// A simulated PC that knows this remote, with everything that it shows collected.
    final class Bench {
        let loop: EventLoop
        let pc: SimulatedPC
        private final class Shown { var news: [PCNews] = [] }
        private let shown = Shown()
        var news: [PCNews] { shown.news }
        var lines: [String] { news.map(\.text) }

        init(_ faults: PCFaults = PCFaults(), approvesAll: Bool = false, state: [String: PairedDevice]? = nil) throws {
            loop = try EventLoop()
            let path = "/tmp/switchbridge-test-\(getpid())-\(UInt64.random(in: 0...UInt64.max)).json"
            let file = PCStateFile(path: path)
            try file.save(state ?? ["tester": PairedDevice(name: "Tester", token: TestRemote.token)])
            defer { unlink(path) }
            var options = SimulatedPC.Options(
                configuration: PCConfiguration(
                    status: PCStatus(desktopID: "desktop-1", displayName: "Desk", platform: .linux)))
            options.faults = faults
            options.approvesAll = approvesAll
            options.stateFile = file
            let shown = shown
            pc = try SimulatedPC(loop: loop, options: options) { shown.news.append($0) }
        }

        func remote() throws -> TestRemote { try TestRemote(try pc.makeLink(), loop: loop) }
    }
}
