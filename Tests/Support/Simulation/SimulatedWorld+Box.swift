// SPDX-License-Identifier: GPL-3.0-or-later
import Actions
import BluetoothLE
import PCLink
import PCProtocol
import SwitchCore
import SystemEvents

/// The shell of the box: performs what its machines decide, in the order in which `Forwarder` and `PCConnection` do.
extension SimulatedWorld {
    /// Its wall clock goes on while it sleeps.
    var clock: ClockReading {
        ClockReading(instant: boxNow, unixMilliseconds: 1_724_000_000_000 + now.nanoseconds / 1_000_000)
    }

    mutating func boxTimersFired() {
        let time = boxNow
        box.hangsUntil = nil
        let process = processes
        func isDue(_ deadline: Instant?) -> Bool { process == processes && deadline.map { $0 <= time } ?? false }
        if isDue(box.retryAt) { connect() }
        if isDue(box.central.deadline) { perform(box.central.timerFired(now: time)) }
        if isDue(box.client.deadline) { perform(box.client.timerFired(now: clock)) }
        for id in box.openDevices where isDue(box.devices[id]?.capture.deadline) {
            perform(box.devices[id]?.capture.timerFired(time) ?? [], on: id)
        }
        if isDue(box.pipeline.deadline) { feed(.timer) }
    }

    mutating func happenAtBox(_ happening: Happening) {
        switch happening {
        case .events(let events, let id): feed(.events(events, id))
        case .eventsLost(let id, let difference): feed(.eventsLost(id, difference))
        case .unplugged(let id): unplugged(id)
        case .plugged(let device): plug(device)
        case .captureTold(let input, let process): if process == processes { feed(input) }
        case .frameFromPC(let frame, let number): if link?.number == number { arrived(frame, number) }
        case .linkLost(let number): if link?.number == number { linkEnded() }
        case .writable(let process):
            guard process == processes else { return }
            box.writableIsPlanned = false
            pump()
        case .userStarts:
            startIsPlanned = false
            feed(.userStarted)
        case .userStops: feed(.stopRequested(.userStopped))
        case .kernelTold(let packet, let process):
            if process == processes { perform(box.central.managementPacketArrived(packet, now: boxNow)) }
        case .airOpened(let number): airOpened(number)
        case .airFailed(let failure, let number):
            if links == number { perform(box.central.linkLost(failure, now: boxNow)) }
        case .airEmptied(let number): airEmptied(number)
        case .centralReports(let reports, let process, let cuts):
            for report in reports where process == processes && cuts == box.cuts { told(report) }
        case .sleepAnnounced: perform(box.sleep.announced(.sleep))
        case .woke: woke()
        case .contact, .frameToPC, .packetToPC, .handled, .remoteLeft, .disaster, .kernelDropsEnd, .adapterBack,
            .machineSleeps:
            break
        }
    }

    private mutating func arrived(_ frame: [UInt8], _ number: Int) {
        switch setup.transport {
        case .frames: perform(box.client.frameArrived(frame, now: clock))
        case .air: perform(box.central.packetArrived(frame, now: boxNow))
        }
    }

    // MARK: The pipeline

    mutating func feed(_ input: SimulatedBox.Input) {
        box.pending.append(input)
        guard !box.isHandling else { return }
        box.isHandling = true
        let process = processes
        while !box.pending.isEmpty {
            let outputs = apply(box.pending.removeFirst())
            // Nothing waits for what is told; a crash in the middle leaves another process, with nothing of this one's.
            for output in outputs where process == processes && output.isSending { perform(output) }
            for output in outputs where process == processes && !output.isSending { perform(output) }
            guard process == processes else { return }
        }
        box.isHandling = false
        letMachineSleep()
    }

    private mutating func apply(_ input: SimulatedBox.Input) -> [SwitchPipeline.Output] {
        let wasIdle = box.isIdle
        defer { if wasIdle, !box.isIdle { started(by: input) } }
        let now = boxNow
        switch input {
        case .userStarted, .startedBySwitch:
            return box.plan.map { box.pipeline.userStarted($0, at: now) } ?? []
        case .machineWillRest: return box.pipeline.machineWillRest(.suspended, at: now)
        case .machineIsAwake: return box.pipeline.machineIsAwake(at: now)
        case .stopRequested(let reason): return box.pipeline.stopRequested(reason, at: now)
        case .events(let events, let id): return eventsArrived(events, from: id)
        case .eventsLost(let id, let difference): return eventsLost(on: id, difference)
        case .attached(let id): attachToPipeline(id)
        case .detached(let id): return box.pipeline.deviceDetached(id, revoked: false, at: now)
        case .releasesWritten(let id): box.pipeline.releasesWritten(on: id)
        case .captureHeld(let request):
            return request == box.captureRequest ? box.pipeline.captureHeld(at: now) : []
        case .captureFailed(let failure, let request):
            return request == box.captureRequest ? box.pipeline.captureFailed(failure, at: now) : []
        case .answered(let request, let outcome):
            checkAnswer(request, outcome)
            box.runner.answered(request, outcome)
            return box.pipeline.requestAnswered(request, outcome, at: now)
        case .ready:
            box.pipeline.pcBecameReady(at: now)
            if let plan = box.plan, startsBySabotage { return box.pipeline.userStarted(plan, at: now) }
        case .linkLost: return box.pipeline.linkLost(at: now)
        case .recovered(proven: true): return box.pipeline.releaseConfirmed(at: now)
        case .recovered(proven: false): box.pipeline.releaseUnproven(at: now)
        case .commandsInDoubt: box.pipeline.commandsAreInDoubt(true)
        case .timer: return box.pipeline.timerFired(at: now)
        }
        return []
    }

    private mutating func started(by input: SimulatedBox.Input) {
        tally.starts += 1
        watch.started()
        switch input {
        case .userStarted: tally.faults.userStarted()
        case .startedBySwitch(let id):
            tally.switchStarts += 1
            tally.faults.userStarted()
            let isHeld = holds.isHeld(id, at: boxNow)
            watch.expect(.switchStartIsAHold, isHeld, "switch \(id) started without a hold since the last stop")
        case .stopRequested, .machineWillRest, .machineIsAwake, .events, .eventsLost, .attached, .detached,
            .releasesWritten, .captureHeld, .captureFailed, .answered, .ready, .linkLost, .recovered, .commandsInDoubt,
            .timer:
            tally.faults.restarted()
            watch.expect(.startedByUser, false, "started by \(input)")
        }
    }

    /// Counts the periods of forwarding; nil when it is off.
    var sessionNumber: Int? { box.isActive ? tally.sessions : nil }

    private mutating func perform(_ output: SwitchPipeline.Output) {
        switch output {
        case .engine(let action): perform(action)
        case .idleAct(.start, let id):
            tell("switch \(id) starts")
            feed(.startedBySwitch(id))
        case .idleAct(.nextPC, _), .idleAct(.nextProfile, _), .moved, .rejected, .selected, .asked: break
        }
    }

    private mutating func perform(_ action: ForwardingEngine.Action) {
        tell("box: \(action)")
        watch.acted(action, engine: box.pipeline.engine, at: boxNow)
        switch action {
        case .beginCapture: beginCapture()
        case .endCapture: endCapture()
        case .send(let request):
            // A user who stops with a press still on its way.
            if request.isOneOfMany, chance.happens(15, .stopWithin) {
                agenda.add(.userStops, at: now + chance.milliseconds(0...40, .stopWithinPause))
            }
            send(request)
        case .cutLink: cutLink()
        case .announce(let notice): announced(notice)
        }
    }

    private mutating func announced(_ notice: ForwardingNotice) {
        switch notice {
        case .started:
            tally.sessions += 1
            edges?.began(forwarding: box.plan?.forwarded ?? [])
        case .stopping:
            edges?.ended()
            gestures?.ended()
        case .stopped(let stop):
            edges?.ended()
            gestures?.ended()
            holds.stopped(at: boxNow)
            tally.stops[stop.reason.id, default: 0] += 1
        case .actionRefused(let step, _), .actionTooLate(let step): gestures?.dropped(step.action)
        case .starting, .startRefused, .idleStopSoon, .mayHaveBeenTyped, .stoppedAlready, .releaseConfirmed: break
        }
    }

    private mutating func send(_ request: SessionRequest) {
        let id = newSessionID()
        switch box.runner.wire(for: request) {
        case .commands(let commands, let mayHold):
            perform(
                box.client.sessionRequested(
                    request, commands: commands, mayHold: mayHold, newSessionID: id, now: clock))
        case .unsupported: feed(.answered(request, .refused(code: "unsupported_command")))
        }
    }

    private mutating func newSessionID() -> SessionID {
        box.sessions += 1
        return SessionID(random: (UInt64(processes), UInt64(box.sessions)))
    }

    // MARK: The client

    mutating func perform(_ actions: [ClientAction]) {
        let process = processes
        for action in actions {
            if strikes(.boxCrashWithin) { crash() }
            guard process == processes else { return }
            perform(action)
        }
        guard process == processes else { return }
        pump()
        box.central.answerExpected(box.client.expectsAnswer)
    }

    private mutating func perform(_ action: ClientAction) {
        switch action {
        case .recordSession(let session):
            if strikes(.diskFull) {
                guard !session.releaseRefused else { return }
                box.client.sessionNotRecorded()
                feed(.stopRequested(.notRecorded))
            } else {
                journal = session
                watch.recorded(session)
            }
        case .clearSession: journal = nil
        case .report(let report): reported(report)
        case .cutLink: cutLink()
        }
    }

    private mutating func reported(_ report: ClientReport) {
        switch report {
        case .answered(let request, let outcome):
            tell("answer: \(request) \(outcome)")
            feed(.answered(request, outcome))
        case .recovered(let proven):
            tell("recovered, proven: \(proven)")
            watch.recovered(proven: proven, lastStop: box.lastStop)
            feed(.recovered(proven: proven))
        case .commandsInDoubt: feed(.commandsInDoubt)
        case .ready(let details):
            tell("the PC is ready")
            box.backoff.succeeded()
            box.plan = plan(from: details.catalogue)
            box.runner.pcBecameReady(details)
            watch.ready(held: pc.held)
            feed(.ready)
        case .failed(let failure):
            tell("the connection fails: \(failure)")
            tally.connectionFailures["\(failure)", default: 0] += 1
            forgetPC()
            feed(.linkLost)
        case .pairingNeeded, .pairingCode, .pairingFailed, .paired, .authenticated, .pinged: break
        }
    }

    mutating func forgetPC() {
        box.runner.linkLost()
        box.plan = nil
    }

    private func plan(from catalogue: SwitchCatalogue) -> SessionPlan? {
        let all = SwitchSet(setup.switches.map(\.id))
        let idleStop = setup.profile.safety.idleStop
        guard setup.flavour != .actions else {
            return SessionPlan(
                kind: .actions, pcProfileID: "", pcProfileVersion: 0, forwarded: all, idleStop: idleStop)
        }
        guard let profile = catalogue.profiles.first(where: { $0.id == setup.offered }) else { return nil }
        var forwarded = all
        forwarded.formIntersection(SwitchSet(profile.bindings.filter { $0.behavior != .unassigned }.map(\.switchID)))
        let kind: SessionKind =
            if setup.offered == SwitchCatalogue.legacyGrid3ID {
                .legacyGrid3
            } else {
                profile.kind == .scanning ? .scanning : .mapped
            }
        return SessionPlan(
            kind: kind, pcProfileID: profile.id, pcProfileVersion: profile.version, forwarded: forwarded,
            idleStop: kind == .scanning ? nil : idleStop)
    }
}

extension SwitchPipeline.Output {
    fileprivate var isSending: Bool {
        if case .engine(.send) = self { true } else { false }
    }
}
