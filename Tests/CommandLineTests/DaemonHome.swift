// SPDX-License-Identifier: GPL-3.0-or-later
import ControlSocket
import EventLoop
import Glibc
import PCProtocol
import RealSystem
import SwitchCore
import Testing

@testable import switchbridge

/// A home in which a daemon runs, as a process, and may have a PC; both go with this object.
final class DaemonHome: InRealTime {
    let home = try? ProfileHome()
    let loop: EventLoop
    private var daemon: Child?
    private var pc: Child?
    private var root: String { home?.path ?? "/nonexistent" }
    var pcPath: String { root + "/pc" }

    var environment: [String: String] {
        (home?.environment ?? [:]).merging([
            "XDG_RUNTIME_DIR": root + "/run", ServicePlaces.variable: ServicePlaces.Kind.user.rawValue,
        ]) { $1 }
    }

    init() throws {
        loop = try EventLoop()
        try AtomicFile.makeDirectory(root + "/run")
    }

    deinit {
        for child in [daemon, pc] {
            child?.send(SIGKILL)
            _ = try? child?.wait()
        }
    }

    var controlSocket: String { ServicePlaces(environment).controlSocket }

    // MARK: Processes

    func run(_ words: String...) throws -> Child.Ending { try Child(words, environment: environment).wait() }

    func startDaemon() throws {
        daemon = try Child(["daemon"], environment: environment, withTalk: true)
        try wait(for: "a daemon that answers") { ServicePlaces(environment).isAnswered }
    }

    /// From now on nobody reads what it says.
    func deafen() { daemon?.closeOutput() }

    func endDaemon(_ signal: CInt = SIGTERM) throws -> Child.Ending? {
        daemon?.send(signal)
        defer { daemon = nil }
        return try daemon?.wait()
    }

    /// A PC that accepts whoever asks, and remembers it.
    func startPC() throws {
        pc = try Child(
            ["simulated-pc", "--listen", pcPath, "--state", root + "/pairings", "--approve"], environment: environment)
        try #require(try pc?.readLine().contains("listening") == true)
    }

    func endPC() throws {
        pc?.send(SIGTERM)
        _ = try pc?.wait()
        pc = nil
    }

    func pair() throws { try #require(try run("pc", "pair", "unix:" + pcPath) == .exited(0)) }

    func putProfile(_ name: String, called title: String) throws {
        let text = ProfileHome.plain.replacing("name: Test ", with: "name: \(title) ")
        try home?.putProfile(name, text + "pc: {profile: builtin.keyboard}\n")
    }

    // MARK: Asking

    func client() throws -> DaemonClient { try DaemonClient(self) }

    /// Also for what other processes do, which does not wake the loop.
    func wait(for awaited: String, until condition: () throws -> Bool) throws {
        try wait(for: awaited, lookingEvery: .milliseconds(20), until: condition)
    }
}

/// Somebody who is told what the daemon tells.
final class DaemonClient {
    let client: ControlClient
    private let home: DaemonHome
    private(set) var status: ForwardStatus?
    private(set) var events: [[String: JSONValue]] = []
    private(set) var isGone = false

    init(_ home: DaemonHome) throws {
        self.home = home
        client = try ControlClient(path: home.controlSocket, loop: home.loop)
        client.onEvent = { [weak self] in self?.told($0) }
        client.onGone = { [weak self] in self?.isGone = true }
        client.call(.watch(edges: true))
        try comesTo("some state") { _ in true }
    }

    private func told(_ fields: [String: JSONValue]) {
        events.append(fields)
        if fields["event"]?.text == "status" {
            status = fields["status"]?.members.flatMap { ForwardStatus($0) } ?? status
        }
    }

    func comesTo(_ awaited: String, _ condition: (ForwardStatus) -> Bool) throws {
        try home.wait(for: awaited) { status.map(condition) ?? false }
    }

    func isReady() throws { try comesTo("ready") { $0.pc?.isReady == true } }

    /// "done", or the code and the sentence of a refusal.
    func ask(_ request: ControlRequest) throws -> (code: String, text: String) {
        var answer: ControlClient.Answer?
        client.call(request, isQuick: false) { answer = $0 }
        try home.wait(for: "an answer") { answer != nil }
        switch answer {
        case .done: return ("done", "")
        case .refused(let code, let text): return (code, text)
        case .unanswered, nil: return ("unanswered", "")
        }
    }

    func has(_ event: String) -> Bool { events.contains { $0["event"]?.text == event } }
}
