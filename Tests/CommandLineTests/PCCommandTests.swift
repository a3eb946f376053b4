// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc
import PCLink
import PCProtocol
import RealSystem
import Testing

@testable import switchbridge

/// The commands about PCs, against simulated PCs that are other processes.
@Suite("The pc commands and name")
struct PCCommandTests {
    /// Simulated PCs, and a private place for this box's files.
    private final class Place {
        private let place: TemporaryDirectory
        var directory: String { place.path }
        private var pcs: [String: Child] = [:]

        init() throws { place = try TemporaryDirectory() }

        deinit {
            for name in pcs.keys { stop(name) }
        }

        @discardableResult
        func start(_ name: String, id: String, title: String = "Desk", _ options: String...) throws -> String {
            let path = "\(directory)/\(name)"
            let words = ["simulated-pc", "--listen", path, "--approve", "--json", "--desktop-id", id, "--name", title]
            let pc = try Child(words + ["--state", "\(path).pairings"] + options)
            #expect(try pc.readLine().contains("listening"))
            pcs[name] = pc
            return "unix:\(path)"
        }

        func stop(_ name: String) {
            let pc = pcs.removeValue(forKey: name)
            pc?.send(SIGTERM)
            _ = try? pc?.wait()
        }

        /// The PC comes back and has forgotten every pairing.
        func forget(_ name: String) { unlink("\(directory)/\(name).pairings") }

        @discardableResult
        func run(_ words: String...) -> (ending: Ending, terminal: TestTerminal) {
            var terminal = TestTerminal()
            terminal.environment = ["XDG_STATE_HOME": directory]
            return (Program.run(words, terminal.terminal), terminal)
        }

        func pair(_ name: String, id: String, title: String = "Desk") throws {
            let pc = try start(name, id: id, title: title)
            #expect(run("pc", "pair", pc, "--json").ending == .code(.done))
        }
    }

    private let place: Place

    init() throws { place = try Place() }

    @Test("pairing gives the code as digits and words, and the first PC becomes the default")
    func pairing() throws {
        let pc = try place.start("a", id: "desk-1")
        let pairing = place.run("pc", "pair", pc, "--json")
        #expect(pairing.ending == .code(.done))
        let objects = pairing.terminal.objects
        #expect(objects.compactMap { $0["event"]?.text } == ["connected", "pairingCode", "paired"])
        let code = try #require(objects.dropFirst().first?["code"]?.text)
        #expect(objects[1]["words"]?.text == PairingCodeText(code: code).words)
        #expect(objects[2]["isDefault"]?.truth == true)
        // A socket is no radio, so nothing is said of the air.
        #expect(!pairing.terminal.output.text.contains("unencrypted"))
        #expect(place.run("pc", "pair", "desk").terminal.objects.last?["event"]?.text == "alreadyPaired")
    }

    @Test(
        "without a saved PC every command says how to pair with one", arguments: ["list", "profiles", "ping", "status"])
    func noneSaved(command: String) {
        let run = place.run("pc", command)
        #expect(run.ending == .code(.noPC))
        #expect(run.terminal.talk.text.contains("switchbridge pc pair"))
    }

    @Test("forward without a PC names the way to one, and an unknown name the list")
    func forwardWhere() {
        let profile = "Profiles/two-switch-box.yaml"
        let none = place.run("forward", profile)
        #expect(none.ending == .code(.noPC))
        #expect(none.terminal.talk.text.contains("switchbridge pc pair"))
        #expect(place.run("forward", profile, "--pc", "Desk").ending == .code(.noPC))
    }

    @Test("forward looks for the default PC, changes to another on its word, and starts nothing there")
    func forwardUses() throws {
        try place.pair("a", id: "desk-1")
        try place.pair("b", id: "desk-2", title: "Den")
        let input = try Pipe()
        let forward = try Child(
            ["forward", "Profiles/two-switch-box.yaml", "--pc-profile", "builtin.keyboard"], input: input,
            environment: ["XDG_STATE_HOME": place.directory])
        #expect(try forward.reads(#""event":"pcProfile""#))
        // It would end the session of the one that forwards.
        #expect(place.run("pc", "ping", "Den").ending == .code(.failed))
        #expect(place.run("send", "click", "--pc", "Den").ending == .code(.failed))
        _ = try Array("use Nobody\nuse den\n".utf8).withUnsafeBytes { try input.writing?.write($0) }
        #expect(try forward.reads("No saved PC is called"))
        #expect(try forward.reads(#""event":"connected","pc":"Den""#))
        #expect(try forward.reads(#""event":"choosePCProfile""#))
        _ = try Array("quit\n".utf8).withUnsafeBytes { try input.writing?.write($0) }
        #expect(try !forward.reads("starting"))
        #expect(try forward.wait() == .exited(0))
    }

    @Test("pairings that cannot be understood are kept, and it is said once where")
    func unreadablePairings() throws {
        let directory = place.directory + "/switchbridge"
        #expect(mkdir(directory, 0o700) == 0)
        try AtomicFile.write(Array("garbage".utf8), to: directory + "/pcs.json", mode: 0o600)
        let list = place.run("pc", "list", "--json")
        #expect(list.ending == .code(.noPC))
        #expect(list.terminal.talk.text.contains("kept as \(directory)/pcs.json.unreadable-"))
        #expect(!place.run("pc", "list").terminal.talk.text.contains("unreadable"))
    }

    @Test("list names each PC with what tells it apart; default and use choose one")
    func list() throws {
        try place.pair("a", id: "desk-1")
        try place.pair("b", id: "desk-2")
        #expect(
            place.run("pc", "list").terminal.output.lines == [
                "Desk (Linux), id desk-1, the default", "Desk (Linux), id desk-2",
            ])
        let ambiguous = place.run("pc", "default", "Desk")
        #expect(ambiguous.ending == .code(.failed))
        #expect(ambiguous.terminal.talk.text.contains("id desk-2"))
        #expect(place.run("pc", "default", "desk-2").ending == .code(.done))
        #expect(place.run("pc", "default").terminal.output.text.contains("desk-2"))
        let used = place.run("pc", "use", "desk-1", "--json")
        #expect(used.ending == .code(.done))
        #expect(used.terminal.objects.last?["isDefault"]?.truth == true)
        #expect(place.run("pc", "list", "--json").terminal.objects.map { $0["isDefault"]?.truth } == [true, false])
        #expect(!place.run("pc", "list", "--json").terminal.output.text.contains("oken"))
    }

    @Test("unpair wants --yes where nobody can be asked, and forgets the default with the PC")
    func unpair() throws {
        try place.pair("a", id: "desk-1")
        let refused = place.run("pc", "unpair", "Desk")
        #expect(refused.ending == .code(.failed))
        #expect(refused.terminal.talk.text.contains("Desk (Linux), id desk-1"))
        #expect(place.run("pc", "list").ending == .code(.done))
        place.stop("a")
        let forgotten = place.run("pc", "unpair", "Desk", "--yes")
        #expect(forgotten.ending == .code(.done))
        #expect(forgotten.terminal.output.text.contains("still lists this box"))
        #expect(place.run("pc", "list").ending == .code(.noPC))
    }

    @Test("profiles, ping and status ask the default PC, and leave it holding nothing")
    func asking() throws {
        try place.pair("a", id: "desk-1")
        let profiles = place.run("pc", "profiles", "--json").terminal.objects
        #expect(profiles.contains { $0["kind"]?.text == "scanning" })
        let ping = place.run("pc", "ping", "--count", "3", "--json")
        #expect(ping.ending == .code(.done))
        #expect(ping.terminal.objects.count == 4)
        #expect(ping.terminal.objects.last?["answered"]?.exactInteger == 3)
        let status = place.run("pc", "status", "Desk", "--json").terminal.objects.last
        #expect(status?["usable"]?.truth == true)
        #expect(status?["nameState"]?.text == "known")
        #expect(status?["frameBytes"]?.exactInteger == 514)
        #expect(status?["adapter"] == .null)
        #expect(place.run("pc", "status").terminal.output.lines.count == 3)
    }

    @Test("a send is done on the default PC; actions marks what it does not know")
    func sending() throws {
        try place.pair("a", id: "desk-1")
        let sent = place.run("send", "hold-shift", "click", "--json")
        #expect(sent.ending == .code(.done))
        #expect(sent.terminal.objects.compactMap { $0["outcome"]?.text } == ["acknowledged", "acknowledged"])
        #expect(place.run("send", "--type", "mouse.scroll", "--payload", #"{"dx":0,"dy":3}"#).ending == .code(.done))
        let actions = place.run("actions", "click", "--pc", "default", "--json").terminal.objects
        #expect(actions.first?["id"]?.text == "click")
        #expect(actions.allSatisfy { $0["supported"]?.truth == true })
        place.stop("a")
        #expect(place.run("send", "click").ending == .code(.noPC))
    }

    @Test(
        "a PC that is not there ends every command with the reason", arguments: ["use", "profiles", "ping", "status"])
    func gone(command: String) throws {
        try place.pair("a", id: "desk-1")
        place.stop("a")
        let run = place.run("pc", command, "Desk")
        #expect(run.ending == .code(.noPC))
        #expect((run.terminal.talk.text + run.terminal.output.text).contains("There is no PC at"))
    }

    @Test("F34 a PC that forgot the pairing is marked, keeps its token, and is paired with again")
    func accessVoid() throws {
        try place.pair("a", id: "desk-1")
        place.stop("a")
        place.forget("a")
        try place.start("a", id: "desk-1")
        #expect(place.run("pc", "ping").ending == .code(.pairingRefused))
        let status = place.run("pc", "status", "Desk", "--json").terminal.objects.last
        #expect(status?["reachable"]?.truth == true)
        #expect(status?["usable"]?.truth == false)
        #expect(place.run("pc", "list", "--json").terminal.objects.first?["accessIsGood"]?.truth == false)
        #expect(place.run("pc", "list").terminal.output.text.contains("pair"))
        #expect(place.run("pc", "pair", "Desk").terminal.objects.last?["event"]?.text == "paired")
        #expect(place.run("pc", "ping", "--count", "1").ending == .code(.done))
    }

    @Test("F28 clocks that are apart are no matter of access")
    func clocksApart() throws {
        try place.pair("a", id: "desk-1")
        place.stop("a")
        try place.start("a", id: "desk-1", "--clock-offset", "200000")
        let status = place.run("pc", "status", "Desk")
        #expect(status.ending == .code(.noPC))
        #expect(status.terminal.output.text.contains("two minutes"))
        #expect(place.run("pc", "list", "--json").terminal.objects.first?["accessIsGood"]?.truth == true)
    }

    @Test("a new name is told to each PC at its next connection")
    func name() throws {
        try place.pair("a", id: "desk-1")
        #expect(place.run("name", "--json").terminal.objects.first?["isHostName"]?.truth == true)
        #expect(place.run("name", "The blue chair").terminal.output.text.contains("at the next connection"))
        #expect(place.run("pc", "ping", "--count", "1").ending == .code(.done))
        let named = place.run("name", "--json").terminal.objects.first
        #expect(named?["name"]?.text == "The blue chair")
        #expect(named?["pcs"]?.elements?.first?.members?["nameState"]?.text == "known")
        #expect(place.run("name", "--default").terminal.output.text.contains("as it calls itself"))
    }

    @Test(
        "what is no name is refused with the reason",
        arguments: [("", "empty"), (String(repeating: "x", count: 41), "too long"), ("a\u{7}b", "invisible")])
    func badName(name: String, reason: String) {
        let run = place.run("name", name)
        #expect(run.ending == .code(.usage))
        #expect(run.terminal.talk.text.contains(reason))
    }

    @Test("a count that is none is a usage error", arguments: ["0", "1001", "x"])
    func badCount(count: String) { #expect(place.run("pc", "ping", "--count", count).ending == .code(.usage)) }
}
