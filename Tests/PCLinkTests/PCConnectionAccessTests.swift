// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import PCProtocol
import RealSystem
import SimulatedTime
import SwitchCore
import Testing

@testable import PCLink

@Suite("Access to a PC: void, asked for, granted")
struct PCConnectionAccessTests {
    // MARK: Failures that its user has to mend

    @Test(
        "F34 a PC that forgot the pairing is told once, never asked in a loop, and keeps its token until pairing again")
    func accessVoid() throws {
        let bench = try LinkBench(pcKnowsUs: false)
        bench.connection.open()
        try bench.pass(.seconds(300))
        #expect(bench.failures == [.accessVoid])
        #expect(bench.commands == ["connection.ping"])
        #expect(bench.connection.savedPCs.pc("desk-1")?.token == LinkBench.token)
        #expect(bench.connection.savedPCs.pc("desk-1")?.isAccessVoid == true)
        bench.transport.lose()
        try bench.pass(.seconds(300))
        #expect(bench.transport.attempts == 1)
        #expect(bench.failures == [.accessVoid])

        // Without a link, too, asking to pair is enough.
        bench.connection.pair()
        #expect(try bench.run { !bench.pc.offers.isEmpty })
        #expect(bench.failures == [.accessVoid])
        bench.approve()
        #expect(try bench.run { bench.isReady })
        #expect(bench.connection.savedPCs.pc("desk-1")?.isAccessVoid == false)
    }

    @Test("what a PC calls itself, and the name that it was told, are kept up to date with each connection")
    func upToDate() throws {
        let bench = try LinkBench()
        let renamed = PCStatus(desktopID: "desk-1", displayName: "Desk by the window", platform: .macos)
        bench.transport.outcomes = [.success(renamed)]
        try bench.becomeReady()
        let saved = try #require(bench.connection.savedPCs.pc("desk-1"))
        #expect(saved.name == "Desk by the window")
        #expect(saved.platform == "macos")
        #expect(saved.toldName == SavedPC.ToldName(name: "bench", wasTaken: true))
    }

    @Test("a PC that cannot take over the name is used all the same, and that is remembered")
    func nameRefused() throws {
        let bench = try LinkBench()
        bench.refusesNames = true
        try bench.becomeReady()
        let saved = try #require(bench.connection.savedPCs.pc("desk-1"))
        #expect(saved.toldName == SavedPC.ToldName(name: "bench", wasTaken: false))
        #expect(!saved.isAccessVoid)
    }

    @Test("another PC than the one that is meant is left alone, and looked for again")
    func otherPC() throws {
        let bench = try LinkBench(expecting: "desk-1")
        let other = PCStatus(desktopID: "desk-2", displayName: "Other", platform: .windows)
        bench.transport.outcomes = [.success(other), .success(LinkBench.status)]
        try bench.becomeReady()
        #expect(bench.losses == [.outOfRange])
        #expect(bench.transport.cuts == 1)
    }

    @Test("pings that were asked for are answered one by one")
    func ping() throws {
        let bench = try LinkBench()
        try bench.becomeReady()
        for count in 1...3 {
            bench.connection.ping()
            #expect(try bench.run { bench.reports.filter { $0 == .pinged(.acknowledged) }.count == count })
        }
    }

    @Test("F28 clocks that are apart are told once, and forwarding is possible as soon as they agree")
    func clocksApart() throws {
        let bench = try LinkBench()
        bench.clockOffset = .seconds(121)
        bench.connection.open()
        try bench.pass(.seconds(200))
        #expect(bench.failures == [.clocksApart])
        #expect(bench.connections == 1)
        #expect(bench.losses == [.cut])
        bench.forget()
        bench.clockOffset = .zero
        #expect(try bench.run(within: .seconds(60)) { bench.isReady })
        #expect(bench.connections == 1)
        #expect(bench.failures.isEmpty)
    }

    // MARK: Pairing

    @Test("pairing shows the code that the PC shows, saves what the PC grants and goes on by itself")
    func pairing() throws {
        let place = try TemporaryDirectory()
        let bench = try LinkBench(in: place.state(), paired: false, pcKnowsUs: false)
        bench.connection.open()
        #expect(try bench.run { bench.reports == [.pairingNeeded] })
        bench.connection.pair()
        let offer = try #require(bench.pc.offers.first)
        #expect(bench.reports.last == .pairingCode(offer.code))
        #expect(offer.deviceName == "bench")
        bench.approve()
        #expect(try bench.run { bench.isReady })
        #expect(bench.reports.contains(.paired(LinkBench.token)))
        let next = try SavedPCs(in: place.state(), newDeviceID: "another-id")
        #expect(next.pc("desk-1")?.token == LinkBench.token)
        #expect(next.deviceID == offer.deviceID)
    }

    @Test("a refused pairing is told, and can be asked for again")
    func refusedPairing() throws {
        let bench = try LinkBench(paired: false, pcKnowsUs: false)
        bench.connection.open()
        try bench.run { bench.reports == [.pairingNeeded] }
        bench.connection.pair()
        bench.reject()
        #expect(try bench.run { bench.reports.last == .pairingFailed(.rejected) })
        bench.connection.pair()
        bench.approve()
        #expect(try bench.run { bench.isReady })
    }

    @Test("a pairing that is asked for while the saved access is tried follows once that is refused")
    func pairingWhileAuthenticating() throws {
        let bench = try LinkBench(pcKnowsUs: false)
        bench.holdsAnswers = true
        bench.connection.open()
        #expect(try bench.run { bench.commands == ["connection.ping"] })
        bench.connection.pair()
        #expect(bench.pc.offers.isEmpty)
        bench.holdsAnswers = false
        for frame in bench.heldAnswers { bench.transport.deliver(frame) }
        #expect(bench.failures == [.accessVoid])
        #expect(try bench.run { !bench.pc.offers.isEmpty })
        bench.approve()
        #expect(try bench.run { bench.isReady })
    }

    @Test("a pairing that was asked for while the access turns out to be good is no request for later")
    func pairingNotNeeded() throws {
        let bench = try LinkBench()
        bench.connection.open()
        try bench.run { bench.connection.status != nil }
        bench.connection.pair()
        #expect(try bench.run { bench.isReady })
        bench.connection.pair()
        _ = bench.pc.pairingForgotten(deviceID: LinkBench.deviceID, at: bench.loop.now)
        bench.transport.lose()
        #expect(try bench.run { bench.failures == [.accessVoid] })
        #expect(bench.pc.offers.isEmpty)
    }

    @Test("a pairing that cannot be saved is told, and counts for this run")
    func unsavedPairing() throws {
        let place = try TemporaryDirectory()
        let bench = try pairedWithoutSaving(in: place)
        #expect(bench.problems.count == 1)
        #expect(!"\(bench.problems)".contains(LinkBench.token.revealed))
    }

    @Test("a pairing that could not be saved outlasts its link, and is saved as soon as that can be done")
    func pairingSavedLater() throws {
        let place = try TemporaryDirectory()
        let bench = try pairedWithoutSaving(in: place)
        bench.forget()
        bench.transport.lose()
        #expect(try bench.run { bench.isReady })
        #expect(!bench.reports.contains(.pairingNeeded) && bench.problems.isEmpty)
        #expect(place.text(at: "state/pcs.json")?.contains("desk-1") == false)
        try place.state().allowWrites(of: "pcs.json")
        bench.forget()
        bench.transport.lose()
        #expect(try bench.run { bench.isReady })
        #expect(try SavedPCs(in: place.state(), newDeviceID: "another-id").pc("desk-1")?.token == LinkBench.token)
    }

    @Test("the profile chosen on this PC is saved")
    func profileChoice() throws {
        let place = try TemporaryDirectory()
        let bench = try LinkBench(in: place.state())
        bench.connection.choseProfile("builtin.keyboard")
        #expect(bench.connection.savedPCs.pc("desk-1")?.profileID == nil)
        try bench.becomeReady()
        bench.connection.choseProfile("builtin.keyboard")
        let next = try SavedPCs(in: place.state(), newDeviceID: "another-id")
        #expect(next.pc("desk-1")?.profileID == "builtin.keyboard")
    }

    /// Ready, with a pairing that could not be written.
    private func pairedWithoutSaving(in place: TemporaryDirectory) throws -> LinkBench {
        let bench = try LinkBench(in: place.state(), paired: false, pcKnowsUs: false)
        bench.connection.open()
        try bench.run { bench.reports == [.pairingNeeded] }
        try place.state().blockWrites(of: "pcs.json")
        bench.connection.pair()
        bench.approve()
        #expect(try bench.run { bench.isReady })
        return bench
    }
}
