// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc
import PCProtocol
import Testing

@testable import switchbridge

/// The daemon, a simulated PC and `announce`, each a process of its own.
@Suite("Announcements as processes")
final class AnnounceCommandTests {
    private let home: ProfileHome
    /// By the first of their words, or the name that a test gives them.
    private var running: [String: Child] = [:]

    init() throws {
        home = try ProfileHome()
        try home.put("", "run/.here")
    }

    deinit {
        for child in running.values { child.send(SIGKILL) }
        for child in running.values { _ = try? child.wait() }
    }

    private var environment: [String: String] {
        home.environment.merging([
            ServicePlaces.variable: "user", "XDG_RUNTIME_DIR": home.path + "/run",
            "PATH": "\(home.path)/bin:/usr/bin:/bin",
        ]) { $1 }
    }

    private func start(_ words: String...) throws -> Child {
        let child = try Child(words, environment: environment)
        running[words[0]] = child
        return child
    }

    private func end(_ name: String, _ signal: CInt) throws -> Child.Ending {
        let child = try #require(running[name])
        running[name] = nil
        child.send(signal)
        return try child.wait()
    }

    private func pair() throws {
        let pc = try start("simulated-pc", "--listen", home.path + "/pc", "--approve", "--json")
        #expect(try pc.reads("listening"))
        let pairing = try Child(["pc", "pair", "unix:\(home.path)/pc"], environment: environment)
        _ = try pairing.readToEnd()
        #expect(try pairing.wait() == .exited(0))
    }

    private static let profile = ProfileHome.plain + "announce: {level: LEVEL}\nidle: {start: {hold: 3s}}\n"

    private func text(_ line: String) -> String? {
        (try? JSONValue(parsing: Array(line.utf8)))?.members?["text"]?.text
    }

    @Test("who listens first hears that no service runs, then how it is, and goes on when it restarts")
    func followsTheService() throws {
        try pair()
        try home.putProfile("box", Self.profile.replacing("LEVEL", with: "short"))
        let announce = try start("announce", "--plain")
        #expect(try announce.readLine() == "The service of this box does not run; it is waited for.\n")
        _ = try start("daemon")
        #expect(try announce.readLine().hasPrefix("Forwarding is off"))
        #expect(try end("daemon", SIGKILL) == .killed(by: SIGKILL))
        #expect(try announce.reads("The service of this box has ended"))
        _ = try start("daemon")
        #expect(try announce.reads("Forwarding is off"))
        #expect(try end("announce", SIGINT) == .killed(by: SIGINT))
    }

    @Test("who comes late hears the state first, without paths and ids")
    func late() throws {
        try pair()
        try home.putProfile("box", Self.profile.replacing("LEVEL", with: "full"))
        _ = try start("daemon")
        let announce = try start("announce", "--json")
        var line = try announce.readLine()
        while !line.isEmpty, !line.contains(#""id":"present""#) { line = try announce.readLine() }
        #expect(text(line)?.hasPrefix("Forwarding is off") == true)
        #expect(!line.contains(home.path) && !line.contains("simulated-pc"))
    }

    @Test("a profile that says off announces nothing")
    func levelOff() throws {
        try pair()
        try home.putProfile("box", Self.profile.replacing("LEVEL", with: "off"))
        _ = try start("daemon")
        let announce = try start("announce", "--json")
        // It says that nothing runs, at most; and hears the daemon's first word before the daemon ends.
        while try Child(["status"], environment: environment).wait() != .exited(0) {}
        let watch = try start("status", "--watch", "--json")
        #expect(try watch.reads(#""event":"status""#))
        _ = try end("status", SIGTERM)
        #expect(try end("announce", SIGTERM) == .killed(by: SIGTERM))
        #expect(!(try announce.readToEnd()).contains(#""id":"present""#))
    }

    @Test("the test says of each way what came of it")
    func test() throws {
        try home.put("#!/bin/sh\necho \"$*\" >> '\(home.path)/said'\n", "bin/say")
        try #require(chmod("\(home.path)/bin/say", 0o755) == 0)
        try home.putProfile("box", Self.profile.replacing("LEVEL", with: "short"))
        let child = try Child(["announce", "test", "--with", "say"], environment: environment)
        let lines = try child.readToEnd().split(separator: "\n")
        #expect(try child.wait() == .exited(0))
        #expect(lines.count == 3)
        #expect(lines.first?.hasPrefix("Speech: spoken.") == true)
        #expect(lines.last?.hasPrefix("Lights of the switch devices: not used.") == true)
        #expect(home.text("\(home.path)/said") == "Switchbridge can speak.\n")
    }

    @Test("the test fails where speech fails, or the light that is named is not there")
    func failingTest() throws {
        try home.put("#!/bin/sh\nexit 1\n", "bin/say")
        try #require(chmod("\(home.path)/bin/say", 0o755) == 0)
        let text = Self.profile.replacing("{level: LEVEL}", with: "{light: no-such-light}")
        try home.putProfile("box", text)
        let child = try Child(["announce", "test", "--with", "say"], environment: environment)
        let lines = try child.readToEnd()
        #expect(try child.wait() == .exited(1))
        #expect(lines.contains("Speech did not work"))
        #expect(lines.contains("This box has no light no-such-light."))
    }

    @Test("words that it does not know are refused, and a program that is not there is named")
    func usage() throws {
        #expect(try Child(["announce", "nonsense"], environment: environment).wait() == .exited(2))
        let child = try Child(["announce", "--with", "no-such-program"], environment: environment)
        #expect(try child.wait() == .exited(1))
    }
}
