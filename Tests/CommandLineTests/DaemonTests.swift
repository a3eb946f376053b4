// SPDX-License-Identifier: GPL-3.0-or-later
import ControlSocket
import EventLoop
import Glibc
import PCProtocol
import SwitchCore
import Testing

@testable import switchbridge

/// The daemon as other programs meet it, with a PC of its own and no switches: those need a real kernel, and so the tests that
/// forward are in `Tests/VM/systemd`.
@Suite("The daemon as a process")
struct DaemonTests {
    // MARK: What it lacks

    @Test("without a profile it runs, says so and how to get one, and starts nothing")
    func noProfile() throws {
        let home = try DaemonHome()
        try home.startDaemon()
        let client = try home.client()
        let status = try #require(client.status)
        #expect(status.state == .idle && !status.canStart && status.profile == nil)
        #expect(status.next.contains("switchbridge learn"))
        let refusal = try client.ask(.start(untilGone: false))
        #expect(refusal.code == "incomplete" && refusal.text == status.next)
        #expect(try home.run("start") == .exited(1))
        #expect(try home.run("status") == .exited(0))
        #expect(try home.run("stop") == .exited(0))
    }

    @Test("with a profile and no PC it says what is missing, and takes both as they come")
    func growing() throws {
        let home = try DaemonHome()
        try home.startDaemon()
        let client = try home.client()
        try home.putProfile("mine", called: "First")
        // Directories that were not there when it started are looked for at its next start.
        if client.status?.next.contains("learn") == true {
            _ = try home.endDaemon()
            try home.startDaemon()
        }
        let again = try home.client()
        try again.comesTo("no PC") { $0.next.contains("pc pair") }
        #expect(try again.ask(.start(untilGone: false)).code == "incomplete")
        try home.startPC()
        try home.pair()
        try again.isReady()
        #expect(again.status?.profile == "First" && again.status?.profileName == "mine")
        #expect(!again.has("starting"))
    }

    @Test("a PC that is saved and not there: a start is refused and said, and none is made up for when it comes")
    func noPC() throws {
        let home = try DaemonHome()
        try home.putProfile("mine", called: "First")
        try home.startPC()
        try home.pair()
        try home.endPC()
        try home.startDaemon()
        let client = try home.client()
        let refusal = try client.ask(.start(untilGone: false))
        #expect(refusal.code == "notConnected" && !refusal.text.isEmpty)
        try home.startPC()
        try client.isReady()
        #expect(!client.has("starting") && client.status?.state == .idle)
    }

    @Test("without a switch a start ends at once, and says why")
    func noSwitch() throws {
        let home = try Self.readyHome()
        let client = try home.client()
        try client.isReady()
        _ = try client.ask(.start(untilGone: false))
        try client.comesTo("the stop") { $0.state == .idle && $0.lastStop != nil }
        #expect(client.status?.lastStop?.mayStillBeHeld == false)
        #expect(client.status?.lastStop?.text.isEmpty == false)
    }

    @Test("a start that fails as the one before did ends as that did", arguments: [[], ["--json"]])
    func sameFailureTwice(options: [String]) throws {
        let home = try Self.readyHome()
        try home.client().isReady()
        for _ in 0..<2 {
            let ending = try Child(["start"] + options, environment: home.environment).wait()
            #expect(ending == .exited(ExitCode.noDevice.rawValue))
        }
    }

    @Test("it goes on when nobody reads any more what it says")
    func unheard() throws {
        let home = try DaemonHome()
        try home.putProfile("mine", called: "First")
        try home.startDaemon()
        let client = try home.client()
        home.deafen()
        // Which it says there too.
        try home.home?.putProfile("mine", "schema: 1\nname: [\n")
        try client.comesTo("the mistake") { $0.next.contains("profile check") }
        #expect(try client.ask(.stop).code == "done")
    }

    // MARK: One at a time

    @Test("of two daemons the second says that one runs, and leaves it alone")
    func secondDaemon() throws {
        let home = try DaemonHome()
        try home.startDaemon()
        let client = try home.client()
        #expect(try home.run("daemon") == .exited(1))
        #expect(try client.ask(.status).code == "done")
        #expect(!client.isGone)
    }

    @Test(
        "after kill -9 the next one takes the place; after SIGTERM nothing is left of it",
        arguments: [SIGKILL, SIGTERM])
    func ending(signal: CInt) throws {
        let home = try DaemonHome()
        try home.startDaemon()
        #expect(try home.endDaemon(signal) == .killed(by: signal))
        #expect((access(home.controlSocket, F_OK) == 0) == (signal == SIGKILL))
        #expect(try home.run("status") == .exited(1))
        try home.startDaemon()
        #expect(try home.client().ask(.status).code == "done")
    }

    // MARK: Another profile

    @Test(
        "use changes the profile, which is remembered; one that is not there is refused with the names of those that are"
    )
    func use() throws {
        let home = try Self.readyHome()
        let client = try home.client()
        try client.isReady()
        try home.putProfile("other", called: "Second")
        let refusal = try client.ask(.use(profile: "othr", pc: nil))
        #expect(refusal.code == "notPossible" && refusal.text.contains("other"))
        #expect(try client.ask(.use(profile: "other", pc: nil)).code == "done")
        try client.comesTo("the other profile") { $0.profile == "Second" && $0.pc?.isReady == true }
        #expect(try client.ask(.use(profile: nil, pc: "nowhere")).code == "notPossible")
        _ = try home.endDaemon(SIGKILL)
        try home.startDaemon()
        try home.client().comesTo("the other profile, remembered") { $0.profileName == "other" }
        #expect(try home.run("use", "mine") == .exited(0))
        #expect(try home.run("use", "nonsense") == .exited(1))
    }

    @Test("a profile that is edited is taken while nothing goes on; a broken one leaves the last good one, and says so")
    func edited() throws {
        let home = try Self.readyHome()
        let client = try home.client()
        try client.isReady()
        try home.putProfile("mine", called: "Edited")
        try client.comesTo("the edited profile") { $0.profile == "Edited" && $0.pc?.isReady == true }
        try home.home?.putProfile("mine", "schema: 1\nname: [\n")
        try client.comesTo("the mistake") { $0.next.contains("profile check") }
        #expect(client.status?.profile == "Edited")
        try home.putProfile("mine", called: "Mended")
        try client.comesTo("the mended profile") {
            $0.profile == "Mended" && $0.pc?.isReady == true && !$0.next.contains("check")
        }
        #expect(!client.has("starting"))
    }

    // MARK: Lending

    @Test("the PC is lent to one at a time, for as long as it is connected, and nothing starts meanwhile or after")
    func lendPC() throws {
        let home = try Self.readyHome()
        let watcher = try home.client()
        try watcher.isReady()
        var borrower: DaemonClient? = try home.client()
        #expect(try borrower?.ask(.lend(.pc)).code == "done")
        try watcher.comesTo("lent") { !$0.canStart && $0.pc?.isReady != true }
        #expect(try watcher.ask(.lend(.pc)).code == "lent")
        #expect(try watcher.ask(.start(untilGone: false)).code == "lent")
        #expect(try watcher.ask(.use(profile: "mine", pc: nil)).code == "lent")
        borrower?.client.close()
        borrower = nil
        try watcher.isReady()
        #expect(!watcher.has("starting") && !watcher.has("lost"))
    }

    @Test("a command that needs the PC has it, and gives it back")
    func command() throws {
        let home = try Self.readyHome()
        let client = try home.client()
        try client.isReady()
        #expect(try home.run("pc", "ping", "--count", "1") == .exited(0))
        #expect(try home.run("send", "click") == .exited(0))
        try client.isReady()
        #expect(!client.has("starting"))
    }

    @Test("a program that is put to sleep gives the switches back meanwhile, and asks a daemon that is new again")
    func sleepingBorrower() throws {
        let home = try Self.readyHome()
        // Without an end: that of its input ends the program.
        let input = try Pipe()
        let borrower = try Child(["forward", "mine", "--pc", "simulated"], input: input, environment: home.environment)
        defer {
            withExtendedLifetime(input) {}
            borrower.send(SIGKILL)
            _ = try? borrower.wait()
        }
        func areLent(_ status: ForwardStatus) -> Bool { status.next.contains("listens to the switches") }
        let watcher = try home.client()
        try watcher.comesTo("lent", areLent)
        borrower.send(SIGTSTP)
        try watcher.comesTo("given back") { !areLent($0) }
        // It gives them back first; one that was continued before it stops would stay stopped.
        #expect(try borrower.hasStopped())
        borrower.send(SIGCONT)
        try watcher.comesTo("lent again", areLent)
        _ = try home.endDaemon(SIGKILL)
        try home.startDaemon()
        try home.client().comesTo("lent by the new one", areLent)
    }

    @Test("switches are lent to several, and given back with the last")
    func lendSwitches() throws {
        let home = try Self.readyHome()
        let watcher = try home.client()
        try watcher.isReady()
        let borrowers = [try home.client(), try home.client()]
        for borrower in borrowers { #expect(try borrower.ask(.lend(.switches)).code == "done") }
        try watcher.comesTo("lent") { $0.next.contains("listens to the switches") }
        borrowers[0].client.close()
        #expect(try watcher.ask(.start(untilGone: false)).code == "lent")
        borrowers[1].client.close()
        try watcher.comesTo("given back") { !$0.next.contains("listens to the switches") }
    }

    private static func readyHome() throws -> DaemonHome {
        let home = try DaemonHome()
        try home.putProfile("mine", called: "First")
        try home.startPC()
        try home.pair()
        try home.startDaemon()
        return home
    }
}
