// SPDX-License-Identifier: GPL-3.0-or-later
import Bridge
import EventLoop
import SimulatedTime
import SwitchCore
import Testing

@Suite("Acts of switches while forwarding is off") struct IdleActTests {
    private static func profile() -> Profile {
        var profile = Bench.profile()
        profile.idle.start = .gesture(.init(switchID: nil, manner: .hold(.seconds(3))))
        profile.idle.nextPC = .init(switchID: SwitchID(2), manner: .presses(count: 3, within: .seconds(3)))
        return profile
    }

    @Test("a hold starts while it lasts, is no press on the PC, and the hold that stops does not start again")
    func startsOnce() throws {
        let bench = try Bench(profile: Self.profile())
        bench.startsByAct = true
        try bench.ready()
        bench.switches.set(1, down: true)
        try bench.pass(.milliseconds(2999))
        #expect(bench.acts.isEmpty)
        try bench.pass(.milliseconds(100))
        #expect(bench.acts == [.start])
        #expect(bench.forwarder.state.name == "active")
        try bench.pass(.seconds(20))
        #expect(bench.forwarder.state.name == "active")
        #expect(bench.edges.isEmpty)
        bench.switches.set(1, down: false)
        try bench.pass(.seconds(1))
        bench.switches.set(1, down: true)
        try bench.pass(.seconds(30))
        #expect(bench.acts == [.start])
        #expect(bench.forwarder.isIdle)
        bench.switches.set(1, down: false)
        try bench.pass(.seconds(1))
        bench.switches.set(1, down: true)
        try bench.pass(.seconds(4))
        #expect(bench.acts == [.start, .start])
    }

    @Test("three presses ask for the next PC")
    func nextPC() throws {
        let bench = try Bench(profile: Self.profile())
        try bench.ready()
        for _ in 0..<3 {
            bench.switches.set(2, down: true)
            try bench.pass(.milliseconds(100))
            bench.switches.set(2, down: false)
            try bench.pass(.milliseconds(100))
        }
        #expect(bench.acts == [.nextPC])
        #expect(bench.forwarder.isIdle)
    }

    @Test("switches that are lent ask for nothing, and what is down as they come back counts for nothing")
    func lent() throws {
        let bench = try Bench(profile: Self.profile())
        try bench.ready()
        bench.switches.set(1, down: true)
        try bench.pass(.seconds(1))
        #expect(bench.forwarder.lendSwitches())
        #expect(bench.switches.isLent)
        try bench.pass(.seconds(9))
        bench.forwarder.takeBackSwitches()
        #expect(!bench.switches.isLent)
        try bench.pass(.seconds(9))
        #expect(bench.acts.isEmpty)
        bench.switches.set(1, down: false)
        try bench.pass(.seconds(1))
        bench.switches.set(1, down: true)
        try bench.pass(.seconds(3))
        #expect(bench.acts == [.start])
    }

    @Test("switches are not lent while forwarding is on")
    func notWhileOn() throws {
        let bench = try Bench(profile: Self.profile())
        try bench.start()
        #expect(!bench.forwarder.lendSwitches())
        #expect(!bench.switches.isLent)
    }

    @Test("without a PC a start by switch is refused, and said")
    func noPC() throws {
        let bench = try Bench(profile: Self.profile())
        bench.startsByAct = true
        bench.forwarder.source.open()
        bench.switches.set(1, down: true)
        try bench.pass(.seconds(4))
        #expect(bench.acts == [.start])
        #expect(bench.notices == [.startRefused(.notConnected)])
        #expect(bench.forwarder.isIdle)
    }
}
