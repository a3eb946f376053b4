// SPDX-License-Identifier: GPL-3.0-or-later
import Bridge
import PCProtocol
import SimulatedTime
import SwitchCore
import Testing

@Suite("Going on with another profile")
struct ChangingProfileTests {
    private static func other(_ bench: Bench) -> (Profile, ScriptedSwitches) {
        let profile = Bench.profile(presses: ["right-click"])
        return (profile, ScriptedSwitches(profile, loop: bench.loop))
    }

    @Test("it stops first, the PC holds nothing, the devices are given back, and nothing starts by itself")
    func change() throws {
        let bench = try Bench(profile: Bench.profile(presses: ["drag"]))
        try bench.start()
        try bench.press(1)
        #expect(bench.held == ["left mouse button"])
        let (profile, switches) = Self.other(bench)
        bench.forwarder.change(to: profile, source: switches)
        try bench.pass(.seconds(30))
        #expect(bench.lastStop == Stop(reason: .profileChanged, mayStillBeHeld: false))
        #expect(bench.held.isEmpty)
        #expect(bench.switches.immediateEnds == 1)
        #expect(bench.forwarder.profile == profile)
        #expect(bench.forwarder.meanings?.used.map(\.label) == ["Right click"])
        // The devices of the profile before are not listened to any more.
        bench.switches.set(1, down: false)
        #expect(bench.forwarder.pressed.isEmpty)
        bench.forwarder.start()
        #expect(try bench.run { bench.isActive })
        switches.set(1, down: true)
        try bench.pass(.milliseconds(100))
        #expect(bench.did.last == "mouse.rightClick")
    }

    @Test("which one it is may take time to find out, and is looked for only once nothing is held any more")
    func foundOnceStopped() throws {
        let bench = try Bench(profile: Bench.profile(presses: ["drag"]))
        try bench.start()
        try bench.press(1)
        let (profile, switches) = Self.other(bench)
        var held: [[String]] = []
        bench.forwarder.changeProfile {
            #expect(bench.forwarder.isIdle)
            held.append(bench.held)
            return (profile, switches)
        }
        #expect(held.isEmpty && !bench.forwarder.isIdle)
        try bench.pass(.seconds(1))
        #expect(held == [[]])
        #expect(bench.forwarder.profile == profile)
    }

    @Test("where there is none after all, the one before goes on, and a start is told to be possible")
    func noneAfterAll() throws {
        let bench = try Bench()
        try bench.start()
        var canStart: [Bool] = []
        let tell = bench.forwarder.onEvent
        bench.forwarder.onEvent = { event in
            if case .devicesChanged = event { canStart.append(bench.forwarder.canStart) }
            tell?(event)
        }
        bench.forwarder.changeProfile { nil }
        try bench.pass(.seconds(1))
        #expect(bench.lastStop == Stop(reason: .profileChanged, mayStillBeHeld: false))
        #expect(canStart == [true])
        bench.forwarder.start()
        #expect(try bench.run { bench.isActive })
    }

    @Test("while idle it changes at once")
    func whileIdle() throws {
        let bench = try Bench()
        bench.forwarder.open()
        try bench.run { bench.forwarder.meanings != nil }
        let (profile, switches) = Self.other(bench)
        bench.forwarder.change(to: profile, source: switches)
        #expect(bench.forwarder.profile == profile)
        #expect(bench.forwarder.isIdle)
    }

    @Test("from a profile that the PC decides to one that decides itself, and back")
    func backAndForth() throws {
        let bench = try Bench()
        try bench.start()
        let (profile, switches) = Self.other(bench)
        bench.forwarder.change(to: profile, source: switches)
        try bench.run { bench.forwarder.meanings?.pcProfile == nil && bench.lastStop != nil }
        let back = Bench.profile()
        bench.forwarder.change(to: back, source: ScriptedSwitches(back, loop: bench.loop))
        #expect(bench.forwarder.meanings?.pcProfile?.id == "builtin.keyboard")
    }

    @Test("what may still be held on the PC is not forgotten with the profile")
    func doubt() throws {
        let bench = try Bench.whoseStopIsRefused()
        try bench.run { bench.lastStop != nil }
        let (profile, switches) = Self.other(bench)
        bench.forwarder.change(to: profile, source: switches)
        #expect(bench.lastStop?.mayStillBeHeld == true)
    }
}
