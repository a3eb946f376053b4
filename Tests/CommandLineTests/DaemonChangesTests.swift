// SPDX-License-Identifier: GPL-3.0-or-later
import ControlSocket
import EventLoop
import Glibc
import PCProtocol
import Testing

@testable import switchbridge

/// What changes below a daemon that runs: files, PCs, who has the switches. Whatever does, what its user asks for stays within
/// reach, and nothing starts.
@Suite("Changes below the daemon")
struct DaemonChangesTests {
    @Test("of several profiles of which none was chosen, use chooses one, and is no start")
    func chooseFirst() throws {
        let home = try Self.home()
        try home.putProfile("other", called: "Second")
        try home.startDaemon()
        let client = try home.client()
        #expect(client.status?.profile == nil)
        #expect(client.status?.next.contains("`switchbridge use NAME` chooses one") == true)
        #expect(try client.ask(.use(profile: "othr", pc: nil)).code == "notPossible")
        #expect(try client.ask(.use(profile: "other", pc: nil)).code == "done")
        try client.comesTo("the chosen one") { $0.profile == "Second" && $0.pc?.isReady == true }
        #expect(!client.has("starting"))
    }

    @Test("who deletes the profile of a service that is idle hears that the service has it")
    func deletedProfile() throws {
        let home = try Self.home()
        try home.putProfile("other", called: "Second")
        try home.startDaemon()
        #expect(try home.client().ask(.use(profile: "other", pc: nil)).code == "done")
        for name in ["mine", "other"] {
            var test = TestTerminal()
            test.environment = home.environment
            #expect(test.run("profile", "delete", name, "--yes") == .code(.done))
            #expect(test.talk.text.contains("`switchbridge use NAME`") == (name == "other"))
        }
    }

    @Test("a PC that is unpaired is left, no start reaches it, and pairing with it again brings it back")
    func unpaired() throws {
        let home = try Self.home()
        try home.startDaemon()
        let client = try home.client()
        try client.isReady()
        #expect(try home.run("pc", "unpair", "Simulated PC", "--yes") == .exited(0))
        try client.comesTo("no PC") { $0.pc == nil && !$0.canStart && $0.next.contains("pc pair") }
        #expect(try client.ask(.start(untilGone: false)).code == "notConnected")
        #expect(try home.run("pc", "list") == .exited(ExitCode.noPC.rawValue))
        try home.pair()
        try client.isReady()
        #expect(!client.has("starting"))
    }

    @Test("a profile with mistakes keeps nobody from unpairing, and goes on being told")
    func brokenBesides() throws {
        let home = try Self.home()
        try home.startDaemon()
        let client = try home.client()
        try client.isReady()
        try home.home?.putProfile("mine", "schema: 1\nname: [\n")
        try client.comesTo("the mistake") { $0.next.contains("profile check") && $0.pc?.isReady == true }
        #expect(try home.run("pc", "unpair", "Simulated PC", "--yes") == .exited(0))
        try client.comesTo("no PC") { $0.pc == nil && !$0.canStart }
        #expect(client.status?.next.contains("profile check") == true)
    }

    @Test("a start that waits with a client is told of a stop, and of whoever borrows something")
    func stopAsked() throws {
        let home = try Self.home()
        try home.startDaemon()
        let (client, other) = (try home.client(), try home.client())
        _ = try other.ask(.stop)
        try home.wait(for: "the stop") { client.has("stopAsked") }
        let third = try home.client()
        _ = try other.ask(.lend(.switches))
        try home.wait(for: "the loan") { third.has("stopAsked") }
    }

    private static func home() throws -> DaemonHome {
        let home = try DaemonHome()
        try home.putProfile("mine", called: "First")
        try home.startPC()
        try home.pair()
        return home
    }
}
