// SPDX-License-Identifier: GPL-3.0-or-later
import Actions
import Bridge
import EventLoop
import PCLink
import PCProtocol
import Sentences
import SwitchCore

/// One change as its user is told of it: a sentence for people, an object for programs. Neither holds a secret.
struct ForwardNews {
    /// The stable name of what happened.
    let event: String
    var fields: [String: JSONValue] = [:]
    /// Nil where a person sees it in the status instead.
    var sentence: Sentence?
    var style = TextStyle.plain
    var stay = Stay.lasting

    /// How long it is shown: what is private goes from the screen as soon as it has served (F39).
    enum Stay {
        case lasting
        /// Until something `ending` comes.
        case passing
        case ending
    }

    var json: JSONValue {
        var members = fields
        members["event"] = .string(event)
        if let sentence { members["text"] = .string(sentence.description) }
        return .object(members)
    }
}

extension ForwardNews {
    /// - Parameter verbose: also the engine's states, and what the PC answered to each press and release.
    init?(_ event: BridgeEvent, _ forwarder: Forwarder, verbose: Bool) {
        switch event {
        case .notice(let notice): self.init(notice, forwarder)
        case .connection(let event): self.init(event, forwarder.connection.linkParameters)
        case .meanings(let meanings): self.init(meanings, forwarder)
        case .changedPC(let left, let mayStillBeHeld): self.init(changedFrom: left, mayStillBeHeld: mayStillBeHeld)
        case .changedProfile(let profile):
            self.init(
                event: "changedProfile", fields: ["name": .string(profile.name)],
                sentence: Sentence(.forwardChangedProfile, ["name": profile.name]))
        case .devicesChanged: self.init(devicesOf: forwarder)
        case .stateChanged(let from, let event, let to):
            guard verbose else { return nil }
            self.init(
                event: "state", fields: ["from": .string(from), "cause": .string(event), "to": .string(to)],
                sentence: Sentence(.forwardState, ["from": from, "event": event, "to": to]), style: .faint)
        case .moved(let edge): self.init(event: "edge", fields: Self.fields(of: edge))
        case .rejected(let id, let filter):
            self.init(
                event: "rejected", fields: ["switch": .int(id.number), "filter": .string("\(filter)")])
        case .answered(.edge(let edge), let outcome, let time):
            guard verbose else { return nil }
            self.init(answered: edge, outcome, at: time, forwarder)
        case .answered(.action(let step), let outcome, let time):
            guard verbose else { return nil }
            self.init(answered: step, outcome, at: time)
        case .selected(let action, let id): self.init(selected: action, by: id, forwarder)
        case .lasting(let held):
            self.init(
                event: "lasting",
                fields: ["held": .array(held.names.map { .string($0) }), "text": .string(held.words ?? "")])
        case .asked, .idleAct, .closed: return nil
        }
    }

    // MARK: Forwarding

    private init(_ notice: ForwardingNotice, _ forwarder: Forwarder) {
        switch notice {
        case .starting:
            self.init(event: "starting", sentence: Sentence(.forwardStarting))
        case .startRefused(let refusal):
            self.init(
                event: "startRefused", fields: ["reason": .string("\(refusal)")], sentence: refusal.sentence,
                style: .warning)
        case .started:
            self.init(
                event: "started", fields: Self.switches(of: forwarder), sentence: Sentence(.forwardStarted),
                style: .good)
        case .idleStopSoon(let rest):
            self.init(
                event: "idleStopSoon", fields: ["seconds": .int(rest.components.seconds)],
                sentence: Sentence(.forwardIdleSoon, ["seconds": "\(rest.components.seconds)"]), style: .warning)
        case .actionRefused(let step, let code):
            self.init(refused: step.action, code: code)
        case .actionTooLate(let step):
            self.init(
                event: "actionTooLate", fields: ["action": .string(step.action.shownID)],
                sentence: Sentence(.forwardActionTooLate, ["action": step.action.name]), style: .warning)
        case .mayHaveBeenTyped(let action):
            self.init(
                event: "mayHaveBeenTyped", fields: ["action": .string(action.shownID)],
                sentence: Sentence(.sendMayBeTyped), style: .warning)
        case .stopping(let reason):
            self.init(event: "stopping", fields: ["reason": .string(reason.id)])
        case .stopped(let stop):
            self.init(stop, forwarder)
        case .stoppedAlready(let stop):
            let why = stop.reason.sentence(switchName: forwarder.name(of: stop.reason)).description
            self.init(
                event: "stoppedAlready", fields: ["reason": .string(stop.reason.id)],
                sentence: Sentence(.forwardStoppedAlready, ["why": why]), style: .warning)
        case .releaseConfirmed:
            self.init(event: "releaseConfirmed", sentence: Sentence(.forwardReleaseConfirmed), style: .good)
        }
    }

    private init(_ stop: Stop, _ forwarder: Forwarder) {
        self.init(
            event: "stopped",
            fields: ["reason": .string(stop.reason.id), "mayStillBeHeld": .bool(stop.mayStillBeHeld)],
            sentence: stop.reason.sentence(switchName: forwarder.name(of: stop.reason)),
            style: stop.reason == .userStopped ? .plain : .warning)
    }

    private init(answered edge: Edge, _ outcome: RequestOutcome, at time: Instant, _ forwarder: Forwarder) {
        var fields = Self.fields(of: edge)
        fields["answeredNanoseconds"] = .integer(time.nanoseconds)
        fields["outcome"] = .string(outcome.word)
        self.init(
            event: "answered", fields: fields,
            sentence: Sentence(
                .forwardAnswered,
                [
                    "switch": forwarder.name(of: edge.switchID), "state": edge.state.rawValue,
                    "outcome": outcome.word, "ms": RoundTrips.milliseconds(time - edge.time),
                ]), style: .faint)
    }

    // MARK: Actions

    private init(answered step: ActionStep, _ outcome: RequestOutcome, at time: Instant) {
        self.init(
            event: "answered",
            fields: [
                "action": .string(step.action.shownID), "phase": .string(step.phase.rawValue),
                "switch": step.switchID.map { .int($0.number) } ?? .null,
                "nanoseconds": .integer(step.time.nanoseconds), "answeredNanoseconds": .integer(time.nanoseconds),
                "outcome": .string(outcome.word),
            ],
            sentence: Sentence(
                .forwardActionAnswered,
                [
                    "action": step.action.name, "phase": step.phase.rawValue, "outcome": outcome.word,
                    "ms": RoundTrips.milliseconds(time - step.time),
                ]), style: .faint)
    }

    private init(selected action: SwitchAction, by id: SwitchID, _ forwarder: Forwarder) {
        self.init(
            event: "selected",
            fields: ["switch": .int(id.number), "action": .string(action.shownID)],
            sentence: Sentence(.forwardSelected, ["switch": forwarder.name(of: id), "action": action.name]))
    }

    private init(refused action: SwitchAction, code: String) {
        let isUnknown = code == ErrorCode.unsupportedCommand.text
        self.init(
            event: "actionRefused", fields: ["action": .string(action.shownID), "code": .string(code)],
            sentence: Sentence(
                isUnknown ? .forwardActionUnsupported : .forwardActionRefused, ["action": action.name, "code": code]),
            style: .warning)
    }

    private static func fields(of edge: Edge) -> [String: JSONValue] {
        [
            "switch": .int(edge.switchID.number), "state": .string(edge.state.rawValue),
            "nanoseconds": .integer(edge.time.nanoseconds),
        ]
    }

    // MARK: Devices and the PC's profile

    init(devicesOf forwarder: Forwarder) {
        let unusable = forwarder.source.unusableDevices
        self.init(
            event: "devices",
            fields: [
                "used": .array(forwarder.source.usableDevices.map { .string($0.name) }),
                "notUsed": .array(
                    unusable.map { .object(["label": .string($0.label), "text": .string($0.sentence.description)]) }),
            ])
    }

    private init(_ meanings: SwitchMeanings?, _ forwarder: Forwarder) {
        guard let meanings else {
            self.init(
                event: "choosePCProfile",
                fields: ["profiles": .array((forwarder.pc?.catalogue.profiles ?? []).map(Self.profile))],
                sentence: Sentence(.forwardChooseProfile), style: .warning)
            return
        }
        var fields = Self.switches(of: forwarder)
        guard let chosen = meanings.pcProfile else {
            self.init(event: "actions", fields: fields, sentence: Sentence(.forwardActionsDecided))
            return
        }
        fields["id"] = .string(chosen.id)
        fields["name"] = .string(chosen.name)
        self.init(
            event: "pcProfile", fields: fields, sentence: Sentence(.forwardProfileChosen, ["name": chosen.name]))
    }

    private static func profile(_ profile: PCProfile) -> JSONValue {
        .object([
            "id": .string(profile.id), "name": .string(profile.name), "kind": .string(profile.kind.rawValue),
        ])
    }

    private static func switches(of forwarder: Forwarder) -> [String: JSONValue] {
        let used = (forwarder.meanings?.used ?? []).map { used in
            JSONValue.object([
                "switch": .int(used.id.number), "name": .string(used.name), "label": .string(used.label),
            ])
        }
        let unused = (forwarder.meanings?.unused ?? []).map { JSONValue.string($0.name) }
        return ["switches": .array(used), "notUsed": .array(unused)]
    }

    // MARK: The PC

    init(lookingFor pc: SavedPC) {
        self.init(
            event: "looking", fields: ["pc": .string(pc.name), "id": .string(pc.desktopID)],
            sentence: Sentence(.pcLooking, ["pc": pc.name]))
    }

    private init(changedFrom left: PCStatus?, mayStillBeHeld: Bool) {
        let name = left?.displayName
        self.init(
            event: "changedPC",
            fields: ["from": name.map { .string($0) } ?? .null, "mayStillBeHeld": .bool(mayStillBeHeld)],
            sentence: mayStillBeHeld ? name.map { Sentence(.forwardHeldElsewhere, ["pc": $0]) } : nil, style: .warning)
    }

    private init?(_ event: ConnectionEvent, _ link: LinkParameters?) {
        switch event {
        case .connected(let status):
            self.init(
                event: "connected",
                fields: ["pc": .string(status.displayName), "platform": .string(status.platform.text)],
                sentence: Sentence(.forwardConnected, ["pc": status.displayName]))
            if let link { fields["intervalMicroseconds"] = .integer(link.interval.nanoseconds / 1000) }
        case .report(let report):
            self.init(report)
        case .lost(let failure, let retries):
            self.init(
                event: "lost", fields: ["retries": .bool(retries)], sentence: failure.sentence(retries: retries),
                style: .warning, stay: .ending)
        case .sessionNotRecorded(let problem), .stateProblem(let problem):
            self.init(event: "notSaved", sentence: problem.sentence, style: .bad)
        }
    }

    private init?(_ report: ClientReport) {
        switch report {
        case .pairingNeeded:
            self.init(event: "pairingNeeded", sentence: Sentence(.forwardPairingNeeded), style: .warning)
        case .pairingCode(let code):
            let digits = code.map(String.init).joined(separator: " ")
            self.init(
                event: "pairingCode", fields: ["code": .string(code)],
                sentence: Sentence(.forwardPairingCode, ["digits": digits]), style: .heading, stay: .passing)
        case .pairingFailed(let failure):
            self.init(event: "pairingFailed", sentence: failure.sentence, style: .bad, stay: .ending)
        case .paired:
            self.init(event: "paired", sentence: Sentence(.forwardPaired), style: .good, stay: .ending)
        case .recovered(let proven):
            self.init(
                event: "recovered", fields: ["proven": .bool(proven)],
                sentence: Sentence(proven ? .forwardRecovered : .forwardRecoveredUnproven), style: .warning)
        case .ready(let details):
            self.init(
                event: "ready", fields: ["profiles": .array(details.catalogue.profiles.map(Self.profile))])
        case .failed(let failure):
            self.init(
                event: "failed",
                sentence: failure.sentence(time: WallClock.time, isSynchronised: WallClock.isSynchronised),
                style: .bad)
        // What was recovered unproven was said.
        case .authenticated, .commandsInDoubt, .answered, .pinged:
            return nil
        }
    }
}

extension RequestOutcome {
    var word: String {
        switch self {
        case .acknowledged: "acknowledged"
        case .refused(let code): "refused (\(code))"
        case .timedOut: "not answered"
        }
    }
}

extension Forwarder {
    func name(of id: SwitchID) -> String { profile.switches.first { $0.id == id }?.name ?? "\(id)" }

    func name(of reason: StopReason) -> String? {
        guard case .heldToStop(let id) = reason else { return nil }
        return name(of: id)
    }
}
