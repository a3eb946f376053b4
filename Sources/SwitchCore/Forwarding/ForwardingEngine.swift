// SPDX-License-Identifier: GPL-3.0-or-later

/// The gate between accepted presses and the PC.
///
///     idle ─userStarted→ starting ─capture, session and first sync→ active
///     starting, active ─any stop→ stopping ─stop acknowledged, or link cut→ idle
///
/// Only `userStarted` leaves `idle`. Edges, and steps of actions where this box decides what a press does, go out one at a
/// time, each once the one before it is answered, because a PC may handle two messages in either order and then drops the
/// edge with the lower sequence (protocol note §7), or does first what was meant second.
package struct ForwardingEngine: Sendable {
    package static let queueLimit = 64
    /// What has waited this long since it happened is too late to be sent. Too late a press that this box decides is left out,
    /// and its user may press again; anything else, since something may stay held, is a stop.
    package static let oldestUnsent = Duration.seconds(1)
    package static let syncAfterSilence = Duration.seconds(1)
    /// How long the PC has to acknowledge a stop before the link is cut instead.
    package static let stopDeadline = Duration.seconds(2)
    /// A machine that said it would rest, and has been awake for so long after, does not.
    package static let restLimit = Duration.seconds(10)

    package enum State: Hashable, Sendable {
        /// → `starting`.
        case idle(lastStop: Stop?)
        /// → `active`, `stopping`; `idle` when no session had been asked for.
        case starting(Starting)
        /// → `stopping`; `idle` when the link is lost.
        case active(Active)
        /// → `idle`.
        case stopping(StopReason, plan: SessionPlan, deadline: Instant, told: SwitchSet)

        /// For traces and other programs; stable.
        package var name: String { ForwardingState(self).rawValue }
    }

    package struct Starting: Hashable, Sendable {
        package enum Phase: Hashable, Sendable { case capturing, opening, syncing }
        package var plan: SessionPlan
        package var phase: Phase
        /// As the stop before said: until the PC has been told of a new session, nothing has changed.
        package var mayStillBeHeld: Bool
    }

    package enum Action: Hashable, Sendable {
        case beginCapture
        case endCapture
        case send(SessionRequest)
        /// End the link without waiting: the PC releases everything when its last remote leaves.
        case cutLink
        case announce(ForwardingNotice)
    }

    package private(set) var state = State.idle(lastStop: nil)
    package private(set) var pcIsReady = false
    /// Nothing starts before, since the machine is about to sleep or to be switched off.
    private var restsUntil: Instant?
    /// Switches that are physically down, whatever became of their presses.
    private var physicallyDown = SwitchSet()
    private var refusedReleases = RefusedReleases()
    /// What the PC was told was down when a session ended without an answer.
    private var heldAtLoss: (switches: SwitchSet, pcProfileID: String)?
    /// Which PC these two are about, and what is not proven of others: their profiles have the same ids.
    private var pcID: String?
    private var elsewhere: [String: (RefusedReleases, heldAtLoss: (switches: SwitchSet, pcProfileID: String)?)] = [:]

    package init() {}

    // MARK: Starting

    package mutating func userStarted(_ plan: SessionPlan, at now: Instant) -> [Action] {
        switch state {
        case .starting, .active:
            return [.announce(.startRefused(.alreadyForwarding))]
        case .stopping:
            return [.announce(.startRefused(.stillStopping))]
        case .idle(let lastStop):
            if let limit = restsUntil, now < limit { return [.announce(.startRefused(.machineRests))] }
            guard pcIsReady else { return [.announce(.startRefused(.notConnected))] }
            guard !plan.forwarded.isEmpty else { return [.announce(.startRefused(.nothingToForward))] }
            let mayStillBeHeld = lastStop?.mayStillBeHeld ?? false
            state = .starting(Starting(plan: plan, phase: .capturing, mayStillBeHeld: mayStillBeHeld))
            return [.announce(.starting), .beginCapture]
        }
    }

    package mutating func captureHeld(at now: Instant) -> [Action] {
        guard case .starting(var starting) = state, starting.phase == .capturing else { return [] }
        starting.phase = .opening
        state = .starting(starting)
        return [.send(.start(starting.plan))]
    }

    package mutating func captureFailed(_ failure: CaptureFailure, at now: Instant) -> [Action] {
        guard case .starting = state else { return [] }
        return stopRequested(.captureFailed(failure), at: now)
    }

    package mutating func startAnswered(_ outcome: RequestOutcome, at now: Instant) -> [Action] {
        guard case .starting(var starting) = state, starting.phase == .opening else { return [] }
        if let reason = outcome.stopReason { return stopRequested(reason, at: now) }
        starting.phase = .syncing
        state = .starting(starting)
        return [.send(.sync(pressed: []))]
    }

    // MARK: Forwarding

    /// A switch moved, before any filter: it keeps forwarding from being idle.
    package mutating func physicalEdgeArrived(_ edge: Edge) {
        switch edge.state {
        case .down: physicallyDown.insert(edge.switchID)
        case .up: physicallyDown.remove(edge.switchID)
        }
        guard case .active(var active) = state else { return }
        active.lastActivity = max(active.lastActivity, edge.time)
        active.idleWarned = false
        state = .active(active)
    }

    /// Other switches take the place of these, of which nothing is known to be down.
    mutating func switchesReplaced() { physicallyDown = [] }

    /// An edge passed the filters.
    package mutating func edgeArrived(_ edge: Edge, at now: Instant) -> [Action] {
        guard case .active(var active) = state, active.takes(edge) else { return [] }
        return send(.edge(edge), active, at: now)
    }

    /// A press or a hold came to this.
    package mutating func stepArrived(_ step: ActionStep, at now: Instant) -> [Action] {
        guard case .active(let active) = state else { return [] }
        return send(.action(step), active, at: now)
    }

    private mutating func send(_ next: Outgoing, _ current: Active, at now: Instant) -> [Action] {
        var active = current
        guard active.waiting.count < Self.queueLimit else { return stopRequested(.queueFull, at: now) }
        active.waiting.append(next)
        return sendNext(active, at: now)
    }

    /// The PC answered what is in flight.
    package mutating func sentAnswered(_ outcome: RequestOutcome, at now: Instant) -> [Action] {
        guard case .active(var active) = state, let sent = active.inFlight else { return [] }
        if case .refused = outcome, sent.isRelease, !active.releaseResent {
            active.releaseResent = true
            active.lastSent = now
            state = .active(active)
            return [.send(sent.request)]
        }
        // What is not begun needs no end: refusing it leaves the PC as it was, and its user is told.
        if case .refused(let code) = outcome, case .action(let step) = sent, step.phase != .end {
            active.inFlight = nil
            return [.announce(.actionRefused(step, code: code))] + sendNext(active, at: now)
        }
        if let reason = outcome.stopReason { return stopRequested(reason, at: now) }
        active.inFlight = nil
        active.releaseResent = false
        if sent.isTyping { active.typedUntil = now }
        if case .edge(let edge) = sent, edge.state == .up {
            active.told.remove(edge.switchID)
            refusedReleases.releaseAcknowledged(of: edge.switchID, by: active.plan.pcProfileID)
        }
        return sendNext(active, at: now)
    }

    package mutating func syncAnswered(_ outcome: RequestOutcome, at now: Instant) -> [Action] {
        switch state {
        case .starting(let starting) where starting.phase == .syncing:
            if let reason = outcome.stopReason { return stopRequested(reason, at: now) }
            state = .active(Active(plan: starting.plan, lastSent: now, lastActivity: now))
            return [.announce(.started)]
        case .active(var active) where active.syncInFlight:
            active.syncInFlight = false
            if case .refused = outcome, !active.syncResent {
                active.syncResent = true
                return sendNext(active, at: now)
            }
            if let reason = outcome.stopReason { return stopRequested(reason, at: now) }
            active.syncResent = false
            return sendNext(active, at: now)
        case .idle, .starting, .active, .stopping:
            return []
        }
    }

    // MARK: Stopping

    /// The gate closes at once, what is queued is dropped, and the stop goes out ahead of everything.
    /// A stop during a stop changes nothing.
    package mutating func stopRequested(_ reason: StopReason, at now: Instant) -> [Action] {
        switch state {
        case .idle, .stopping:
            return []
        // The PC has not heard of it: there is nothing to stop there, and no answer that could prove anything.
        case .starting(let starting) where starting.phase == .capturing || reason == .notRecorded:
            return settle(Stop(reason: reason, mayStillBeHeld: starting.mayStillBeHeld))
        case .starting(let starting):
            return beginStopping(reason, plan: starting.plan, told: [], at: now)
        case .active(let active):
            return beginStopping(reason, plan: active.plan, told: active.told, at: now) + active.unansweredText
        }
    }

    /// The machine waits for a stop, and then sleeps or is switched off: what starts in between would be cut short unseen.
    package mutating func machineWillRest(at now: Instant) { restsUntil = now + Self.restLimit }

    /// It has woken, or stays awake after all.
    package mutating func machineIsAwake() { restsUntil = nil }

    package mutating func stopAnswered(_ outcome: RequestOutcome, at now: Instant) -> [Action] {
        guard case .stopping(let reason, let plan, _, let told) = state else { return [] }
        switch outcome {
        case .acknowledged:
            return settle(Stop(reason: reason, mayStillBeHeld: !refusedReleases.isEmpty))
        case .refused:
            refusedReleases.stopRefused(holding: told, in: plan.pcProfileID)
            return [.cutLink] + settle(Stop(reason: reason, mayStillBeHeld: true))
        case .timedOut:
            heldAtLoss = (told, plan.pcProfileID)
            return [.cutLink] + settle(Stop(reason: reason, mayStillBeHeld: true))
        }
    }

    // MARK: The link

    /// Which PC is at the other end from now on. Only while idle; what one PC confirms says nothing of another.
    package mutating func pcIdentified(_ id: String) {
        guard id != pcID else { return }
        if let pcID {
            elsewhere[pcID] = (refusedReleases, heldAtLoss)
            (refusedReleases, heldAtLoss) = elsewhere[id] ?? (RefusedReleases(), nil)
        }
        pcID = id
    }

    package mutating func pcBecameReady(at now: Instant) {
        pcIsReady = true
    }

    package mutating func linkLost(at now: Instant) -> [Action] {
        pcIsReady = false
        switch state {
        case .idle:
            return []
        case .starting(let starting) where starting.phase == .capturing:
            return settle(Stop(reason: .linkLost, mayStillBeHeld: starting.mayStillBeHeld))
        case .starting:
            return settle(Stop(reason: .linkLost, mayStillBeHeld: true))
        case .active(let active):
            heldAtLoss = (active.told, active.plan.pcProfileID)
            return settle(Stop(reason: .linkLost, mayStillBeHeld: true)) + active.unansweredText
        case .stopping(let reason, let plan, _, let told):
            heldAtLoss = (told, plan.pcProfileID)
            return settle(Stop(reason: reason, mayStillBeHeld: true))
        }
    }

    /// After an unclean end, the PC has acknowledged the stop of the old session.
    package mutating func releaseConfirmed(at now: Instant) -> [Action] {
        heldAtLoss = nil
        refusedReleases.commandsInDoubt = false
        guard case .idle(let lastStop?) = state, lastStop.mayStillBeHeld, refusedReleases.isEmpty else { return [] }
        state = .idle(lastStop: Stop(reason: lastStop.reason, mayStillBeHeld: false))
        return [.announce(.releaseConfirmed)]
    }

    /// The PC refuses to let go of what single commands may have left held, or has done it, whatever the last stop was about.
    package mutating func commandsAreInDoubt(_ isSo: Bool) { refusedReleases.commandsInDoubt = isSo }

    /// The PC has ended the old session, but refused to at first: it may have forgotten something that it holds.
    package mutating func releaseUnproven(at now: Instant) {
        refusedReleases.commandsInDoubt = false
        guard let held = heldAtLoss else { return }
        heldAtLoss = nil
        refusedReleases.stopRefused(holding: held.switches, in: held.pcProfileID)
    }

    // MARK: Time

    /// The earliest moment at which `timerFired` would act.
    package var deadline: Instant? {
        switch state {
        case .idle, .starting: nil
        case .stopping(_, _, let deadline, _): deadline
        case .active(let active): earliest([active.oldestUnsentDeadline, active.syncDeadline, idleDeadline(active)])
        }
    }

    /// Acts on whatever is due at `now`; earlier or stale calls do nothing.
    package mutating func timerFired(at now: Instant) -> [Action] {
        switch state {
        case .idle, .starting:
            return []
        case .stopping(_, _, let deadline, _):
            return deadline <= now ? stopAnswered(.timedOut, at: now) : []
        case .active(var active):
            var actions: [Action] = []
            if let due = active.oldestUnsentDeadline, due <= now {
                actions = sendNext(active, at: now)
                guard case .active(let rest) = state else { return actions }
                active = rest
            }
            if let due = idleDeadline(active), due <= now {
                if active.idleWarned { return stopRequested(.idleTimeout, at: now) }
                active.idleWarned = true
                actions.append(.announce(.idleStopSoon(in: SafetySettings.idleWarning)))
            }
            if let due = active.syncDeadline, due <= now { actions += sendSync(&active, at: now) }
            state = .active(active)
            return actions
        }
    }

    // MARK: Steps

    private mutating func sendNext(_ current: Active, at now: Instant) -> [Action] {
        var active = current
        defer { if case .active = state { state = .active(active) } }
        // The timer may come late: what is too old is not sent even so.
        guard let late = active.takeLate(at: now) else {
            state = .active(active)
            return stopRequested(.sendDelayed, at: now)
        }
        let told = late.map { Action.announce(.actionTooLate($0)) }
        guard active.inFlight == nil else { return told }
        // Executed before an edge that left ahead of it, a sync would make the PC ignore that edge.
        let sync = active.syncResent && !active.syncInFlight ? sendSync(&active, at: now) : []
        let mayOvertakeSync = active.plan.kind != .scanning
        guard !active.syncInFlight || mayOvertakeSync, let next = active.waiting.first else { return told + sync }
        active.waiting.removeFirst()
        active.inFlight = next
        active.lastSent = now
        if case .edge(let edge) = next, edge.state == .down { active.told.insert(edge.switchID) }
        return told + sync + [.send(next.request)]
    }

    private func sendSync(_ active: inout Active, at now: Instant) -> [Action] {
        active.syncInFlight = true
        active.lastSent = now
        return [.send(.sync(pressed: active.told))]
    }

    private mutating func beginStopping(_ reason: StopReason, plan: SessionPlan, told: SwitchSet, at now: Instant)
        -> [Action]
    {
        state = .stopping(reason, plan: plan, deadline: now + Self.stopDeadline, told: told)
        return [.send(.stop), .announce(.stopping(reason))]
    }

    private mutating func settle(_ stop: Stop) -> [Action] {
        state = .idle(lastStop: stop)
        return [.endCapture, .announce(.stopped(stop))]
    }

    /// The warning first, then the stop. Held switches are not idle (F9).
    private func idleDeadline(_ active: Active) -> Instant? {
        guard let idleStop = active.plan.idleStop, physicallyDown.isEmpty else { return nil }
        let stop = active.lastActivity + idleStop
        return active.idleWarned ? stop : stop + (.zero - SafetySettings.idleWarning)
    }
}

extension RequestOutcome {
    fileprivate var stopReason: StopReason? {
        switch self {
        case .acknowledged: nil
        case .refused(let code): .pcRefused(code: code)
        case .timedOut: .ackTimeout
        }
    }
}
