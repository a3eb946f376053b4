// SPDX-License-Identifier: GPL-3.0-or-later
package import SwitchCore

/// The switch session that the PC has been asked for.
struct ClientSession: Hashable, Sendable {
    let id: String
    let plan: SessionPlan
    /// The sequence of the last message sent; the first after the start has 1.
    var sequence = 0

    mutating func nextSequence() -> Int {
        sequence += 1
        return sequence
    }
}

extension ClientMachine {
    // MARK: Switch sessions

    /// Sends what the engine asks for. Answers come as `.report(.answered)`, exactly one for each request, except that a
    /// stop drops the questions before it.
    /// - Parameter newSessionID: a fresh UUID, used by `.start` only.
    package mutating func sessionRequested(
        _ request: SessionRequest, newSessionID: @autoclosure () -> String, now: ClockReading
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
            exchange.forget()
            outbox.clear()
            return send(request, now: now)
        }
    }

    private mutating func send(_ request: SessionRequest, now: ClockReading) -> [ClientAction] {
        let commands = commands(for: request)
        guard !commands.isEmpty else { return sessionAnswered(request, .acknowledged) }
        return commands.flatMap {
            ask($0, as: .session(request), within: Self.answerDeadline(of: request), now: now)
        }
    }

    private static func answerDeadline(of request: SessionRequest) -> Duration {
        switch request {
        case .edge, .sync: edgeAnswerDeadline
        case .start, .stop: commandAnswerDeadline
        }
    }

    mutating func sessionAnswered(_ request: SessionRequest, _ outcome: RequestOutcome) -> [ClientAction] {
        guard let current = session else { return [] }
        if outcome == .acknowledged {
            guard !exchange.awaits(.session(request)) else { return [] }
        } else {
            // The answers to its other commands change nothing any more.
            exchange.forget(.session(request))
            takeBackSequence(after: outcome)
        }
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
    private mutating func takeBackSequence(after outcome: RequestOutcome) {
        guard case .refused = outcome, session?.plan.kind == .scanning else { return }
        session?.sequence -= 1
    }

    // MARK: Requests as commands

    private mutating func commands(for request: SessionRequest) -> [Command] {
        guard let session else { return [] }
        switch session.plan.kind {
        case .mapped, .scanning: return [sessionCommand(for: request, in: session)]
        case .legacyGrid3:
            return gridSyncIsSupported
                ? gridCommands(for: request, in: session) : plainGridCommands(for: request, in: session)
        }
    }

    private mutating func sessionCommand(for request: SessionRequest, in current: ClientSession) -> Command {
        switch request {
        case .start(let plan):
            .switchSessionStart(
                sessionID: current.id, profileID: plan.pcProfileID, profileVersion: plan.pcProfileVersion,
                switchCount: plan.switchCount)
        case .edge(let id, let state):
            .switchEdge(sessionID: current.id, sequence: nextSequence(), switchID: id, state: state)
        case .sync(let pressed):
            .switchSync(sessionID: current.id, sequence: nextSequence(), pressed: pressed)
        case .stop:
            .switchSessionStop(sessionID: current.id, sequence: nextSequence())
        }
    }

    /// `grid.switch.sync` is start, repair and stop in one: it names everything that is down.
    private mutating func gridCommands(for request: SessionRequest, in current: ClientSession) -> [Command] {
        switch request {
        case .start: []
        case .edge(let id, let state):
            [.gridSwitchSet(switchID: id, state: state, session: .init(id: current.id, sequence: nextSequence()))]
        case .sync(let pressed):
            [.gridSwitchSync(sessionID: current.id, sequence: nextSequence(), pressed: pressed)]
        case .stop:
            [.gridSwitchSync(sessionID: current.id, sequence: nextSequence(), pressed: [])]
        }
    }

    /// Without it every switch is released on its own, and a ping stands in for the sync: the PC is still asked whether
    /// it is there.
    private func plainGridCommands(for request: SessionRequest, in current: ClientSession) -> [Command] {
        switch request {
        case .start, .stop:
            current.plan.forwarded.map { .gridSwitchSet(switchID: $0, state: .up, session: nil) }
        case .edge(let id, let state):
            [.gridSwitchSet(switchID: id, state: state, session: nil)]
        case .sync:
            [.ping(deviceName: nil)]
        }
    }

    private mutating func nextSequence() -> Int { session?.nextSequence() ?? 0 }
}
