// SPDX-License-Identifier: GPL-3.0-or-later
import Actions
import EventLoop
import PCLink
import PCProtocol
import Sentences
import SwitchCore

/// Has a PC do some actions one after the other, each acknowledged before the next. What one of them holds is held until
/// the last is done, and let go of whatever happens.
final class SendRun {
    private enum State: Hashable {
        /// → `sending`.
        case waiting
        /// This action is out and not yet answered. → `sending`, `lettingGo`.
        case sending(Int)
        /// The stop with the releases is out; then the run ends with this. → nothing.
        case lettingGo(ExitCode)
    }

    private let visit: PCVisit
    private let report: SendReport
    private let live: LiveRun
    private var actions: [CatalogueAction]
    private var ledger = HeldLedger()
    private var state = State.waiting

    init(_ visit: PCVisit, _ actions: [CatalogueAction], json: Bool) {
        self.visit = visit
        self.actions = actions
        live = visit.live
        report = SendReport(visit.live, json: json)
        visit.onReady = { [weak self] in self?.ready($0) }
        visit.onEvent = { [weak self] in self?.happened($0) ?? false }
    }

    // MARK: What happens

    private func ready(_ pc: PCDetails) {
        guard state == .waiting else { return }
        actions = actions.map { $0.fitted(to: pc) }
        let capabilities = pc.pointerProfile.capabilities
        if let unknown = actions.first(where: { !$0.isSupported(by: capabilities) }) {
            report.unsupported(unknown)
            return live.end(.code(.refused))
        }
        let plan = SessionPlan(
            kind: .actions, pcProfileID: "", pcProfileVersion: 0, forwarded: [], idleStop: nil)
        let mayHold = actions.reduce(into: HeldInputs.nothing) { $0.formUnion($1.mayHold) }
        visit.connection.request(.start(plan), mayHold: mayHold)
    }

    private func happened(_ event: ConnectionEvent) -> Bool {
        switch event {
        case .report(.answered(let request, let outcome)):
            answered(request, outcome)
            return true
        case .sessionNotRecorded(let problem):
            live.fail(.state(problem))
            return true
        case .lost:
            if case .sending(let index) = state { report.unanswered(actions[index]) }
            return false
        case .connected, .report, .stateProblem: return false
        }
    }

    private func answered(_ request: SessionRequest, _ outcome: RequestOutcome) {
        switch request {
        case .start:
            guard outcome == .acknowledged else { return live.fail(.noPC(Sentence(.finalNoAnswer))) }
            send(0)
        case .action(let step): answered(step, outcome)
        case .stop: letGo(outcome)
        case .edge, .sync: break
        }
    }

    private func answered(_ step: ActionStep, _ outcome: RequestOutcome) {
        guard case .sending(let index) = state else { return }
        ledger.answered(step.phase, of: actions[index], outcome)
        switch outcome {
        case .acknowledged:
            report.done(actions[index])
            send(index + 1)
        case .refused(let code):
            report.refused(actions[index], code: code)
            letGo(then: .refused)
        case .timedOut:
            // It is never sent again: a text might be typed twice (F40).
            report.unanswered(actions[index])
            letGo(then: .noPC)
        }
    }

    // MARK: What is done

    private func send(_ index: Int) {
        guard actions.indices.contains(index) else { return letGo(then: .done) }
        state = .sending(index)
        let action = actions[index]
        let phase: ActionStep.Phase = action.mayHold.isEmpty ? .perform : .begin
        let commands = ledger.commands(for: phase, of: action)
        visit.connection.request(
            .action(ActionStep(action.action, phase, by: nil, at: live.loop.now)), commands: commands)
    }

    private func letGo(then code: ExitCode) {
        state = .lettingGo(code)
        visit.connection.request(.stop, commands: ledger.held.releases)
    }

    private func letGo(_ outcome: RequestOutcome) {
        guard case .lettingGo(let code) = state else { return }
        switch outcome {
        case .acknowledged:
            live.end(.code(code))
        case .refused, .timedOut:
            report.mayStillBeHeld()
            live.end(.code(outcome == .timedOut ? .noPC : .refused))
        }
    }
}
