// SPDX-License-Identifier: GPL-3.0-or-later
import Bridge
import PCLink
import SimulatedPC
import SimulatedTime
import SwitchCore
import Testing

@Suite("Closing the bridge")
struct ClosingTests {
    @Test("F4 the devices are given back with releases also when the PC never answers the stop")
    func silentPC() throws {
        let bench = try Bench()
        try bench.start()
        try bench.press(1)
        bench.pc.answerDelay = .seconds(60)
        bench.forwarder.close(.shuttingDown)
        #expect(bench.switches.immediateEnds == 0, "captured until the stop is settled")
        try bench.run { bench.lastStop != nil }
        #expect(bench.lastStop == Stop(reason: .shuttingDown, mayStillBeHeld: true))
        #expect(bench.switches.immediateEnds > 0)
    }

    @Test("nothing starts any more once the end has begun")
    func startWhileClosing() throws {
        let bench = try Bench()
        bench.forwarder.open()
        try bench.run { bench.forwarder.meanings != nil }
        bench.forwarder.close(.shuttingDown)
        bench.forwarder.start()
        try bench.pass(.seconds(10))
        #expect(!bench.notices.contains(.starting))
        #expect(bench.forwarder.connection.status == nil)
    }

    @Test("a closed bridge does not connect again")
    func closedStaysClosed() throws {
        let bench = try Bench()
        try bench.start()
        bench.pc.answerDelay = .seconds(60)
        bench.forwarder.close(.shuttingDown)
        try bench.run { bench.lastStop != nil }
        bench.pc.answerDelay = .zero
        try bench.pass(.seconds(120))
        #expect(bench.forwarder.connection.status == nil)
    }
}
