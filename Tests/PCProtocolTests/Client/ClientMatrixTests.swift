// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore
import Testing

@testable import PCProtocol

/// Every state of the client times every event.
@Suite struct ClientMatrixTests {
    enum Situation: CaseIterable, Sendable {
        case unlinked, unpaired, pairing, authenticating, recovering, releasing, loading, retrying, listing, ready
        case checking, opening, scanning, plainGrid, edgeInFlight, stopping, stopWaiting, leaving, accessVoid,
            clocksApart
        case acting, actingStops, recoveringHeld
    }

    enum Event: CaseIterable, Sendable {
        case connected, connectedUnpaired, linkLost, pair, ack, refused, accessVoid, wrongAnswer, foreignAnswer, garbage
        case ping, start, edge, begin, sync, stop, notRecorded, leave, timerEarly, timerDue, frameSent
    }

    enum Station: Hashable {
        case unlinked, unpaired, pairing, authenticating, recovering, loading, ready, leaving, failed

        init(_ state: ClientMachine.State) {
            switch state {
            case .unlinked: self = .unlinked
            case .unpaired: self = .unpaired
            case .pairing: self = .pairing
            case .authenticating: self = .authenticating
            case .recovering: self = .recovering
            case .loading: self = .loading
            case .ready: self = .ready
            case .leaving: self = .leaving
            case .failed: self = .failed
            }
        }
    }

    private static let ofSession: [CommandType?] = [.startSession, .edge, .sync]

    private static let successors: [Station: Set<Station>] = [
        .unlinked: [], .unpaired: [.pairing], .pairing: [.unpaired, .authenticating, .failed],
        .authenticating: [.recovering, .loading, .failed], .recovering: [.authenticating, .loading, .failed],
        .loading: [.ready, .failed], .ready: [.leaving, .failed], .leaving: [.failed], .failed: [.pairing],
    ]

    private static func bench(in situation: Situation) -> ClientBench {
        var bench = ClientBench()
        let old = UnfinishedSession(sessionID: PCBench.otherSession, kind: .mapped)
        switch situation {
        case .unlinked: break
        case .unpaired: bench.connect(token: nil)
        case .pairing:
            bench.connect(token: nil)
            bench.pair()
        case .authenticating: bench.connect()
        case .recovering, .releasing:
            bench.connect(unfinished: old)
            bench.ack()
            if situation == .releasing { bench.refuse() }
        case .loading, .retrying, .listing:
            bench.connect()
            bench.ack()
            if situation == .retrying { bench.refuse() }
            if situation == .listing { bench.answerProfile() }
        case .ready: bench = .ready()
        case .checking:
            bench = .ready()
            bench.wait(.seconds(30))
        case .opening, .stopWaiting:
            bench = .ready()
            bench.request(.start(bench.plan(.mapped)))
            if situation == .stopWaiting { bench.request(.stop) }
        case .scanning: bench = .forwarding(.scanning)
        case .plainGrid: bench = .forwarding(.legacyGrid3, capabilities: .olderGrid3(withSync: false))
        case .edgeInFlight, .stopping:
            bench = .forwarding(.mapped)
            bench.request(.edge(SwitchID(1)!, .down))
            if situation == .stopping {
                bench.request(.stop)
                _ = bench.takeFirst()
            }
        case .acting, .actingStops:
            bench = .forwarding(.actions)
            _ = apply(.begin, to: &bench)
            if situation == .actingStops { bench.request(.stop, [.modifierUp(.shift)]) }
        case .recoveringHeld:
            let held = HeldInputs(names: ["repeat", "Shift"])!
            bench.connect(
                unfinished: UnfinishedSession(sessionID: ClientBench.session, kind: .actions, held: held))
            bench.ack()
        case .leaving:
            bench = .ready()
            bench.leave()
        case .accessVoid, .clocksApart:
            bench.connect()
            bench.refuse(situation == .accessVoid ? .invalidAuth : .expiredTimestamp)
        }
        return bench
    }

    private static func apply(_ event: Event, to bench: inout ClientBench) -> [ClientAction] {
        switch event {
        case .connected: return bench.connect()
        case .connectedUnpaired: return bench.connect(token: nil)
        case .linkLost: bench.client.linkLost()
        case .pair: return bench.pair()
        case .ack: return bench.ack()
        case .refused: return bench.refuse()
        case .accessVoid: return bench.refuse(.invalidAuth)
        case .wrongAnswer:
            let grant = PairingGrant(desktopID: "other", deviceID: "other", token: ClientBench.token)
            return bench.answer(.pairingComplete(id: bench.takeFirst(), grant))
        case .foreignAnswer: return bench.ack("foreign")
        case .garbage: return bench.deliver(Array("{\"version\":1}".utf8))
        case .ping: return bench.ping()
        case .start: return bench.request(.start(bench.plan(.mapped)))
        case .edge: return bench.request(.edge(SwitchID(2)!, .down))
        case .begin:
            let action = SwitchAction(id: "X", effect: .pc(.held))
            let step = ActionStep(action, .begin, by: SwitchID(1), at: bench.now)
            return bench.request(.action(step), [.modifierDown(.shift)])
        case .sync: return bench.request(.sync(pressed: []))
        case .stop: return bench.request(.stop)
        case .notRecorded: bench.client.sessionNotRecorded()
        case .leave: return bench.leave()
        case .timerEarly: return bench.wait(.zero)
        case .timerDue: return bench.wait(bench.client.deadline.map { $0 - bench.now } ?? .seconds(500))
        case .frameSent: bench.client.frameSent()
        }
        return []
    }

    @Test("every event in every state leads to a legal one, and every wait has an end", arguments: Situation.allCases)
    func matrix(situation: Situation) {
        for event in Event.allCases {
            var bench = Self.bench(in: situation)
            let before = Station(bench.client.state)
            let actions = Self.apply(event, to: &bench)
            let after = Station(bench.client.state)
            check(event, before, after)
            if after == .failed, before != .failed {
                #expect(actions.filter { if case .report(.failed) = $0 { true } else { false } }.count == 1, "\(event)")
            }
            if before != .ready {
                #expect(
                    !bench.sent.contains { Self.ofSession.contains($0.command?.type) } || situation == .recovering,
                    "\(event)")
            }
            let waits = [Station.pairing, .authenticating, .recovering, .loading, .leaving].contains(after)
            if waits, !actions.contains(.cutLink) { #expect(bench.client.deadline != nil, "\(event)") }
        }
    }

    private func check(_ event: Event, _ before: Station, _ after: Station) {
        switch event {
        case .connected: #expect(after == .authenticating)
        case .connectedUnpaired: #expect(after == .unpaired)
        case .linkLost: #expect(after == .unlinked)
        case .pair, .ack, .refused, .accessVoid, .wrongAnswer, .start, .edge, .begin, .sync, .stop, .leave, .timerDue:
            #expect(
                before == after || Self.successors[before]?.contains(after) == true, "\(event): \(before) → \(after)")
        case .foreignAnswer, .garbage, .notRecorded, .ping, .timerEarly, .frameSent:
            #expect(before == after, "\(event)")
        }
    }
}
