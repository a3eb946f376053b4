// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol
import SwitchCore

/// Looks on and writes down every broken promise.
struct SimulationWatch {
    private(set) var broken: [String] = []

    // The session as the engine sent it and as the PC executed it.
    private var sessionID: SessionID?
    private var sent: [(SwitchID, EdgeState)] = []
    private var executedCount = 0
    private var lastSequence = 0
    private var stopBegan: Instant?

    private var stateSince: Instant?
    private var station = Station.idle
    private var hangEnd = Instant(nanoseconds: 0)

    /// Outputs that are held because their release failed.
    private var failed: Set<PCOutput> = []
    /// Those of them of which this process was not told: nobody can know these.
    private var failedUnheard: Set<PCOutput> = []
    /// Those that a refusal, still on its way, tells of.
    private var failedTelling: Set<PCOutput> = []
    /// The PC handles a message, which it will answer.
    var isHandling = false

    private enum Station { case idle, starting, active, stopping }

    mutating func expect(_ holds: Bool, _ promise: @autoclosure () -> String) {
        if !holds { broken.append(promise()) }
    }

    // MARK: The box

    mutating func hung(until end: Instant) { hangEnd = end }

    mutating func crashed() {
        sessionID = nil
        stopBegan = nil
        station = .idle
        stateSince = nil
        // The new process cannot know what the old one told its user.
        failedUnheard.formUnion(failed)
        failedTelling = []
    }

    mutating func linkEnded() { failedTelling = [] }

    mutating func started(by input: SimulatedBox.Input, at now: Instant, _ tally: inout SimulationTally) {
        if case .userStarted = input { tally.starts += 1 } else { broken.append("started by \(input)") }
        stopBegan = nil
    }

    mutating func recorded(_ session: UnfinishedSession) {
        guard session.sessionID != sessionID, !session.releaseRefused else { return }
        sessionID = session.sessionID
        sent = []
        executedCount = 0
        lastSequence = 0
    }

    mutating func acted(
        _ action: ForwardingEngine.Action, engine: ForwardingEngine, at now: Instant, _ tally: inout SimulationTally
    ) {
        switch action {
        case .send(.edge(let id, let state)):
            guard case .active(let active) = engine.state else {
                return broken.append("an edge outside forwarding")
            }
            if let edge = active.inFlight {
                expect(now - edge.time < ForwardingEngine.oldestUnsent || active.releaseResent, "an edge sent too late")
            }
            if !active.releaseResent { sent.append((id, state)) }
        case .send(.stop): stopBegan = now
        case .announce(.stopped(let stop)): tally.stops[stop.reason.id, default: 0] += 1
        case .announce(.started): tally.sessions += 1
        case .send(.start), .send(.sync), .send(.action), .beginCapture, .endCapture, .cutLink, .announce: break
        }
    }

    /// An acknowledged edge was executed, once, and nothing before it was left out.
    mutating func answered(_ request: SessionRequest, _ outcome: RequestOutcome, kind: SessionKind, held: [PCOutput]) {
        if case .refused = outcome {
            failedUnheard.subtract(failedTelling)
            failedTelling = []
        }
        guard case .edge(let id, let state) = request, outcome == .acknowledged else { return }
        guard kind != .legacyGrid3 else {
            return expect(held.contains(.gridSwitch(id)) == (state == .down), "an acknowledged edge has no effect")
        }
        let (sentCount, executed) = (sent.count, executedCount)
        expect(executed == sentCount, "of \(sentCount) edges \(executed) were executed")
    }

    /// The user is told; a process that knows of no session before has no more to say.
    mutating func recovered(proven: Bool, lastStop: Stop?) {
        guard !proven else { return }
        if lastStop == nil { failedUnheard.formUnion(failed) } else { failedUnheard.subtract(failedTelling) }
        failedTelling = []
    }

    mutating func ready(held: [PCOutput]) {
        expect(failedUnheard.union(failed).isSuperset(of: held), "ready while the PC holds \(held)")
    }

    // MARK: The PC

    mutating func messageSent(_ message: [UInt8], at sent: Instant) {
        guard let stopBegan, sent > stopBegan else { return }
        let text = String(decoding: message, as: UTF8.self)
        let isPress = text.contains("switch.edge") || (text.contains("switch.set") && text.contains("\"down\""))
        expect(!isPress, "an edge left after a stop")
    }

    mutating func executed(_ event: PCEvent) {
        switch event {
        case .edge(let edge) where edge.step.sessionID == sessionID:
            let last = lastSequence
            expect(edge.step.sequence > last, "sequence \(edge.step.sequence) after \(last)")
            lastSequence = edge.step.sequence
            let expected = executedCount < sent.count ? sent[executedCount] : nil
            expect(expected.map { $0 == (edge.switchID, edge.state) } ?? false, "an edge out of order or twice")
            executedCount += 1
        case .releaseFailed(let output):
            failed.insert(output)
            failedUnheard.insert(output)
            if isHandling { failedTelling.insert(output) }
        case .released(let output):
            failed.remove(output)
            failedUnheard.remove(output)
            failedTelling.remove(output)
        case .edge, .pressed, .tapped, .scanned, .command, .sessionStarted, .sessionEnded: break
        }
    }

    // MARK: After every step

    mutating func check(_ box: SimulatedBox, held: [PCOutput], at now: Instant) {
        checkState(box, at: now)
        let stop: Stop?
        switch box.pipeline.engine.state {
        case .idle(let last): stop = last
        case .starting, .active, .stopping: return
        }
        let claimsNothingHeld = stop.map { !$0.mayStillBeHeld } ?? (box.client.state == .ready)
        if claimsNothingHeld {
            expect(failedUnheard.isSuperset(of: held), "idle while the PC holds \(held)")
        }
    }

    private mutating func checkState(_ box: SimulatedBox, at now: Instant) {
        let current: Station
        switch box.pipeline.engine.state {
        case .idle: current = .idle
        case .starting: current = .starting
        case .active(let active):
            current = .active
            expect(active.waiting.count <= ForwardingEngine.queueLimit, "a queue over its limit")
            expect(box.isGrabbed && box.capture.state == .held, "forwarding without capture")
            if let oldest = active.waiting.first, now > hangEnd {
                expect(now - oldest.time <= ForwardingEngine.oldestUnsent, "an edge waits too long")
            }
        case .stopping: current = .stopping
        }
        if current != station {
            station = current
            stateSince = now
        }
        guard let since = stateSince else { return }
        let waited = now - max(since, hangEnd)
        switch current {
        case .starting: expect(waited <= .seconds(14), "starting for ever")
        case .stopping: expect(waited <= ForwardingEngine.stopDeadline, "stopping for ever")
        case .idle, .active: break
        }
    }
}

extension SimulatedWorld {
    func checkInvariants() { watch.check(box, held: pc.held, at: now) }

    func checkAnswer(_ request: SessionRequest, _ outcome: RequestOutcome) {
        watch.answered(request, outcome, kind: box.plan?.kind ?? .mapped, held: pc.held)
    }

    /// In peace everything has come to rest.
    func checkRest() {
        watch.expect(box.client.state == .ready, "the connection did not come back: \(box.client.state)")
        switch box.pipeline.engine.state {
        case .idle: break
        case .active(let active):
            watch.expect(active.waiting.isEmpty && active.inFlight == nil, "edges still wait")
            watch.expect(active.told.isEmpty, "the PC still believes that something is down")
            watch.expect(watch.onlyFailures(held: pc.held), "at rest the PC holds \(pc.held)")
        case .starting, .stopping: watch.expect(false, "not at rest")
        }
    }
}

extension SimulationWatch {
    func onlyFailures(held: [PCOutput]) -> Bool { failed.isSuperset(of: held) }
}
