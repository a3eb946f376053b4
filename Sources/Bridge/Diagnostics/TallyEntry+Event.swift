// SPDX-License-Identifier: GPL-3.0-or-later
import PCLink
import PCProtocol
import SwitchCore

extension TallyEntry {
    /// Nil of what is of no use later. The time is not set yet.
    init?(_ event: BridgeEvent) {
        switch event {
        case .notice(let notice): self.init(notice)
        case .connection(let event): self.init(event)
        case .meanings(let meanings): self.init(meanings == nil ? "choosePCProfile" : "meanings")
        case .changedPC(_, let mayStillBeHeld):
            self.init("changedPC", detail: mayStillBeHeld ? "mayStillBeHeld" : nil)
        case .changedProfile: self.init("changedProfile")
        case .devicesChanged: self.init("devices")
        // What a state goes to is told by the notices.
        case .stateChanged, .closed: return nil
        case .moved(let edge): self.init("edge", edge.switchID, detail: edge.state.rawValue)
        case .rejected(let id, let filter): self.init("rejected", id, detail: filter.rawValue)
        case .answered(let sent, let outcome, let time):
            self.init("answered", sent.switchID, detail: outcome.tallied)
            milliseconds = Int32(clamping: (time - sent.time).milliseconds)
        case .selected(_, let id): self.init("selected", id)
        case .lasting(let held): self.init("lasting", detail: held == .nothing ? "nothing" : "something")
        case .asked(let asked, let id): self.init("asked", id, detail: asked.rawValue)
        case .idleAct(let act, let id): self.init("idleAct", id, detail: act.rawValue)
        }
    }

    private init(_ event: String, _ id: SwitchID? = nil, detail: String? = nil) {
        self.init(unixMilliseconds: 0, event: event, switchID: id, detail: detail)
    }

    private init(_ notice: ForwardingNotice) {
        switch notice {
        case .starting: self.init("starting")
        case .startRefused(let refusal): self.init("startRefused", detail: refusal.tallied)
        case .started: self.init("started")
        case .idleStopSoon: self.init("idleStopSoon")
        case .actionRefused(let step, let code):
            self.init("actionRefused", step.switchID, detail: ErrorCode(code).tallied)
        case .actionTooLate(let step): self.init("actionTooLate", step.switchID)
        case .mayHaveBeenTyped: self.init("mayHaveBeenTyped")
        case .stopping(let reason): self.init("stopping", reason.switchID, detail: reason.id)
        case .stopped(let stop):
            self.init(
                stop.mayStillBeHeld ? "stoppedMayBeHeld" : "stopped", stop.reason.switchID, detail: stop.reason.id)
        case .stoppedAlready(let stop): self.init("stoppedAlready", detail: stop.reason.id)
        case .releaseConfirmed: self.init("releaseConfirmed")
        }
    }

    private init?(_ event: ConnectionEvent) {
        switch event {
        case .connected: self.init("connected")
        case .report(let report): self.init(report)
        case .lost(_, let retries): self.init("lost", detail: retries ? "retries" : nil)
        case .sessionNotRecorded: self.init("notSaved", detail: "session")
        case .stateProblem: self.init("notSaved")
        }
    }

    private init?(_ report: ClientReport) {
        switch report {
        case .pairingNeeded: self.init("pairingNeeded")
        case .pairingCode: self.init("pairingCode")
        case .pairingFailed: self.init("pairingFailed")
        case .paired: self.init("paired")
        case .recovered(let proven): self.init("recovered", detail: proven ? "proven" : nil)
        case .ready: self.init("ready")
        case .failed(let failure): self.init("failed", detail: failure.tallied)
        case .commandsInDoubt: self.init("commandsInDoubt")
        case .authenticated, .answered, .pinged: return nil
        }
    }
}

extension Outgoing {
    fileprivate var switchID: SwitchID? {
        switch self {
        case .edge(let edge): edge.switchID
        case .action(let step): step.switchID
        }
    }
}

extension StopReason {
    fileprivate var switchID: SwitchID? {
        if case .heldToStop(let id) = self { id } else { nil }
    }
}

extension RequestOutcome {
    fileprivate var tallied: String {
        switch self {
        case .acknowledged: "acknowledged"
        case .refused(let code): ErrorCode(code).tallied
        case .timedOut: "notAnswered"
        }
    }
}

extension ErrorCode {
    /// A code that is not in the protocol is in the PC's own words.
    package var tallied: String {
        if case .other = self { "refused" } else { text }
    }
}

extension StartRefusal {
    fileprivate var tallied: String {
        switch self {
        case .alreadyForwarding: "alreadyForwarding"
        case .stillStopping: "stillStopping"
        case .machineRests: "machineRests"
        case .notConnected: "notConnected"
        case .notReady: "notReady"
        case .nothingToForward: "nothingToForward"
        }
    }
}

extension ClientFailure {
    fileprivate var tallied: String {
        switch self {
        case .accessVoid: "accessVoid"
        case .clocksApart: "clocksApart"
        case .setUpFailed: "setUpFailed"
        case .catalogueUnusable: "catalogueUnusable"
        case .noAnswer: "noAnswer"
        case .linkTooNarrow: "linkTooNarrow"
        }
    }
}
