// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc
import PCProtocol
import Testing

@testable import switchbridge

/// The whole program with a daemon and a PC: everything that it prints is searched for what must not be there.
@Suite("Secrets in what the program prints")
struct PlantedSecretTests {
    private let home: ProfileHome
    private let variables: [String: String]
    private static let typed = "typedQ7xzzzz"
    private static let person = "personQ7xzzzz"
    private static let session = "5e55107e-0000-4000-8000-00000007b7a1"

    init() throws {
        home = try ProfileHome()
        variables = [ServicePlaces.variable: "user", "XDG_RUNTIME_DIR": home.path + "/run"]
        try AtomicFile.makeDirectory(home.path + "/run")
        try home.putProfile(
            "\(Self.person)-chair",
            """
            schema: 1
            name: \(Self.person)
            devices:
              box: {name: \(Self.person) box}
            switches:
              - {name: \(Self.person) head, input: KEY_SPACE, press: "text:\(Self.typed)"}

            """)
    }

    private func child(_ words: String...) throws -> Child {
        try Child(words, environment: home.environment.merging(variables) { $1 }, withTalk: true)
    }

    private func said(_ words: String...) throws -> String {
        let child = try Child(words, environment: home.environment.merging(variables) { $1 }, withTalk: true)
        defer { _ = try? child.wait() }
        return try child.readToEnd()
    }

    private var token: String? {
        home.text(home.path + "/state/switchbridge/pcs.json")
            .flatMap { try? JSONValue(parsing: Array($0.utf8)) }?.members?["content"]?.members?["pcs"]?.elements?.first?
            .members?["token"]?.text
    }

    private func clean(_ text: String, alsoOf names: [String] = []) throws {
        let secrets = [try #require(token), Self.typed, Self.session] + names
        for (place, secret) in secrets.enumerated() { #expect(!text.contains(secret), "secret \(place)") }
    }

    @Test("with a daemon and a paired PC, and with a bad profile, and without a daemon, nothing private is printed")
    func everything() throws {
        let pc = try child("simulated-pc", "--listen", home.path + "/pc", "--approve", "--json")
        defer { pc.send(SIGKILL); _ = try? pc.wait() }
        #expect(try pc.reads("listening"))
        #expect(try said("pc", "pair", "unix:\(home.path)/pc", "--json").contains("paired"))
        let daemon = try child("daemon")
        #expect(try daemon.reads("says itself"))
        let names = ["Simulated PC", "simulated-pc", Self.person]
        // They are told everything that happens from here on.
        let watchers = try [
            ["announce", "--plain"], ["announce", "--json"], ["status", "--watch"], ["status", "--watch", "--plain"],
            ["status", "--watch", "--json"],
        ].map { try Child($0, environment: home.environment.merging(variables) { $1 }, withTalk: true) }
        defer { for watcher in watchers { watcher.send(SIGKILL) } }

        try clean(said("diagnostics"), alsoOf: names)
        try clean(said("diagnostics", "--json"), alsoOf: names)
        let full = try said("diagnostics", "--full")
        try clean(full)
        #expect(full.contains("Simulated PC") && full.contains(Self.person))
        for words in [
            ["doctor"], ["doctor", "--json"], ["status"], ["status", "--json"], ["start"], ["use", "nobody"],
        ] {
            let child = try Child(words, environment: home.environment.merging(variables) { $1 }, withTalk: true)
            try clean(child.readToEnd())
            _ = try child.wait()
        }
        // Of a profile that is broken while the daemon runs, and of what it says of that.
        try home.putProfile(
            "\(Self.person)-chair", "schema: 1\nname: x\n\(Self.typed): 1\npress: \"text:\(Self.typed)\"\n")
        try clean(said("diagnostics"), alsoOf: names)
        try clean(said("diagnostics", "--full"))
        try clean(said("doctor"))
        // Nor when the PC goes.
        pc.send(SIGTERM)
        _ = try pc.readToEnd()
        #expect(try daemon.reads("ended the connection"))
        for watcher in watchers {
            watcher.send(SIGTERM)
            let text = try watcher.readToEnd()
            _ = try watcher.wait()
            #expect(text.count > 20)
            try clean(text)
        }
        daemon.send(SIGTERM)
        try clean(daemon.readToEnd())
        _ = try daemon.wait()
        // A session that was not ended, and nobody to ask.
        try home.put(
            #"{"version":1,"content":{"sessions":[{"desktopId":"simulated-pc","sessionId":"\#(Self.session)","kind":"mapped","releaseRefused":false}],"isIncomplete":false,"releasedSince":[]}}"#,
            "state/switchbridge/sessions.json")
        try clean(said("diagnostics"), alsoOf: names)
        try clean(said("diagnostics", "--full", "--json"))
        try clean(said("doctor", "--json"))
    }

    @Test("the file is its owner's alone and written whole")
    func file() throws {
        let path = home.path + "/report.txt"
        try home.put("old", "report.txt")
        let (ending, test) = home.run("diagnostics", "--output", path, adding: variables)
        #expect(ending == .code(.done))
        #expect(test.output.text.isEmpty)
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
        #expect(home.text(path)?.hasPrefix("Switchbridge diagnostics") == true)
        let (failed, told) = home.run("diagnostics", "--output", home.path + "/no/such/place", adding: variables)
        #expect(failed == .code(.failed))
        #expect(told.talk.text.contains("could not be written"))
    }

    @Test("it changes nothing: no file and no directory is made")
    func leavesNothing() throws {
        let before = home.names(in: "")
        #expect(home.run("diagnostics", adding: variables).ending == .code(.done))
        #expect(home.run("doctor", adding: variables).ending == .code(.failed))
        #expect(home.names(in: "") == before)
    }

    @Test("a daemon that hangs holds neither up for long")
    func hung() throws {
        try AtomicFile.makeDirectory(home.path + "/run/switchbridge")
        let listener = try HungListener(home.path + "/run/switchbridge/control")
        let (_, test) = home.run("diagnostics", adding: variables)
        #expect(test.output.text.contains("did not answer within 5 seconds"))
        #expect(test.output.text.contains("KEY_SPACE"))
        #expect(home.run("doctor", adding: variables).test.output.text.contains("does not answer"))
        _ = listener
    }
}

/// Listens and never answers.
private final class HungListener {
    private let listener: UnixListener
    private let loop: EventLoop

    init(_ path: String) throws {
        loop = try EventLoop()
        listener = try UnixListener(path: path, kind: .stream, loop: loop) { _ in }
    }
}
