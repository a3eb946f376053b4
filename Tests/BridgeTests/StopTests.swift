// SPDX-License-Identifier: GPL-3.0-or-later
import Bridge
import PCLink
import PCProtocol
import SimulatedPC
import SimulatedTime
import SwitchCore
import Testing

/// Every stop, with a switch held on the PC at the moment it comes: what the PC holds after it, whether the devices are
/// given back, and that nothing starts again by itself.
@Suite("Every stop leaves the PC neutral")
struct StopTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let id: String
        var faults = PCFaults()
        var mayStillBeHeld = false
        let cause: @Sendable (Bench) throws -> Void
        var testDescription: String { id }
    }

    static let cases: [Case] = [
        Case(id: "userStopped") { $0.forwarder.stop(.userStopped) },
        Case(id: "heldToStop") { try $0.pass(.seconds(5)) },
        Case(id: "deviceRemoved") { $0.switches.onEvent?(.detached(ScriptedSwitches.id, revoked: false)) },
        Case(id: "captureLost") { $0.switches.onEvent?(.detached(ScriptedSwitches.id, revoked: true)) },
        Case(id: "devicesChanged") { $0.switches.onEvent?(.ambiguous(name: "box")) },
        Case(id: "eventsLost") { $0.switches.onEvent?(.eventsLost(ScriptedSwitches.id)) },
        Case(id: "profileChanged") { $0.forwarder.stop(.profileChanged) },
        Case(id: "suspended") { $0.forwarder.stop(.suspended) },
        Case(id: "shuttingDown") { $0.forwarder.close(.shuttingDown) },
        Case(id: "sendDelayed", faults: answers(after: .milliseconds(1200))) { bench in
            bench.switches.set(2, down: true)
            try bench.pass(.milliseconds(50))
            bench.switches.set(2, down: false)
        },
        Case(id: "queueFull", faults: answers(after: .milliseconds(900))) { bench in
            for _ in 0..<33 {
                bench.switches.set(2, down: true)
                try bench.pass(.milliseconds(6))
                bench.switches.set(2, down: false)
                try bench.pass(.milliseconds(6))
            }
        },
        Case(id: "pcRefused", faults: failing(releases: 2)) { $0.switches.set(1, down: false) },
        Case(id: "ackTimeout", faults: answers(after: .seconds(4)), mayStillBeHeld: true) { try $0.pass(.seconds(3)) },
        Case(id: "linkLost", mayStillBeHeld: true) { $0.forwarder.connection.cut() },
    ]

    private static func answers(after delay: Duration) -> PCFaults {
        var faults = PCFaults()
        faults.answerDelay = delay
        return faults
    }

    private static func failing(releases: Int) -> PCFaults {
        var faults = PCFaults()
        faults.failReleases = releases
        return faults
    }

    @Test("F26 with a switch held", arguments: cases)
    func stop(_ test: Case) throws {
        var faults = test.faults
        let slow = faults.answerDelay
        faults.answerDelay = .zero
        let bench = try Bench(faults: faults)
        try bench.start()
        bench.pc.answerDelay = slow
        try bench.press(1)
        #expect(bench.held == ["Space"])
        try test.cause(bench)
        #expect(try bench.run { bench.lastStop != nil })
        let stop = try #require(bench.lastStop)
        #expect(stop.reason.id == test.id)
        #expect(stop.mayStillBeHeld == test.mayStillBeHeld)
        #expect(!bench.switches.isCaptured)
        #expect(try bench.run { bench.held.isEmpty })
        let before = bench.edges
        bench.switches.set(1, down: false)
        bench.switches.set(1, down: true)
        try bench.pass(.seconds(120))
        #expect(!bench.isActive)
        #expect(bench.edges == before)
        #expect(bench.held.isEmpty)
    }
}
