// SPDX-License-Identifier: GPL-3.0-or-later

/// The pure way of a press: raw events → which switch → the user's own stops, then filters → the forwarding engine, by way
/// of the actions where this box decides what a press does.
///
/// Stops are judged on physical edges, ahead of the filters, so that no setting can mask them.
package struct SwitchPipeline: Sendable {
    package enum Output: Hashable, Sendable {
        case engine(ForwardingEngine.Action)
        /// A switch moved, before any filter; for showing.
        case moved(Edge)
        /// A press that a filter kept back; for showing.
        case rejected(SwitchID, by: FilterKind, at: Instant)
        /// Letting go of this switch would do this; for showing.
        case selected(SwitchAction, by: SwitchID)
        /// `nextProfile` or `nextPC`.
        case asked(BridgeAction, by: SwitchID)
        /// While forwarding is off, a switch did what its profile has as an act of its own.
        case idleAct(IdleAct, by: SwitchID)
    }

    /// Right after a stop that was not its user's own, a switch that is held may be held to stop. So the first act that would
    /// start only says that forwarding has stopped already.
    package static let unnoticedStop = Duration.seconds(10)

    package private(set) var profile: Profile
    package private(set) var engine = ForwardingEngine()
    private var map = SwitchMap()
    private var filters: SwitchFilters
    private var safety: SafetyWatch
    private var idleActs: IdleWatch
    /// Somebody else uses the switches, so that what they do is no act.
    private var isLent = false
    /// Until when a start may be meant as a stop.
    private var mayMeanStopUntil: Instant?
    /// A start that failed is over, and no stop that its user may have missed.
    private var hasBeenActive = false
    private var presses: PressMachine
    private var deviceNames: [DeviceID: String] = [:]
    /// Presses that passed all filters, whatever became of them.
    package private(set) var acceptedPresses = 0

    package init(profile: Profile) {
        self.profile = profile
        filters = SwitchFilters(profile.switches)
        safety = SafetyWatch(switches: profile.switches, safety: profile.safety, scanning: false)
        idleActs = IdleWatch(profile)
        presses = PressMachine(profile.switches)
    }

    /// Switches that are down now, as pressed since their device was found.
    package var pressed: SwitchSet { map.pressed }

    // MARK: The user and the bridge

    package mutating func userStarted(_ plan: SessionPlan, at now: Instant) -> [Output] {
        if case .idle = engine.state {
            safety = SafetyWatch(
                switches: profile.switches, safety: profile.safety, scanning: plan.kind == .scanning)
            safety.reset(down: map.pressed)
        }
        return drive(at: now) { $0.userStarted(plan, at: now) }
    }

    /// Also while forwarding is off: whatever is being held by then, the stop is the later wish.
    package mutating func stopRequested(_ reason: StopReason, at now: Instant) -> [Output] {
        if isIdle { idleActs.useUp() }
        return stop(reason, at: now)
    }

    /// The machine is about to sleep or to be switched off, for this reason of a stop.
    package mutating func machineWillRest(_ reason: StopReason, at now: Instant) -> [Output] {
        engine.machineWillRest(at: now)
        return stopRequested(reason, at: now)
    }

    /// It has woken, or stays awake after all. Waking is no start, and what was held all that time unseen is none either.
    package mutating func machineIsAwake(at now: Instant) -> [Output] {
        engine.machineIsAwake()
        return stopRequested(.suspended, at: now)
    }

    /// Another profile, with devices of its own. Only while idle; what is known of the PC stays.
    package mutating func profileChanged(to profile: Profile) {
        var next = SwitchPipeline(profile: profile)
        next.engine = engine
        next.engine.switchesReplaced()
        next.idleActs.take(restOf: idleActs)
        next.idleActs.releasesWritten(profile.switches(withInputsOf: idleActs.unsure, in: self.profile))
        next.isLent = isLent
        next.mayMeanStopUntil = mayMeanStopUntil
        next.acceptedPresses = acceptedPresses
        self = next
    }

    /// Lends the switches to somebody else, or takes them back: until then no act is seen. Nobody does so but while idle.
    package mutating func switchesLent(_ lent: Bool) {
        isLent = lent
        idleActs.useUp()
    }

    // MARK: Devices

    package mutating func deviceAttached(
        _ id: DeviceID, name: String, bindings: [(SwitchInput, SwitchID)], axes: [UInt16: AxisRange], found: FoundState
    ) {
        deviceNames[id] = name
        map.deviceAttached(id, bindings: bindings, axes: axes, found: found)
        idleActs.forget(SwitchSet(bindings.map(\.1)), down: down)
    }

    /// Also what was down before this program saw it, whose hold is none to begin with.
    private var down: SwitchSet {
        var down = map.pressed
        down.formUnion(map.found)
        return down
    }

    /// The device went away, or the system took it from us.
    package mutating func deviceDetached(_ id: DeviceID, revoked: Bool, at now: Instant) -> [Output] {
        guard let name = deviceNames.removeValue(forKey: id) else { return [] }
        let stopped = stop(revoked ? .captureLost(name: name) : .deviceRemoved(name: name), at: now)
        let released = map.deviceDetached(id, at: now)
        // When the hand let go of them nobody saw: they have not been held until now, and these releases are none to go on from.
        idleActs.forget(SwitchSet(released.map(\.switchID)), down: down)
        return stopped + released.flatMap { moved($0, at: now) }
    }

    /// A second device answers to the same description, so which one is meant is no longer certain.
    package mutating func deviceBecameAmbiguous(name: String, at now: Instant) -> [Output] {
        stop(.devicesChanged(name: name), at: now)
    }

    /// The events of one report.
    package mutating func eventsArrived(_ events: [InputEvent], from id: DeviceID, at now: Instant) -> [Output] {
        events.flatMap { event in map.eventArrived(event, from: id).flatMap { mapped($0, at: now) } }
    }

    /// The kernel dropped events of this device; `stateFound` follows.
    package mutating func eventsLost(from id: DeviceID, at now: Instant) -> [Output] {
        idleActs.useUp()
        return stop(.eventsLost(name: name(of: id)), at: now)
    }

    /// The difference between what was read and what is.
    package mutating func eventsResynchronised(_ events: [InputEvent], from id: DeviceID, at now: Instant) -> [Output] {
        let outputs = map.eventsResynchronised(events, from: id).flatMap { mapped($0, at: now) }
        idleActs.forget(map.found, down: map.found)
        return outputs
    }

    private mutating func mapped(_ output: MapOutput, at now: Instant) -> [Output] {
        switch output {
        case .edge(let edge): return moved(edge, at: now)
        case .letGo(let id, let time):
            // What follows at once is chatter of the hold that was found.
            idleActs.edgePassed(Edge(id, .up, at: time))
            return []
        case .meaningChanged(let id, _): return stop(.devicesChanged(name: name(of: id)), at: now)
        }
    }

    private func name(of id: DeviceID) -> String { deviceNames[id] ?? "" }

    // MARK: Capture and the PC

    /// Capture of this device is about to end while switches are down, so this box writes their releases.
    package mutating func releasesWritten(on id: DeviceID) { idleActs.releasesWritten(map.pressed(on: id)) }

    package mutating func captureHeld(at now: Instant) -> [Output] { drive(at: now) { $0.captureHeld(at: now) } }

    package mutating func captureFailed(_ failure: CaptureFailure, at now: Instant) -> [Output] {
        drive(at: now) { $0.captureFailed(failure, at: now) }
    }

    package mutating func requestAnswered(_ request: SessionRequest, _ outcome: RequestOutcome, at now: Instant)
        -> [Output]
    {
        drive(at: now) { engine in
            switch request {
            case .start: engine.startAnswered(outcome, at: now)
            case .edge, .action: engine.sentAnswered(outcome, at: now)
            case .sync: engine.syncAnswered(outcome, at: now)
            case .stop: engine.stopAnswered(outcome, at: now)
            }
        }
    }

    package mutating func pcIdentified(_ id: String) { engine.pcIdentified(id) }

    package mutating func pcBecameReady(at now: Instant) { engine.pcBecameReady(at: now) }

    package mutating func linkLost(at now: Instant) -> [Output] { drive(at: now) { $0.linkLost(at: now) } }

    package mutating func commandsAreInDoubt(_ isSo: Bool) { engine.commandsAreInDoubt(isSo) }

    package mutating func releaseConfirmed(at now: Instant) -> [Output] {
        drive(at: now) { $0.releaseConfirmed(at: now) }
    }

    package mutating func releaseUnproven(at now: Instant) { engine.releaseUnproven(at: now) }

    // MARK: Time

    package var deadline: Instant? {
        switch engine.state {
        case .idle: earliest([engine.deadline, isLent ? nil : idleActs.deadline])
        case .stopping: engine.deadline
        case .starting: earliest([engine.deadline, safety.deadline])
        case .active: earliest([engine.deadline, safety.deadline, filters.deadline, presses.deadline])
        }
    }

    package mutating func timerFired(at now: Instant) -> [Output] {
        var outputs: [Output] = []
        if isIdle, !isLent, let done = idleActs.timeReached(now) { outputs.append(acted(done, at: now)) }
        if isWatched, let reason = safety.timeReached(now) { outputs += stop(reason, at: now) }
        if isActive { outputs += filtered(filters.timeReached(now), at: now) }
        if isActive { outputs += acted(presses.timeReached(now), at: now) }
        return outputs + drive(at: now) { $0.timerFired(at: now) }
    }

    // MARK: Steps

    /// What stops forwarding by itself says nothing of switches on other devices.
    private mutating func stop(_ reason: StopReason, at now: Instant) -> [Output] {
        drive(at: now) { $0.stopRequested(reason, at: now) }
    }

    private var isActive: Bool {
        if case .active = engine.state { true } else { false }
    }

    private var isIdle: Bool {
        if case .idle = engine.state { true } else { false }
    }

    /// The user's own stops act as soon as forwarding has been asked for.
    private var isWatched: Bool {
        switch engine.state {
        case .starting, .active: true
        case .idle, .stopping: false
        }
    }

    private mutating func moved(_ edge: Edge, at now: Instant) -> [Output] {
        engine.physicalEdgeArrived(edge)
        var outputs = [Output.moved(edge)]
        // What stops forwarding is no act as well, so this comes before that.
        if isIdle, !isLent, now - edge.time <= IdleWatch.latestReading {
            if let done = idleActs.edgeArrived(edge) { outputs.append(acted(done, at: now)) }
        } else {
            idleActs.edgePassed(edge)
        }
        if isWatched, let reason = safety.edgeArrived(edge) { outputs += stop(reason, at: now) }
        if isActive { outputs += filtered(filters.edgeArrived(edge), at: now) }
        return outputs
    }

    private mutating func acted(_ done: IdleWatch.Done, at now: Instant) -> Output {
        defer { mayMeanStopUntil = nil }
        guard done.act == .start, let limit = mayMeanStopUntil, now < limit, case .idle(let stop?) = engine.state else {
            return .idleAct(done.act, by: done.switchID)
        }
        return .engine(.announce(.stoppedAlready(stop)))
    }

    private mutating func filtered(_ results: [FilterOutput], at now: Instant) -> [Output] {
        var outputs: [Output] = []
        for result in results {
            switch result {
            case .accepted(let edge): outputs += accepted(edge, at: now)
            case .rejected(let id, let filter, let time): outputs.append(.rejected(id, by: filter, at: time))
            }
        }
        return outputs
    }

    private mutating func accepted(_ edge: Edge, at now: Instant) -> [Output] {
        guard case .active(let active) = engine.state else { return [] }
        if edge.state == .down { acceptedPresses += 1 }
        guard active.plan.kind == .actions else { return drive(at: now) { $0.edgeArrived(edge, at: now) } }
        return acted(presses.edgeArrived(edge), at: now)
    }

    /// A stop that one of them asks for is the end of the others.
    private mutating func acted(_ results: [PressMachine.Output], at now: Instant) -> [Output] {
        var outputs: [Output] = []
        for result in results where isActive {
            switch result {
            case .step(let step): outputs += drive(at: now) { $0.stepArrived(step, at: now) }
            case .selected(let action, let id, _): outputs.append(.selected(action, by: id))
            case .asked(.stopForwarding, _, _): outputs += stop(.userStopped, at: now)
            case .asked(let asked, let id, _): outputs.append(.asked(asked, by: id))
            }
        }
        return outputs
    }

    /// Runs the engine. As it becomes active the filters begin anew: what is down then must be up once before it is a
    /// press (F29). As it becomes idle the acts do.
    private mutating func drive(
        at now: Instant, _ event: (inout ForwardingEngine) -> [ForwardingEngine.Action]
    ) -> [Output] {
        let (wasActive, wasIdle) = (isActive, isIdle)
        let actions = event(&engine)
        if isActive, !wasActive {
            hasBeenActive = true
            filters.reset(down: map.pressed)
            presses.reset()
        }
        if isIdle, !wasIdle {
            idleActs.stopped(at: now)
            if hasBeenActive, case .idle(let stop?) = engine.state, !stop.reason.isUsersOwn {
                mayMeanStopUntil = now + Self.unnoticedStop
            }
            hasBeenActive = false
        }
        return actions.flatMap { action in [.engine(action)] + notBegun(action, at: now) }
    }

    /// What the PC did not begin, nothing has to end.
    private mutating func notBegun(_ action: ForwardingEngine.Action, at now: Instant) -> [Output] {
        switch action {
        case .announce(.actionRefused(let step, _)), .announce(.actionTooLate(let step)):
            acted(presses.beginningFailed(step, at: now), at: now)
        case .beginCapture, .endCapture, .send, .cutLink, .announce: []
        }
    }
}

extension Profile {
    /// The switches that have an input in common with these of another profile, on whatever device.
    fileprivate func switches(withInputsOf others: SwitchSet, in other: Profile) -> SwitchSet {
        let inputs = Set(other.switches.filter { others.contains($0.id) }.flatMap(\.inputs).map(\.input))
        return SwitchSet(switches.filter { $0.inputs.contains { inputs.contains($0.input) } }.map(\.id))
    }
}
