// SPDX-License-Identifier: GPL-3.0-or-later
import Actions
import PCProtocol
import SeededRandom
import SwitchCore

/// The shell of the box: performs what its machines decide, in the order in which the program does.
extension SimulatedWorld {
    var clock: ClockReading {
        ClockReading(instant: now, unixMilliseconds: 1_724_000_000_000 + now.nanoseconds / 1_000_000)
    }

    func boxTimersFired() {
        box.hangsUntil = nil
        if let due = box.client.deadline, due <= now { perform(box.client.timerFired(now: clock)) }
        if let due = box.capture.deadline, due <= now { perform(box.capture.timerFired(now)) }
        if let due = box.pipeline.deadline, due <= now { feed(.timer) }
    }

    func happenAtBox(_ happening: Happening) {
        switch happening {
        case .events(let events, let id): feed(.events(events, id))
        case .eventsLost(let id, let difference): feed(.eventsLost(id, difference))
        case .unplugged(let id): unplugged(id)
        case .plugged:
            isPlugged = true
            attachDevice()
        case .frameFromPC(let frame, let number):
            if link?.number == number { perform(box.client.frameArrived(frame, now: clock)) }
        case .linkLost(let number): if link?.number == number { linkEnded() }
        case .writable:
            box.writableIsPlanned = false
            pump()
        case .userStarts:
            startIsPlanned = false
            feed(.userStarted)
        case .userStops: feed(.stopRequested(.userStopped))
        case .contact, .linkUp, .frameToPC, .handled, .remoteLeft, .disaster, .kernelDropsEnd: break
        }
    }

    private func unplugged(_ id: DeviceID) {
        guard id == box.device else { return }
        perform(box.capture.nodeLost())
        box.isGrabbed = false
        feed(.detached(id))
    }

    // MARK: The pipeline

    func feed(_ input: SimulatedBox.Input) {
        box.pending.append(input)
        guard !box.isHandling else { return }
        box.isHandling = true
        let process = processes
        while !box.pending.isEmpty {
            let next = box.pending.removeFirst()
            for output in apply(next) {
                perform(output)
                // A crash in the middle: another process goes on, with nothing of this one's.
                guard process == processes else { return }
            }
        }
        box.isHandling = false
    }

    private func apply(_ input: SimulatedBox.Input) -> [SwitchPipeline.Output] {
        let wasIdle = box.isIdle
        defer { if wasIdle, !box.isIdle { watch.started(by: input, at: now, &tally) } }
        switch input {
        case .userStarted: return box.plan.map { box.pipeline.userStarted($0, at: now) } ?? []
        case .stopRequested(let reason): return box.pipeline.stopRequested(reason, at: now)
        case .events(let events, let id): return eventsArrived(events, from: id)
        case .eventsLost(let id, let difference):
            let outputs = box.pipeline.eventsLost(from: id, at: now)
            note(difference, from: id)
            return outputs + box.pipeline.eventsResynchronised(difference, from: id, at: now)
        case .detached(let id): return box.pipeline.deviceDetached(id, revoked: false, at: now)
        case .captureHeld: return box.pipeline.captureHeld(at: now)
        case .captureFailed(let failure): return box.pipeline.captureFailed(failure, at: now)
        case .answered(let request, let outcome):
            checkAnswer(request, outcome)
            box.runner.answered(request, outcome)
            return box.pipeline.requestAnswered(request, outcome, at: now)
        case .ready: box.pipeline.pcBecameReady(at: now)
        case .linkLost: return box.pipeline.linkLost(at: now)
        case .recovered(proven: true): return box.pipeline.releaseConfirmed(at: now)
        case .recovered(proven: false): box.pipeline.releaseUnproven(at: now)
        case .timer: return box.pipeline.timerFired(at: now)
        }
        return []
    }

    private func eventsArrived(_ events: [InputEvent], from id: DeviceID) -> [SwitchPipeline.Output] {
        if id == box.device {
            for event in events {
                guard let id = SwitchID(Int(event.code)) else { continue }
                oracle?.read(
                    id, event.value == 1 ? .down : .up, of: event.time, session: sessionNumber, at: now)
            }
        }
        let outputs = box.pipeline.eventsArrived(events, from: id, at: now)
        note(events, from: id)
        return outputs
    }

    private var sessionNumber: Int? {
        if case .active = box.pipeline.engine.state { tally.sessions } else { nil }
    }

    /// The reader's own pressed set, by which the capture waits.
    private func note(_ events: [InputEvent], from id: DeviceID) {
        guard id == box.device else { return }
        for event in events {
            if event.value == 1 { box.keysDown.insert(event.code) } else { box.keysDown.remove(event.code) }
        }
        perform(box.capture.downChanged(anythingDown: !box.keysDown.isEmpty, at: now))
    }

    private func perform(_ output: SwitchPipeline.Output) {
        guard case .engine(let action) = output else { return }
        trace("box: \(action)")
        watch.acted(action, engine: box.pipeline.engine, at: now, &tally)
        switch action {
        case .beginCapture:
            if isPlugged { perform(box.capture.captureRequested(at: now)) } else { feed(.captureFailed(.noDevice)) }
        case .endCapture: perform(box.capture.endRequested(at: now))
        case .send(let request):
            // A user who stops with a press still on its way.
            if request.isOneOfMany, random.happens(15) {
                agenda.add(.userStops, at: now + random.milliseconds(0...40))
            }
            send(request)
        case .cutLink: cutLink()
        case .announce: break
        }
    }

    private func send(_ request: SessionRequest) {
        let id = SessionID(random: (random.next(), random.next()))
        switch box.runner.wire(for: request) {
        case .commands(let commands, let mayHold):
            perform(
                box.client.sessionRequested(
                    request, commands: commands, mayHold: mayHold, newSessionID: id, now: clock))
        case .unsupported: feed(.answered(request, .refused(code: "unsupported_command")))
        }
    }

    // MARK: Capture

    private func perform(_ actions: [CaptureMachine.Action]) {
        for action in actions {
            switch action {
            case .grab:
                watch.expect(!box.isGrabbed, "grabbed twice")
                box.isGrabbed = true
                perform(box.capture.grabSucceeded())
            case .readState:
                // What the kernel knows and the reader has not read yet counts.
                perform(box.capture.stateReadAfterGrab(anythingDown: told.contains(.down)))
            case .ungrab: box.isGrabbed = false
            case .writeReleases: break
            case .reportHeld: feed(.captureHeld)
            case .reportStuckDown: feed(.captureFailed(.stuckDown(device: "box", inputs: [])))
            case .reportFailed(let failure): feed(.captureFailed(failure))
            case .reportEnded, .reportLost: break
            }
        }
    }

    // MARK: The client

    func perform(_ actions: [ClientAction]) {
        let process = processes
        for action in actions {
            if random.happens(setup.faults.crash) {
                tally.count("crash within")
                crash()
            }
            guard process == processes else { return }
            perform(action)
        }
        guard process == processes else { return }
        pump()
    }

    private func perform(_ action: ClientAction) {
        switch action {
        case .recordSession(let session):
            if random.happens(setup.faults.notRecorded) {
                tally.count("disk full")
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

    private func reported(_ report: ClientReport) {
        switch report {
        case .answered(let request, let outcome):
            trace("answer: \(request) \(outcome)")
            feed(.answered(request, outcome))
        case .recovered(let proven):
            trace("recovered, proven: \(proven)")
            watch.recovered(proven: proven, lastStop: box.lastStop)
            feed(.recovered(proven: proven))
        case .ready(let details):
            box.plan = plan(from: details.catalogue)
            box.runner.pcBecameReady(details)
            watch.ready(held: pc.held)
            feed(.ready)
        case .failed(let failure): tally.connectionFailures["\(failure)", default: 0] += 1
        case .pairingNeeded, .pairingCode, .pairingFailed, .paired, .authenticated, .pinged: break
        }
    }

    private func plan(from catalogue: SwitchCatalogue) -> SessionPlan? {
        guard setup.flavour != .actions else {
            return SessionPlan(
                kind: .actions, pcProfileID: "", pcProfileVersion: 0, forwarded: SwitchSet(setup.switches.map(\.id)),
                idleStop: setup.safety.idleStop)
        }
        guard let profile = catalogue.profiles.first(where: { $0.id == setup.offered }) else { return nil }
        let usable = SwitchSet(profile.bindings.filter { $0.behavior != .unassigned }.map(\.switchID))
        var forwarded = SwitchSet(setup.switches.map(\.id))
        forwarded.formIntersection(usable)
        let kind: SessionKind =
            if setup.offered == SwitchCatalogue.legacyGrid3ID {
                .legacyGrid3
            } else {
                profile.kind == .scanning ? .scanning : .mapped
            }
        return SessionPlan(
            kind: kind, pcProfileID: profile.id, pcProfileVersion: profile.version, forwarded: forwarded,
            idleStop: kind == .scanning ? nil : setup.safety.idleStop)
    }

    func pump() {
        guard let link else { return }
        while let frame = box.client.frameToSend {
            guard box.linkFreeAt <= now else {
                if !box.writableIsPlanned { agenda.add(.writable, at: box.linkFreeAt) }
                box.writableIsPlanned = true
                return
            }
            box.client.frameSent()
            if setup.faults.pace > 0 { box.linkFreeAt = now + random.milliseconds(0...setup.faults.pace) }
            agenda.add(.frameToPC(frame.bytes, link: link.number, sent: now), at: now + random.milliseconds(1...15))
        }
    }
}
