// SPDX-License-Identifier: GPL-3.0-or-later
package import SwitchCore

/// The switch session that the PC has been asked for.
struct ClientSession: Hashable, Sendable {
    let id: SessionID
    let plan: SessionPlan
    /// What its single commands can leave held.
    var mayHold = HeldInputs.nothing
    /// What makes the PC let go of what they hold, as said with the stop.
    var releases: [Command] = []
    /// The sequence of the last message sent; the first after the start has 1.
    var sequence = 0
    /// A stop was asked for and waits for a message that it must not overtake.
    var stopWaits = false
    /// The PC refused a release of it before its stop.
    var releaseRefused = false
    /// Such a message was never answered: only the end of the link settles it.
    var isUnsettled = false

    mutating func nextStep() -> Command.SessionStep {
        sequence += 1
        return Command.SessionStep(sessionID: id, sequence: sequence)
    }

    var unfinished: UnfinishedSession {
        UnfinishedSession(sessionID: id, kind: plan.kind, releaseRefused: releaseRefused, held: mayHold)
    }
}

extension ClientMachine {
    // MARK: Switch sessions

    /// Sends what the engine asks for. Answers come as `.report(.answered)`, exactly one for each request, except that a
    /// stop drops the questions before it.
    /// - Parameters:
    ///   - commands: where this box decides, what the action or the stop is on the wire; none is acknowledged at once.
    ///   - mayHold: with a start, all that its commands can leave held: it is on disk before the first of them, so that
    ///     no press waits for the disk.
    ///   - newSessionID: a fresh UUID, used by `.start` only.
    package mutating func sessionRequested(
        _ request: SessionRequest, commands: [Command] = [], mayHold: HeldInputs = .nothing,
        newSessionID: @autoclosure () -> SessionID, now: ClockReading
    ) -> [ClientAction] {
        guard case .ready = state else { return [.report(.answered(request, .refused(code: "not_ready")))] }
        switch request {
        case .start(let plan):
            // What is still said of a session before, which nobody ended, is not said of this one.
            exchange.forget { question, _ in question.isOfSession }
            var started = ClientSession(id: newSessionID(), plan: plan, mayHold: mayHold)
            started.mayHold.formUnion(inDoubt)
            session = started
            return [.recordSession(started.unfinished)] + send(request, now: now)
        case .edge, .sync:
            return send(request, now: now)
        case .action:
            // One that is not on disk is not begun, and nothing may be held by it.
            guard session != nil else { return [.report(.answered(request, .refused(code: "no_session")))] }
            return send(request, commands, now: now)
        case .stop:
            session?.releases = commands
            return stopRequested(now: now)
        }
    }

    /// Goes ahead of everything that has not left in whole. What has left comes first or is refused: the session is over,
    /// or its number is too low.
    private mutating func stopRequested(now: ClockReading) -> [ClientAction] {
        let (outbox, kind) = (outbox, session?.plan.kind)
        self.outbox.clear()
        exchange.forget { [gridSyncIsSupported] question, id in
            !outbox.hasLeft(id) || !Self.mustNotBeOvertaken(question, in: kind, gridSyncIsSupported)
        }
        guard session != nil else { return [.report(.answered(.stop, .acknowledged))] }
        guard exchange.isEmpty else {
            session?.stopWaits = true
            return []
        }
        return sendStop(now: now)
    }

    private mutating func sendStop(now: ClockReading) -> [ClientAction] {
        session?.stopWaits = false
        if session?.isUnsettled == true { return sessionAnswered(.stop, .timedOut, now: now) }
        return send(.stop, now: now)
    }

    /// Nothing orders these and a stop at the PC: handled after it, the one begins a session that nobody ends, the other
    /// presses what nobody lets go of.
    private static func mustNotBeOvertaken(
        _ question: Question, in kind: SessionKind?, _ gridSyncIsSupported: Bool
    ) -> Bool {
        guard case .session(let request) = question, let kind else { return false }
        switch request {
        case .start: return kind != .legacyGrid3
        case .edge(_, .down): return kind == .legacyGrid3 && !gridSyncIsSupported
        case .action(let step): return step.phase == .begin
        case .edge(_, .up), .sync, .stop: return false
        }
    }

    /// `.recordSession` could not be carried out: the PC must not hear of the session. Where there is none, what could not
    /// be noted is a doubt about an old one, and nothing is held back for it.
    package mutating func sessionNotRecorded() {
        guard session != nil else { return }
        exchange.forget()
        outbox.clear()
        session = nil
    }

    private mutating func send(_ request: SessionRequest, now: ClockReading) -> [ClientAction] {
        send(request, commands(for: request), now: now)
    }

    private mutating func send(_ request: SessionRequest, _ commands: [Command], now: ClockReading) -> [ClientAction] {
        guard !commands.isEmpty else { return sessionAnswered(request, .acknowledged, now: now) }
        var actions: [ClientAction] = []
        for command in commands where actions.isEmpty {
            actions += ask(command, as: .session(request), within: Self.answerDeadline(of: request, command), now: now)
        }
        return actions
    }

    private static func answerDeadline(of request: SessionRequest, _ command: Command) -> Duration {
        switch request {
        case .edge, .sync: edgeAnswerDeadline
        // A press is a press, however it is sent; only typing takes a PC its time.
        case .action: command.type == .typeText ? commandAnswerDeadline : edgeAnswerDeadline
        case .start, .stop: commandAnswerDeadline
        }
    }

    mutating func sessionAnswered(_ request: SessionRequest, _ outcome: RequestOutcome, now: ClockReading)
        -> [ClientAction]
    {
        guard let current = session else { return [] }
        if outcome == .acknowledged {
            guard !exchange.awaits(.session(request)) else { return [] }
        } else {
            // The answers to its other commands change nothing any more.
            exchange.forget(.session(request))
            takeBackSequence(of: request, after: outcome)
        }
        if outcome == .timedOut,
            Self.mustNotBeOvertaken(.session(request), in: current.plan.kind, gridSyncIsSupported)
        {
            session?.isUnsettled = true
        }
        let record = recordRefusedRelease(request, outcome)
        if current.stopWaits, request != .stop { return record + sendStop(now: now) }
        let answered = ClientAction.report(.answered(request, outcome))
        guard request == .stop else { return record + [answered] }
        session = nil
        switch outcome {
        case .acknowledged:
            guard !inDoubt.isEmpty else { return [.clearSession, answered] }
            return [.recordSession(doubt(since: current.id)), answered] + askForDoubt(now: now)
        case .refused:
            var left = current.unfinished
            left.releaseRefused = true
            return [.recordSession(left), answered]
        case .timedOut:
            return [answered]
        }
    }

    /// Without sessions a start, a sync and a release all let go of switches. What the PC fails to let go of it may forget, and
    /// leaving it proves nothing any more (§7).
    private mutating func recordRefusedRelease(_ request: SessionRequest, _ outcome: RequestOutcome) -> [ClientAction] {
        guard case .refused = outcome, session?.plan.kind == .legacyGrid3, session?.releaseRefused == false else {
            return []
        }
        switch request {
        case .start, .sync, .edge(_, .up): session?.releaseRefused = true
        case .edge(_, .down), .action, .stop: return []
        }
        return session.map { [.recordSession($0.unfinished)] } ?? []
    }

    /// A refused message is not executed and its sequence stays free (protocol note §7). Only a scanning session minds a
    /// gap, and there nothing else can have been sent meanwhile.
    private mutating func takeBackSequence(of request: SessionRequest, after outcome: RequestOutcome) {
        guard case .refused = outcome, session?.plan.kind == .scanning else { return }
        switch request {
        case .edge, .sync, .stop:
            session?.sequence -= 1
        case .start, .action:
            // These have no number.
            break
        }
    }

    // MARK: Requests as commands

    private mutating func commands(for request: SessionRequest) -> [Command] {
        guard var current = session else { return [] }
        defer { session = current }
        switch current.plan.kind {
        case .mapped, .scanning: return sessionCommands(for: request, in: &current)
        case .legacyGrid3:
            return gridSyncIsSupported
                ? gridCommands(for: request, in: &current) : plainGridCommands(for: request, in: current)
        case .actions: return actionCommands(for: request, in: current)
        }
    }

    private func sessionCommands(for request: SessionRequest, in current: inout ClientSession) -> [Command] {
        switch request {
        case .start(let plan):
            [
                .startSession(
                    Command.SessionStart(
                        sessionID: current.id, profileID: plan.pcProfileID, profileVersion: plan.pcProfileVersion,
                        switchCount: plan.switchCount))
            ]
        case .edge(let id, let state): [.edge(Command.SwitchEdge(current.nextStep(), id, state))]
        case .sync(let pressed): [.sync(Command.SwitchSync(current.nextStep(), pressed: pressed))]
        case .stop: [.stopSession(current.nextStep())]
        case .action: []
        }
    }

    /// Nothing begins or ends on the PC, which is only asked whether it is there.
    private func actionCommands(for request: SessionRequest, in current: ClientSession) -> [Command] {
        switch request {
        case .sync: [.ping(deviceName: nil)]
        case .stop: current.releases
        case .start, .edge, .action: []
        }
    }

    /// `grid.switch.sync` is start, repair and stop in one: it names everything that is down.
    private func gridCommands(for request: SessionRequest, in current: inout ClientSession) -> [Command] {
        switch request {
        case .start, .action: []
        case .edge(let id, let state): [.setGridSwitch(id, state, current.nextStep())]
        case .sync(let pressed): [.syncGrid(Command.SwitchSync(current.nextStep(), pressed: pressed))]
        case .stop: [.syncGrid(Command.SwitchSync(current.nextStep(), pressed: []))]
        }
    }

    /// Without it every switch is released on its own, and a ping stands in for the sync: the PC is still asked whether
    /// it is there.
    private func plainGridCommands(for request: SessionRequest, in current: ClientSession) -> [Command] {
        switch request {
        case .start, .stop: current.plan.forwarded.map { .setGridSwitch($0, .up, nil) }
        case .edge(let id, let state): [.setGridSwitch(id, state, nil)]
        case .sync: [.ping(deviceName: nil)]
        case .action: []
        }
    }
}
