// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol
import SwitchCore

/// Looks on and writes down every broken promise. Times are the box's.
struct SimulationWatch {
    /// Capture (5 s, or 30 s where it goes on from the one before), a start (5 s), a sync (3 s), and some room.
    private static let longestStart = Duration.seconds(39)

    private(set) var broken: [Breach] = []

    // The session as the engine sent it and as the PC executed it.
    private var sessionID: SessionID?
    private var sent: [(SwitchID, EdgeState)] = []
    private var sentDown = SwitchSet()
    private var executedCount = 0
    private var lastSequence = 0
    private var stopBegan: Instant?

    private var stateSince: Instant?
    private var station = ForwardingState.idle
    private(set) var hangEnd = Instant(nanoseconds: 0)

    /// Outputs that are held because their release failed.
    private var failed: Set<PCOutput> = []
    /// Those of them of which this process was not told: nobody can know these.
    private var failedUnheard: Set<PCOutput> = []
    /// Those that a refusal, still on its way, tells of.
    private var failedTelling: Set<PCOutput> = []
    /// The PC handles a message, which it will answer.
    var isHandling = false

    mutating func expect(_ promise: Promise, _ holds: Bool, _ detail: @autoclosure () -> String) {
        if !holds { broken.append(Breach(promise: promise, detail: detail())) }
    }

    /// What of it makes a difference to what it will say.
    func mix(into print: inout Fingerprint) {
        for (id, state) in sent.dropFirst(executedCount) { print.mix(id, state) }
        print.mix(sentDown)
        if let sessionID { print.visit(sessionID) }
        print.visit(lastSequence, label: "lastSequence")
        print.mix(stopBegan)
        // The engine's own deadlines end the other states.
        print.mix(station == .idle || station == .starting ? stateSince : nil)
        print.mix(hangEnd)
        for outputs in [failed, failedUnheard, failedTelling] {
            print.mix(UInt64(outputs.count))
            print.visit(outputs)
        }
    }

    // MARK: The box

    mutating func hung(until end: Instant) { hangEnd = max(hangEnd, end) }

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

    mutating func started() { stopBegan = nil }

    mutating func recorded(_ session: UnfinishedSession) {
        guard session.sessionID != sessionID, !session.releaseRefused else { return }
        sessionID = session.sessionID
        sent = []
        sentDown = []
        executedCount = 0
        lastSequence = 0
    }

    mutating func acted(_ action: ForwardingEngine.Action, engine: ForwardingEngine, at now: Instant) {
        switch action {
        case .send(.edge(let id, let state)):
            guard case .active(let active) = engine.state else {
                return expect(.edgeOnlyWhileActive, false, "an edge outside forwarding")
            }
            if let edge = active.inFlight {
                expect(
                    .edgeIsNotLate, now - edge.time < ForwardingEngine.oldestUnsent || active.releaseResent,
                    "an edge sent too late")
            }
            if !active.releaseResent { edgeSent(id, state) }
        case .send(.stop): stopBegan = now
        case .send(.start), .send(.sync), .send(.action), .beginCapture, .endCapture, .cutLink, .announce: break
        }
    }

    private mutating func edgeSent(_ id: SwitchID, _ state: EdgeState) {
        let isDown = sentDown.contains(id)
        expect(.upBelongsToDown, isDown == (state == .up), "switch \(id) \(state) after \(isDown ? "down" : "up")")
        if state == .down { sentDown.insert(id) } else { sentDown.remove(id) }
        sent.append((id, state))
    }

    /// An acknowledged edge was executed, once, and nothing before it was left out.
    /// - Parameter held: nil where the link has ended on the PC's side, which lets go of everything.
    mutating func answered(_ request: SessionRequest, _ outcome: RequestOutcome, kind: SessionKind, held: [PCOutput]?) {
        if case .refused = outcome {
            failedUnheard.subtract(failedTelling)
            failedTelling = []
        }
        guard case .edge(let id, let state) = request, outcome == .acknowledged else { return }
        guard kind != .legacyGrid3 else {
            guard let held else { return }
            return expect(
                .acknowledgedIsExecuted, held.contains(.gridSwitch(id)) == (state == .down),
                "an acknowledged edge has no effect")
        }
        let (sentCount, executed) = (sent.count, executedCount)
        expect(.acknowledgedIsExecuted, executed == sentCount, "of \(sentCount) edges \(executed) were executed")
    }

    /// The user is told; a process that knows of no session before has no more to say.
    mutating func recovered(proven: Bool, lastStop: Stop?) {
        guard !proven else { return }
        if lastStop == nil { failedUnheard.formUnion(failed) } else { failedUnheard.subtract(failedTelling) }
        failedTelling = []
    }

    mutating func ready(held: [PCOutput]) {
        expect(
            .readyIsNeutral, failedUnheard.union(failed).isSuperset(of: held), "ready while the PC holds \(held)")
    }

    // MARK: The PC

    mutating func messageSent(_ message: [UInt8], at sent: Instant) {
        guard let stopBegan, sent > stopBegan else { return }
        let text = String(decoding: message, as: UTF8.self)
        let isPress = text.contains("switch.edge") || (text.contains("switch.set") && text.contains("\"down\""))
        expect(.nothingAfterStop, !isPress, "an edge left after a stop")
    }

    mutating func executed(_ event: PCEvent) {
        switch event {
        case .edge(let edge) where edge.step.sessionID == sessionID:
            let last = lastSequence
            expect(.sequenceRises, edge.step.sequence > last, "sequence \(edge.step.sequence) after \(last)")
            lastSequence = edge.step.sequence
            let expected = executedCount < sent.count ? sent[executedCount] : nil
            expect(
                .executedInOrder, expected.map { $0 == (edge.switchID, edge.state) } ?? false,
                "an edge out of order or twice")
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

    /// It holds nothing any more.
    mutating func pcCrashed() {
        failed = []
        failedUnheard = []
        failedTelling = []
    }

    func onlyFailures(held: [PCOutput]) -> Bool { held.isEmpty || failed.isSuperset(of: held) }

    // MARK: After every step

    mutating func check(_ box: SimulatedBox, held: [PCOutput], keepsCapture: Bool, at now: Instant) {
        checkState(box, keepsCapture: keepsCapture, at: now)
        let stop: Stop?
        switch box.pipeline.engine.state {
        case .idle(let last): stop = last
        case .starting, .active, .stopping: return
        }
        guard !held.isEmpty else { return }
        let claimsNothingHeld = stop.map { !$0.mayStillBeHeld } ?? (box.client.state == .ready)
        if claimsNothingHeld {
            expect(.idleIsNeutral, failedUnheard.isSuperset(of: held), "idle while the PC holds \(held)")
        }
    }

    private mutating func checkState(_ box: SimulatedBox, keepsCapture: Bool, at now: Instant) {
        let current = ForwardingState(box.pipeline.engine.state)
        if current != station {
            station = current
            stateSince = now
        }
        if case .active(let active) = box.pipeline.engine.state { checkActive(active, box, at: now) }
        guard let since = stateSince, now > hangEnd else { return }
        let waited = now - max(since, hangEnd)
        switch current {
        case .starting: expect(.waitEnds, waited <= Self.longestStart, "starting for ever")
        case .stopping: expect(.waitEnds, waited <= ForwardingEngine.stopDeadline, "stopping for ever")
        case .idle:
            guard !keepsCapture, waited > CaptureMachine.longestWait + .milliseconds(1) else { return }
            expect(.captureEnds, !box.devices.values.contains(where: \.isGrabbed), "captured while idle")
        case .active: break
        }
    }

    private mutating func checkActive(_ active: ForwardingEngine.Active, _ box: SimulatedBox, at now: Instant) {
        expect(.queueIsBounded, active.waiting.count <= ForwardingEngine.queueLimit, "a queue over its limit")
        let free = box.devices.contains { $1.isUsed && !($1.isGrabbed && $1.capture.state == .held) }
        expect(.capturedWhileActive, !free, "forwarding without capture")
        guard let oldest = active.waiting.first, now > hangEnd else { return }
        // What is to end may wait for a text that is being typed; nothing is typed here.
        expect(
            .edgeIsNotLate, now - max(oldest.time, hangEnd) <= ForwardingEngine.oldestUnsent, "an edge waits too long")
    }
}

extension SimulatedWorld {
    mutating func checkInvariants() {
        let time = boxNow
        watch.check(box, held: pc.held, keepsCapture: isKept, at: time)
        let isForwarding = box.isActive && link?.isLost == false && box.hangsUntil == nil
        tally.faults.looked(isNeutral: isNeutral, isForwarding: isForwarding, at: now)
        let lost =
            (edges?.takeLost(at: time, hungUntil: watch.hangEnd) ?? 0)
            + (gestures?.takeLost(at: time, hungUntil: watch.hangEnd) ?? 0)
        if lost > 0 {
            tally.faults.edgesLost(lost)
            watch.expect(.edgesAreNotLost, false, "\(lost) that were read never came to the PC")
        }
    }

    mutating func checkAnswer(_ request: SessionRequest, _ outcome: RequestOutcome) {
        watch.answered(request, outcome, kind: box.plan?.kind ?? .mapped, held: link?.isLost == false ? pc.held : nil)
    }

    /// In peace everything has come to rest.
    mutating func checkRest() {
        watch.expect(.comesToRest, box.client.state == .ready, "the connection did not come back: \(box.client.state)")
        switch box.pipeline.engine.state {
        case .idle: break
        case .active(let active):
            watch.expect(.comesToRest, active.waiting.isEmpty && active.inFlight == nil, "edges still wait")
            watch.expect(.comesToRest, active.told.isEmpty, "the PC still believes that something is down")
            watch.expect(.comesToRest, isNeutral, "at rest the PC holds \(pc.held)")
        case .starting, .stopping: watch.expect(.comesToRest, false, "not at rest")
        }
        let after = tally.faults.ended()
        watch.expect(
            .neutralAfterFault, after.isEmpty || isNeutral,
            "after \(after.map(\.rawValue).joined(separator: ", ")) the PC holds \(pc.held)")
    }
}
