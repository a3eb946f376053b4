// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import PCLink
import PCProtocol
import SimulatedPC
import SimulatedTime
import SwitchCore
import Testing

@testable import Bridge

@Suite("Changing to another PC")
struct ChangingPCTests {
    /// A second PC, and a connection to it.
    private func other(_ bench: Bench) throws -> (pc: SimulatedPC, connection: PCConnection) {
        var options = SimulatedPC.Options(
            configuration: PCConfiguration(
                status: PCStatus(desktopID: "desk-2", displayName: "Other", platform: .linux), capabilities: .everything
            ))
        options.approvesAll = true
        let pc = try SimulatedPC(loop: bench.loop, options: options) { _ in }
        let transport = UnixTransport(loop: bench.loop) { () throws(SystemError) in try pc.makeLink() }
        let connection = PCConnection(
            loop: bench.loop, transport: transport, deviceName: try #require(DeviceName("bench")),
            savedPCs: try SavedPCs(in: nil, newDeviceID: "0123456789ab"), journal: try SessionJournal(in: nil))
        return (pc, connection)
    }

    /// A new connection to the first PC.
    private func again(_ bench: Bench) throws -> PCConnection {
        let pc = bench.pc
        let transport = UnixTransport(loop: bench.loop) { () throws(SystemError) in try pc.makeLink() }
        return PCConnection(
            loop: bench.loop, transport: transport, deviceName: try #require(DeviceName("bench")),
            savedPCs: try SavedPCs(in: nil, newDeviceID: "0123456789ab"), journal: try SessionJournal(in: nil))
    }

    @Test("forwarding stops, the PC that is left holds nothing, and the other one does nothing before a start")
    func whileActive() throws {
        let bench = try Bench()
        try bench.start()
        try bench.press(1)
        #expect(!bench.held.isEmpty)
        let other = try other(bench)
        bench.forwarder.change(to: other.connection)
        #expect(bench.forwarder.connection !== other.connection, "the stop comes first")
        #expect(try bench.run { bench.forwarder.pc?.status.desktopID == "desk-2" })
        #expect(bench.held.isEmpty)
        #expect(bench.pc.machine.subscribers.isEmpty)
        #expect(bench.lastStop == Stop(reason: .userStopped, mayStillBeHeld: false))
        #expect(bench.changes == [false])
        #expect(bench.losses == 0, "that the link ends with the change is no news")
        try bench.pass(.seconds(60))
        #expect(other.pc.machine.sessionID == nil)
        #expect(bench.notices.filter { $0 == .starting }.count == 1)

        bench.switches.set(1, down: false)
        #expect(bench.forwarder.choosePCProfile("builtin.keyboard"))
        bench.forwarder.start()
        #expect(try bench.run { bench.isActive })
        try bench.press(2)
        #expect(other.pc.machine.held.count == 1)
        #expect(bench.held.isEmpty)
    }

    @Test("a PC that never answers is cut off first, and what another one confirms says nothing of it")
    func silentPC() throws {
        let bench = try Bench()
        try bench.start()
        try bench.press(1)
        bench.pc.answerDelay = .seconds(60)
        let other = try other(bench)
        bench.forwarder.change(to: other.connection)
        #expect(try bench.run(within: .seconds(5)) { bench.forwarder.pc?.status.desktopID == "desk-2" })
        #expect(bench.changes == [true])
        #expect(bench.lastStop?.mayStillBeHeld == true)
        #expect(!bench.notices.contains(.releaseConfirmed))
    }

    @Test("while one PC is left for another nothing can start, and the one that was named last is taken")
    func startWhileChanging() throws {
        let bench = try Bench()
        try bench.start()
        bench.pc.answerDelay = .seconds(1)
        let one = try other(bench)
        let two = try other(bench)
        bench.forwarder.change(to: one.connection)
        bench.forwarder.start()
        bench.forwarder.change(to: two.connection)
        #expect(try bench.run { bench.forwarder.pc?.status.desktopID == "desk-2" })
        #expect(bench.forwarder.connection === two.connection)
        #expect(one.pc.machine.subscribers.isEmpty)
        #expect(bench.notices.contains(.startRefused(.notConnected)))
        #expect(bench.forwarder.isIdle)
    }

    @Test("what one PC may have forgotten to let go of is not said of another, nor settled by it")
    func refusedStopElsewhere() throws {
        let bench = try Bench.whoseStopIsRefused()
        #expect(try bench.run { bench.lastStop?.mayStillBeHeld == true })
        bench.switches.set(1, down: false)
        bench.forwarder.change(to: try other(bench).connection)
        #expect(try bench.run { bench.forwarder.pc?.status.desktopID == "desk-2" })
        #expect(bench.forwarder.choosePCProfile("builtin.keyboard"))
        try bench.session(pressing: nil)
        #expect(bench.lastStop?.mayStillBeHeld == false, "this PC was never told of a press")
        try bench.session(pressing: 1)

        bench.forwarder.change(to: try again(bench))
        #expect(try bench.run { bench.forwarder.pc?.status.desktopID == "desk-1" })
        #expect(bench.forwarder.choosePCProfile("builtin.keyboard"))
        try bench.session(pressing: nil)
        #expect(bench.lastStop?.mayStillBeHeld == true, "the other PC's release proves nothing of this one")
        try bench.session(pressing: 1)
        #expect(bench.lastStop?.mayStillBeHeld == false && bench.held.isEmpty)
    }

    @Test("while a PC is left for another its user may want it back")
    func back() throws {
        let bench = try Bench()
        try bench.start()
        bench.pc.answerDelay = .seconds(1)
        #expect(bench.forwarder.stays(with: "desk-1"))
        let other = try other(bench)
        bench.forwarder.change(to: other.connection)
        #expect(!bench.forwarder.stays(with: "desk-1") && !bench.forwarder.stays(with: "desk-2"))
        let back = try again(bench)
        bench.forwarder.change(to: back)
        #expect(try bench.run { bench.forwarder.pc != nil && bench.forwarder.stays(with: "desk-1") })
        #expect(bench.forwarder.connection === back && bench.forwarder.isIdle)
        #expect(other.pc.machine.subscribers.isEmpty)
    }

    @Test("a start before the PC has said what it offers is refused as too early, not as without a PC")
    func startBeforeReady() throws {
        let bench = try Bench()
        bench.forwarder.open()
        #expect(try bench.run { bench.forwarder.connection.status != nil })
        #expect(bench.forwarder.pc == nil)
        bench.forwarder.start()
        #expect(bench.notices == [.startRefused(.notReady)])
        #expect(try bench.run { bench.forwarder.pc != nil })
        #expect(bench.forwarder.isIdle)
    }

    @Test("a PC without a link is left at once")
    func withoutLink() throws {
        let bench = try Bench()
        let other = try other(bench)
        bench.forwarder.change(to: other.connection)
        #expect(try bench.run { bench.forwarder.pc?.status.desktopID == "desk-2" })
    }

    @Test("an end amid the change is an end")
    func closing() throws {
        let bench = try Bench()
        try bench.start()
        let other = try other(bench)
        bench.forwarder.change(to: other.connection)
        try bench.run { bench.forwarder.isIdle }
        bench.forwarder.close(.shuttingDown)
        #expect(try bench.run { bench.isClosed })
        try bench.pass(.seconds(60))
        #expect(other.pc.machine.subscribers.isEmpty)
        #expect(bench.pc.machine.subscribers.isEmpty)
    }
}

extension Bench {
    /// Starts, presses and releases a switch where one is given, and stops.
    fileprivate func session(pressing number: Int?) throws {
        forwarder.start()
        #expect(try run { isActive })
        if let number {
            try press(number)
            switches.set(number, down: false)
            try pass(.milliseconds(100))
        }
        forwarder.stop(.userStopped)
        #expect(try run { forwarder.isIdle })
    }
}
