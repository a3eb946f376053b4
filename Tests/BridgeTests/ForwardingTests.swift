// SPDX-License-Identifier: GPL-3.0-or-later
import Bridge
import EventLoop
import PCLink
import PCProtocol
import SeededRandom
import SimulatedPC
import SimulatedTime
import SwitchCore
import Testing

@Suite("Forwarding to a simulated PC")
struct ForwardingTests {
    @Test("a press is executed by the PC and acknowledged; its release too")
    func press() throws {
        let bench = try Bench()
        try bench.start()
        try bench.press(1)
        #expect(bench.held == ["Space"])
        bench.switches.set(1, down: false)
        try bench.pass(.milliseconds(100))
        #expect(bench.held.isEmpty)
        #expect(bench.edges == ["1 down", "1 up"])
        #expect(bench.answered == 2)
    }

    @Test("nothing is forwarded before the user starts, whatever is pressed")
    func idle() throws {
        let bench = try Bench()
        bench.forwarder.open()
        try bench.run { bench.forwarder.meanings != nil }
        try bench.press(1)
        try bench.pass(.seconds(300))
        #expect(bench.edges.isEmpty)
        #expect(!bench.isActive)
    }

    @Test("a switch that is held over the start is ignored until it has been up")
    func heldOverStart() throws {
        let bench = try Bench()
        bench.forwarder.open()
        try bench.run { bench.forwarder.meanings != nil }
        try bench.press(1)
        bench.forwarder.start()
        try bench.run { bench.isActive }
        bench.switches.set(1, down: false)
        try bench.press(1)
        #expect(bench.edges == ["1 down"])
    }

    @Test("forwarding stops after 60 s without a press, announced 15 s before")
    func idleStop() throws {
        let bench = try Bench()
        try bench.start()
        try bench.pass(.milliseconds(44_900))
        #expect(!bench.notices.contains(.idleStopSoon(in: .seconds(15))))
        try bench.pass(.milliseconds(200))
        #expect(bench.notices.last == .idleStopSoon(in: .seconds(15)))
        try bench.pass(.milliseconds(14_800))
        #expect(bench.isActive)
        try bench.pass(.milliseconds(200))
        #expect(bench.lastStop == Stop(reason: .idleTimeout, mayStillBeHeld: false))
    }

    @Test("in a scanning session nothing stops for idleness, and a hold stops after 8 s only")
    func scanning() throws {
        let bench = try Bench(pcProfile: "builtin.switchify-scanning")
        try bench.start()
        try bench.pass(.seconds(600))
        #expect(bench.isActive)
        bench.switches.set(2, down: true)
        try bench.pass(.milliseconds(7_900))
        #expect(bench.isActive)
        try bench.pass(.milliseconds(200))
        #expect(bench.lastStop?.reason.id == "heldToStop")
        #expect(!bench.scanned, "a stop must not select anything")
    }

    @Test("F30 after a lost link the bridge connects again, confirms the release and stays idle")
    func linkLost() throws {
        let bench = try Bench()
        try bench.start()
        try bench.press(1)
        bench.forwarder.connection.cut()
        #expect(bench.lastStop == Stop(reason: .linkLost, mayStillBeHeld: true))
        try bench.run { bench.notices.last == .releaseConfirmed }
        #expect(bench.lastStop == Stop(reason: .linkLost, mayStillBeHeld: false))
        try bench.pass(.seconds(120))
        #expect(!bench.isActive)
    }

    @Test("with a second remote on the PC a lost link releases nothing, and the reconnection does")
    func secondSubscriber() throws {
        var faults = PCFaults()
        faults.secondSubscriber = true
        let bench = try Bench(faults: faults)
        try bench.start()
        try bench.press(1)
        bench.forwarder.connection.cut()
        try bench.pass(.milliseconds(100))
        #expect(bench.held == ["Space"])
        try bench.run { bench.notices.last == .releaseConfirmed }
        #expect(bench.held.isEmpty)
    }

    @Test("a PC that refuses the stop may have forgotten what it holds, and that is said until it is released")
    func refusedStop() throws {
        let bench = try Bench.whoseStopIsRefused()
        try bench.run { bench.lastStop != nil }
        #expect(bench.lastStop == Stop(reason: .userStopped, mayStillBeHeld: true))
        #expect(bench.held == ["Space"])
        try bench.run { bench.forwarder.pc != nil }
        #expect(!bench.notices.contains(.releaseConfirmed))
        bench.switches.set(1, down: false)
        bench.forwarder.start()
        try bench.run { bench.isActive }
        try bench.press(1)
        bench.switches.set(1, down: false)
        try bench.pass(.milliseconds(100))
        #expect(bench.held.isEmpty)
        bench.forwarder.stop(.userStopped)
        try bench.run { bench.lastStop != nil }
        #expect(bench.lastStop == Stop(reason: .userStopped, mayStillBeHeld: false))
    }

    @Test("F31 after a hold-to-stop the later physical release is not forwarded")
    func leavingByHold() throws {
        let bench = try Bench()
        try bench.start()
        bench.switches.set(1, down: true)
        try bench.run { bench.lastStop != nil }
        #expect(bench.held.isEmpty)
        bench.switches.set(1, down: false)
        try bench.pass(.seconds(1))
        #expect(bench.edges == ["1 down"])
    }

    @Test("an older PC with Grid 3 only is driven by grid commands", arguments: [true, false])
    func legacyGrid(withSync: Bool) throws {
        let bench = try Bench(
            pcProfile: SwitchCatalogue.legacyGrid3ID, capabilities: .olderGrid3(withSync: withSync))
        try bench.start()
        try bench.press(2)
        #expect(bench.held.count == 1)
        try bench.pass(.seconds(3))
        #expect(bench.isActive)
        bench.forwarder.stop(.userStopped)
        try bench.run { bench.lastStop != nil }
        #expect(bench.held.isEmpty)
        #expect(bench.lastStop?.mayStillBeHeld == false)
    }

    @Test("a device that cannot be captured never reaches the PC")
    func captureFails() throws {
        let bench = try Bench()
        bench.switches.captureFailure = .stuckDown(device: "box", inputs: ["BTN_0"])
        bench.forwarder.open()
        try bench.run { bench.forwarder.meanings != nil }
        bench.forwarder.start()
        try bench.run { bench.lastStop != nil }
        #expect(bench.lastStop?.reason.id == "captureFailed")
        #expect(!bench.pc.machine.log.contains { if case .sessionStarted = $0.event { true } else { false } })
    }

    @Test("switches that the PC profile leaves out are named and not forwarded")
    func unused() throws {
        let bench = try Bench(profile: Bench.profile(switches: 3))
        try bench.start()
        #expect(bench.forwarder.meanings?.unused.map(\.name) == ["Switch 3"])
        try bench.press(3)
        #expect(bench.edges.isEmpty)
    }

    @Test("the stop switch stops at once and is not forwarded")
    func stopSwitch() throws {
        var safety = SafetySettings()
        safety.stopSwitch = SwitchID(2)
        let bench = try Bench(profile: Bench.profile(safety: safety))
        try bench.start()
        try bench.press(1)
        bench.switches.set(2, down: true)
        try bench.run { bench.lastStop != nil }
        #expect(bench.lastStop == Stop(reason: .userStopped, mayStillBeHeld: false))
        #expect(bench.edges == ["1 down"])
        #expect(bench.held.isEmpty)
    }

    @Test("the PC profile can be changed while idle only, and is remembered for this PC")
    func choosing() throws {
        let bench = try Bench()
        try bench.start()
        #expect(!bench.forwarder.choosePCProfile("custom.four-keys"))
        bench.forwarder.stop(.userStopped)
        try bench.run { bench.lastStop != nil }
        #expect(bench.forwarder.choosePCProfile("custom.four-keys"))
        #expect(bench.forwarder.connection.savedPCs.pc("desk-1")?.profileID == "custom.four-keys")
    }

    @Test("against a PC that handles messages in any order, thousands of presses come in order, none lost or doubled")
    func outOfOrder() throws {
        var faults = PCFaults()
        faults.handlingDelay = .milliseconds(40)
        faults.seed = 7
        let bench = try Bench(profile: Bench.profile(switches: 4), pcProfile: "custom.four-keys", faults: faults)
        try bench.start()
        var random = SeededRandom(seed: 11)
        var expected: [String] = []
        for _ in 0..<2_000 {
            let number = Int.random(in: 1...4, using: &random)
            bench.switches.set(number, down: true)
            try bench.pass(.milliseconds(Int.random(in: 60...120, using: &random)))
            bench.switches.set(number, down: false)
            try bench.pass(.milliseconds(Int.random(in: 60...120, using: &random)))
            expected += ["\(number) down", "\(number) up"]
        }
        try bench.pass(.seconds(1))
        #expect(bench.edges == expected, "seeds 7 and 11")
        #expect(bench.isActive)
    }

    @Test("F27 a wall clock that jumps during a hold makes nothing fire early or late", arguments: [-30, 30])
    func wallClockJumps(seconds: Int) throws {
        let bench = try Bench()
        try bench.start()
        bench.switches.set(1, down: true)
        try bench.pass(.seconds(2))
        bench.loop.wallClockJumps(by: .seconds(seconds))
        try bench.pass(.milliseconds(2_900))
        #expect(bench.isActive)
        #expect(bench.held == ["Space"])
        try bench.pass(.milliseconds(200))
        #expect(bench.lastStop?.reason.id == "heldToStop")
        #expect(bench.held.isEmpty)
    }

    @Test("F34 a PC that forgot the pairing is told once, keeps no retry loop, and can be paired with again")
    func forgotten() throws {
        var faults = PCFaults()
        faults.forgetAfterEdges = 2
        let bench = try Bench(faults: faults)
        try bench.start()
        try bench.press(1)
        bench.switches.set(1, down: false)
        try bench.run { bench.lastStop != nil }
        #expect(bench.held.isEmpty)
        try bench.pass(.seconds(600))
        #expect(bench.failures == [.accessVoid])
        #expect(bench.forwarder.connection.savedPCs.pc("desk-1") != nil, "the old token is kept until a new one")
        bench.forwarder.connection.pair()
        #expect(try bench.run { bench.forwarder.pc != nil })
        #expect(!bench.isActive)
    }

    @Test("F40 after an answer that did not come nothing is sent again")
    func nothingSentTwice() throws {
        let bench = try Bench()
        try bench.start()
        bench.pc.answerDelay = .seconds(10)
        try bench.press(1)
        try bench.pass(.seconds(60))
        #expect(bench.edges == ["1 down"])
        #expect(bench.lastStop?.reason.id == "ackTimeout")
        #expect(bench.held.isEmpty)
    }
}
