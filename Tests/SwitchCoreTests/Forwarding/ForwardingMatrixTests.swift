// SPDX-License-Identifier: GPL-3.0-or-later
import SeededRandom
import SwitchCore
import Testing

/// Every state of the engine times every event, for every kind of session.
@Suite struct ForwardingMatrixTests {
    enum Event: CaseIterable, Sendable {
        case userStarted, captureHeld, captureFailed, ready, linkLost, releaseConfirmed, releaseUnproven, stopRequested
        case machineWillRest, machineIsAwake
        case startAcked, startRefused, startTimedOut, edgeAcked, edgeRefused, edgeTimedOut
        case syncAcked, syncRefused, syncTimedOut, stopAcked, stopRefused, stopTimedOut
        case physicalDown, physicalUp, down, up, oldDown, foreignDown, timerEarly, timerDue, timerFarTooLate
    }

    enum Situation: CaseIterable, Sendable {
        case new, ready, capturing, opening, syncing, active, edgeInFlight, releaseInFlight, releaseResent
        case syncInFlight, syncResent, bothInFlight, full, idleWarned, stopping, idle, idleInDoubt
    }

    enum Station: Hashable { case idle, starting, active, stopping }

    static func plan(_ kind: SessionKind) -> SessionPlan {
        SessionPlan(
            kind: kind, pcProfileID: "keys", pcProfileVersion: 1, forwarded: [one, two],
            idleStop: kind == .scanning ? nil : .seconds(30))
    }

    static func apply(_ event: Event, to engine: inout ForwardingEngine, kind: SessionKind, at now: Instant)
        -> [ForwardingEngine.Action]
    {
        let refused = RequestOutcome.refused(code: "input_failed")
        switch event {
        case .userStarted: return engine.userStarted(plan(kind), at: now)
        case .captureHeld: return engine.captureHeld(at: now)
        case .captureFailed: return engine.captureFailed(.noDevice, at: now)
        case .ready: engine.pcBecameReady(at: now)
        case .linkLost: return engine.linkLost(at: now)
        case .releaseConfirmed: return engine.releaseConfirmed(at: now)
        case .releaseUnproven: engine.releaseUnproven(at: now)
        case .stopRequested: return engine.stopRequested(.userStopped, at: now)
        case .machineWillRest: engine.machineWillRest(at: now)
        case .machineIsAwake: engine.machineIsAwake()
        case .startAcked: return engine.startAnswered(.acknowledged, at: now)
        case .startRefused: return engine.startAnswered(refused, at: now)
        case .startTimedOut: return engine.startAnswered(.timedOut, at: now)
        case .edgeAcked: return engine.sentAnswered(.acknowledged, at: now)
        case .edgeRefused: return engine.sentAnswered(refused, at: now)
        case .edgeTimedOut: return engine.sentAnswered(.timedOut, at: now)
        case .syncAcked: return engine.syncAnswered(.acknowledged, at: now)
        case .syncRefused: return engine.syncAnswered(refused, at: now)
        case .syncTimedOut: return engine.syncAnswered(.timedOut, at: now)
        case .stopAcked: return engine.stopAnswered(.acknowledged, at: now)
        case .stopRefused: return engine.stopAnswered(refused, at: now)
        case .stopTimedOut: return engine.stopAnswered(.timedOut, at: now)
        case .physicalDown: engine.physicalEdgeArrived(Edge(one, .down, at: now))
        case .physicalUp: engine.physicalEdgeArrived(Edge(one, .up, at: now))
        case .down: return accept(Edge(one, .down, at: now), &engine, kind, at: now)
        case .up: return accept(Edge(one, .up, at: now), &engine, kind, at: now)
        case .oldDown: return accept(Edge(two, .down, at: now + .seconds(-2)), &engine, kind, at: now)
        case .foreignDown: return engine.edgeArrived(Edge(three, .down, at: now), at: now)
        case .timerEarly: return engine.timerFired(at: now)
        case .timerDue: return engine.timerFired(at: engine.deadline ?? now)
        case .timerFarTooLate: return engine.timerFired(at: now + .seconds(4000))
        }
        return []
    }

    /// As the pipeline does it: where this box decides, a press begins something that its release ends.
    private static func accept(
        _ edge: Edge, _ engine: inout ForwardingEngine, _ kind: SessionKind, at now: Instant
    ) -> [ForwardingEngine.Action] {
        guard kind == .actions else { return engine.edgeArrived(edge, at: now) }
        let action = SwitchAction(id: "X", effect: .pc(.held))
        let phase: ActionStep.Phase = edge.state == .down ? .begin : .end
        return engine.stepArrived(ActionStep(action, phase, by: edge.switchID, at: edge.time), at: now)
    }

    static func way(to situation: Situation) -> [Event] {
        let active: [Event] = [.ready, .userStarted, .captureHeld, .startAcked, .syncAcked]
        return switch situation {
        case .new: []
        case .ready: [.ready]
        case .capturing: [.ready, .userStarted]
        case .opening: [.ready, .userStarted, .captureHeld]
        case .syncing: [.ready, .userStarted, .captureHeld, .startAcked]
        case .active: active
        case .edgeInFlight: active + [.down]
        case .releaseInFlight: active + [.down, .edgeAcked, .up]
        case .releaseResent: active + [.down, .edgeAcked, .up, .edgeRefused]
        case .syncInFlight: active + [.timerDue]
        case .syncResent: active + [.timerDue, .syncRefused]
        case .bothInFlight: active + [.timerDue, .down]
        case .full: active + [.down] + Array(repeating: [.up, .down], count: 32).flatMap { $0 }
        case .idleWarned: active + [.timerDue, .syncAcked, .timerFarTooLate]
        case .stopping: active + [.down, .stopRequested]
        case .idle: active + [.down, .stopRequested, .stopAcked]
        case .idleInDoubt: active + [.down, .linkLost, .ready]
        }
    }

    static func station(_ engine: ForwardingEngine) -> Station {
        switch engine.state {
        case .idle: .idle
        case .starting: .starting
        case .active: .active
        case .stopping: .stopping
        }
    }

    static let successors: [Station: Set<Station>] = [
        .idle: [.idle, .starting], .starting: [.starting, .active, .stopping, .idle],
        .active: [.active, .stopping, .idle], .stopping: [.stopping, .idle],
    ]

    @Test(
        "every event in every state leads to a legal one, and no edge leaves outside forwarding",
        arguments: SessionKind.allCases, Situation.allCases)
    func matrix(kind: SessionKind, situation: Situation) {
        for event in Event.allCases {
            var engine = ForwardingEngine()
            for step in Self.way(to: situation) { _ = Self.apply(step, to: &engine, kind: kind, at: ms(10_000)) }
            let before = Self.station(engine)
            let actions = Self.apply(event, to: &engine, kind: kind, at: ms(10_100))
            let after = Self.station(engine)
            #expect(Self.successors[before]?.contains(after) == true, "\(event): \(before) → \(after)")
            if before == .idle, after == .starting { #expect(event == .userStarted) }
            if after == .idle, before != .idle { #expect(actions.contains(.endCapture), "\(event)") }
            if before == .active, after == .stopping { #expect(actions.contains(.send(.stop)), "\(event)") }
            if after != .active {
                #expect(
                    !actions.contains { if case .send(let sent) = $0 { sent.isOneOfMany } else { false } }, "\(event)")
            }
            if after == .stopping { #expect(engine.deadline != nil) }
        }
    }

    @Test("in any order of events, whatever begins also ends", arguments: UInt64(1)...60)
    func random(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let kind = SessionKind.allCases.randomElement(using: &random)!
        var engine = ForwardingEngine()
        var now = ms(10_000)
        var mayStart = false
        for _ in 0..<400 {
            now = now + .milliseconds(Int.random(in: 0...300, using: &random))
            // Starts and good answers are frequent, or nothing would ever be reached.
            let likely: [Event] = [.userStarted, .ready, .captureHeld, .startAcked, .syncAcked, .edgeAcked, .down, .up]
            let event =
                Bool.random(using: &random)
                ? likely.randomElement(using: &random)! : Event.allCases.randomElement(using: &random)!
            mayStart = mayStart || event == .userStarted
            let before = Self.station(engine)
            _ = Self.apply(event, to: &engine, kind: kind, at: now)
            let after = Self.station(engine)
            #expect(Self.successors[before]?.contains(after) == true, "seed \(seed): \(event)")
            if before == .idle, after == .starting { #expect(mayStart, "seed \(seed)") }
            if after == .idle { mayStart = false }
            if case .active(let active) = engine.state {
                #expect(active.waiting.count <= ForwardingEngine.queueLimit, "seed \(seed)")
            }
        }
        for event in [Event.stopRequested, .stopTimedOut] { _ = Self.apply(event, to: &engine, kind: kind, at: now) }
        #expect(Self.station(engine) == .idle && engine.deadline == nil, "seed \(seed)")
    }

    @Test("a timer that comes early or is stale does nothing", arguments: Situation.allCases)
    func earlyTimer(situation: Situation) {
        var engine = ForwardingEngine()
        for step in Self.way(to: situation) { _ = Self.apply(step, to: &engine, kind: .mapped, at: ms(10_000)) }
        let state = engine.state
        let early = engine.deadline.map { Instant(nanoseconds: $0.nanoseconds - 1) } ?? ms(1_000_000)
        #expect(engine.timerFired(at: early) == [])
        #expect(engine.state == state)
    }
}
