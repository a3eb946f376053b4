// SPDX-License-Identifier: GPL-3.0-or-later
package import SwitchCore

/// The switch session that the PC has been asked for.
struct ClientSession: Hashable, Sendable {
    let id: SessionID
    let plan: SessionPlan
    /// The sequence of the last message sent; the first after the start has 1.
    var sequence = 0
    /// A stop was asked for and waits for a message that it must not overtake.
    var stopWaits = false
    /// Such a message was never answered: only the end of the link settles it.
    var isUnsettled = false

    mutating func nextStep() -> Command.SessionStep {
        sequence += 1
        return Command.SessionStep(sessionID: id, sequence: sequence)
    }
}

extension ClientMachine {
    // MARK: Switch sessions

    /// Sends what the engine asks for. Answers come as `.report(.answered)`, exactly one for each request, except that a
    /// stop drops the questions before it.
    /// - Parameter newSessionID: a fresh UUID, used by `.start` only.
    package mutating func sessionRequested(
        _ request: SessionRequest, newSessionID: @autoclosure () -> SessionID, now: ClockReading
    ) -> [ClientAction] {
        guard case .ready = state else { return [.report(.answered(request, .refused(code: "not_ready")))] }
        switch request {
        case .start(let plan):
            let started = ClientSession(id: newSessionID(), plan: plan)
            session = started
            return [.recordSession(UnfinishedSession(sessionID: started.id, kind: plan.kind))]
                + send(request, now: now)
        case .edge, .sync:
            return send(request, now: now)
        case .stop:
            return stopRequested(now: now)
        }
    }

    /// Goes ahead of everything that has not left in whole. What has left comes first or is refused: the session is over,
    /// or its number is too low.
    private mutating func stopRequested(now: ClockReading) -> [ClientAction] {
        let everythingLeft = outbox.isEmpty
        outbox.clear()
        exchange.forget { [self] in !everythingLeft || !mustNotBeOvertaken($0) }
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
    private func mustNotBeOvertaken(_ question: Question) -> Bool {
        guard case .session(let request) = question, let kind = session?.plan.kind else { return false }
        switch request {
        case .start: return kind != .legacyGrid3
        case .edge(_, .down): return kind == .legacyGrid3 && !gridSyncIsSupported
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
        let commands = commands(for: request)
        guard !commands.isEmpty else { return sessionAnswered(request, .acknowledged, now: now) }
        var actions: [ClientAction] = []
        for command in commands where actions.isEmpty {
            actions += ask(command, as: .session(request), within: Self.answerDeadline(of: request), now: now)
        }
        return actions
    }

    private static func answerDeadline(of request: SessionRequest) -> Duration {
        switch request {
        case .edge, .sync: edgeAnswerDeadline
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
        if outcome == .timedOut, mustNotBeOvertaken(.session(request)) { session?.isUnsettled = true }
        if current.stopWaits, request != .stop { return sendStop(now: now) }
        let answered = ClientAction.report(.answered(request, outcome))
        guard request == .stop else { return [answered] }
        session = nil
        switch outcome {
        case .acknowledged:
            return [.clearSession, answered]
        case .refused:
            let left = UnfinishedSession(sessionID: current.id, kind: current.plan.kind, releaseRefused: true)
            return [.recordSession(left), answered]
        case .timedOut:
            return [answered]
        }
    }

    /// A refused message is not executed and its sequence stays free (protocol note §7). Only a scanning session minds a
    /// gap, and there nothing else can have been sent meanwhile.
    private mutating func takeBackSequence(of request: SessionRequest, after outcome: RequestOutcome) {
        // A start has no number.
        if case .start = request { return }
        guard case .refused = outcome, session?.plan.kind == .scanning else { return }
        session?.sequence -= 1
    }

    // MARK: Requests as commands

    private mutating func commands(for request: SessionRequest) -> [Command] {
        guard var current = session else { return [] }
        defer { session = current }
        switch current.plan.kind {
        case .mapped, .scanning: return [sessionCommand(for: request, in: &current)]
        case .legacyGrid3:
            return gridSyncIsSupported
                ? gridCommands(for: request, in: &current) : plainGridCommands(for: request, in: current)
        }
    }

    private func sessionCommand(for request: SessionRequest, in current: inout ClientSession) -> Command {
        switch request {
        case .start(let plan):
            .startSession(
                Command.SessionStart(
                    sessionID: current.id, profileID: plan.pcProfileID, profileVersion: plan.pcProfileVersion,
                    switchCount: plan.switchCount))
        case .edge(let id, let state): .edge(Command.SwitchEdge(current.nextStep(), id, state))
        case .sync(let pressed): .sync(Command.SwitchSync(current.nextStep(), pressed: pressed))
        case .stop: .stopSession(current.nextStep())
        }
    }

    /// `grid.switch.sync` is start, repair and stop in one: it names everything that is down.
    private func gridCommands(for request: SessionRequest, in current: inout ClientSession) -> [Command] {
        switch request {
        case .start: []
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
        }
    }
}
