// SPDX-License-Identifier: GPL-3.0-or-later
import Bridge
import EventLoop
import PCLink
import PCProtocol
import SwitchCore
import Testing

@Suite("A connection that has given up")
struct GivenUpTests {
    /// A PC that says nothing usable of itself.
    private final class GarbledPC: Transport {
        var onEvent: ((TransportEvent) -> Void)?
        var expectsAnswer = false
        var attempts = 0

        func connect() {
            attempts += 1
            onEvent?(.connected(status: Array("garbage".utf8), maximumFrameSize: 514))
        }

        func send(_ frame: OutgoingFrame) -> Bool { true }
        func cut() {}
    }

    @Test("a garbled status is no loop of attempts, and the user's start tries once more")
    func garbledStatus() throws {
        let loop = try EventLoop(
            simulatedFrom: ClockReading(instant: Instant(nanoseconds: 0), unixMilliseconds: 1_724_000_000_000))
        let pc = GarbledPC()
        let profile = Bench.profile()
        let connection = PCConnection(
            loop: loop, transport: pc, deviceName: try #require(DeviceName("bench")),
            savedPCs: try SavedPCs(in: nil, newDeviceID: "0123456789ab"), journal: try SessionJournal(in: nil))
        let forwarder = Forwarder(
            profile: profile, pcProfileID: nil, source: ScriptedSwitches(profile, loop: loop), connection: connection,
            loop: loop, watchdog: nil)
        forwarder.open()
        for _ in 0..<10 { try loop.turn() }
        #expect(pc.attempts == 1)
        forwarder.start()
        #expect(pc.attempts == 2)
        #expect(forwarder.isIdle)
    }
}
