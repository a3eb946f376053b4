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
        /// This action is out and not yet answered. → `sending`, `lettingGo`, `over`.
        case sending(Int)
        /// The stop with the releases is out; then the run ends with this. → `over`.
        case lettingGo(ExitCode)
        case over
    }

    private let visit: PCVisit
    private let report: SendReport
    private let live: LiveRun
    private let actions: [CatalogueAction]
    private var runner: ActionRunner
    private var state = State.waiting {
        didSet { watchdog?.atStake = mayHold }
    }
    /// An output that its reader has stopped must not keep on the PC what is held there.
    private let watchdog: Watchdog?
    /// What follows once the PC has let go, where something else than the last action ended the run.
    private var afterStop: (() -> Void)?

    init(_ visit: PCVisit, _ actions: [CatalogueAction], _ watchdog: Watchdog?, json: Bool) {
        self.visit = visit
        self.watchdog = watchdog
        self.actions = actions
        runner = ActionRunner(actions)
        live = visit.live
        report = SendReport(visit.live, json: json)
        visit.onReady = { [weak self] in self?.ready($0) }
        visit.onEvent = { [weak self] in self?.happened($0) ?? false }
    }

    private var mayHold: Bool {
        switch state {
        case .sending, .lettingGo: true
        case .waiting, .over: false
        }
    }

    // MARK: What happens

    private func ready(_ pc: PCDetails) {
        guard state == .waiting else { return }
        runner.pcBecameReady(pc)
        if let unknown = actions.first(where: { !runner.supports($0) }) {
            report.unsupported(unknown)
            return live.end(.code(.refused))
        }
        let plan = SessionPlan(
            kind: .actions, pcProfileID: "", pcProfileVersion: 0, forwarded: [], idleStop: nil)
        stopBeforeLeaving()
        request(.start(plan))
    }

    private func request(_ request: SessionRequest) {
        guard case .commands(let commands, let mayHold) = runner.wire(for: request) else { return }
        visit.connection.request(request, commands: commands, mayHold: mayHold)
    }

    /// A run that is ended in the middle stops in order, so that the next one has nothing to make good.
    private func stopBeforeLeaving() {
        guard let leave = live.beforeEnd else { return }
        live.beforeEnd = { [weak self] closed in
            guard let self else { return leave(closed) }
            switch state {
            case .waiting, .over:
                leave(closed)
            case .sending:
                afterStop = { leave(closed) }
                letGo(then: .done)
            case .lettingGo:
                afterStop = { leave(closed) }
            }
        }
    }

    private func happened(_ event: ConnectionEvent) -> Bool {
        switch event {
        case .report(.answered(let request, let outcome)):
            runner.answered(request, outcome)
            answered(request, outcome)
            return true
        case .sessionNotRecorded(let problem):
            live.fail(.state(problem))
            return true
        case .lost:
            if case .sending(let index) = state { report.unanswered(actions[index]) }
            if !runner.held.isEmpty { report.mayStillBeHeld() }
            state = .over
            takeAfterStop()?()
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
        request(.action(ActionStep(action.action, phase, by: nil, at: live.loop.now)))
    }

    private func letGo(then code: ExitCode) {
        state = .lettingGo(code)
        request(.stop)
    }

    private func letGo(_ outcome: RequestOutcome) {
        guard case .lettingGo(let code) = state else { return }
        state = .over
        if outcome != .acknowledged { report.mayStillBeHeld() }
        if let afterStop = takeAfterStop() { return afterStop() }
        switch outcome {
        case .acknowledged: live.end(.code(code))
        case .refused: live.end(.code(.refused))
        case .timedOut: live.end(.code(.noPC))
        }
    }

    private func takeAfterStop() -> (() -> Void)? {
        defer { afterStop = nil }
        return afterStop
    }
}
