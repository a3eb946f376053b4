// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore
import Testing

@testable import BluetoothLE

@Suite("Every packet in every state")
struct PCServiceEveryPacketTests {
    /// A machine in each state that the conversation passes through, in order, with a name.
    static func states() throws -> [(name: String, machine: PCServiceMachine)] {
        var states = [("closed", PCServiceMachine())]
        let now = Instant(nanoseconds: 0)
        for fetching in [false, true] {
            var machine = PCServiceMachine()
            var server = FakeGATTServer.typical(mtu: 23, status: [UInt8](repeating: 1, count: 30), fetched: true)
            var actions = machine.linkOpened(now: now)
            while case .send(let request)? = actions.first {
                states.append(("awaiting the answer to \(hex(request))", machine))
                guard let answer = try server.answer(to: request) else { break }
                actions = machine.packetArrived(answer, now: now)
                guard case .statusRead? = actions.first else { continue }
                states.append(("status known", machine))
                actions = machine.subscribe(fetchingAnswers: fetching, now: now)
            }
            states.append(("open, fetching: \(fetching)", machine))
            var writing = machine
            _ = writing.write([1], isUrgent: false, now: now)
            _ = writing.write([1], isUrgent: false, now: now)
            states.append(("writing", writing))
            machine.expectsAnswer = true
            if !machine.timerFired(now: now).isEmpty { states.append(("fetching", machine)) }
            _ = machine.timerFired(now: now + .seconds(60))
            states.append(("after a minute", machine))
        }
        return states
    }

    @Test("none traps, each leads on, to a failure or nowhere, and says at most one PDU")
    func everyPacket() throws {
        let now = Instant(nanoseconds: 1)
        let whole = ATTPacketTests.transcripts.map { bytes($0.hex) }
        let all = whole + (0...255).flatMap { [[$0], [$0, 0], [$0, 1, 0, 2, 0]] } + [[]]
        for (name, machine) in try Self.states() {
            for packet in all {
                var machine = machine
                let actions = machine.packetArrived(packet, now: now)
                let sent = actions.filter { if case .send = $0 { true } else { false } }
                #expect(sent.count <= 1 && actions.count <= 2, "\(name): \(hex(packet))")
                guard case .failed? = actions.last else { continue }
                #expect(machine.deadline == nil, "\(name): \(hex(packet))")
                #expect(machine.packetArrived(packet, now: now).isEmpty, "\(name): \(hex(packet))")
            }
        }
    }

    @Test("early timers do nothing, late ones once")
    func timers() throws {
        for (name, machine) in try Self.states() {
            var machine = machine
            #expect(machine.timerFired(now: Instant(nanoseconds: -1)).isEmpty, "\(name)")
            let late = Instant(nanoseconds: 0) + .seconds(3600)
            let actions = machine.timerFired(now: late)
            #expect(actions.count <= 1, "\(name)")
            if case .failed? = actions.first { #expect(machine.timerFired(now: late).isEmpty, "\(name)") }
        }
    }
}
