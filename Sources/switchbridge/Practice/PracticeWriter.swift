// SPDX-License-Identifier: GPL-3.0-or-later
import Actions
import PCProtocol
import Profiles
import Sentences
import SwitchCore

/// How lines of practice are written.
struct PracticeWriter {
    let profile: Profile
    /// Times are counted from here.
    let start: Instant

    /// Nil of what is no news in words: where the profile decides, the actions say it all.
    func sentence(_ line: PracticeLine) -> Sentence? {
        switch line {
        case .edge(let edge):
            guard !profile.decidesActions else { return nil }
            return Sentence(
                edge.state == .down ? .practiceDown : .practiceUp, ["switch": name(edge.switchID), "at": at(edge.time)])
        case .pressed(let press): return press.sentence(name(press.switchID))
        case .output(let output): return sentence(output)
        case .advice(let id, let advice): return advice.sentence(name(id))
        case .stop(.heldToStop(let id), let time):
            // Where the PC scans, holding has a meaning of its own for longer.
            let scanning = profile.safety.scanningHoldToStop
            let isSame = profile.decidesActions || scanning == profile.safety.holdToStop
            return Sentence(
                isSame ? .practiceHeldToStop : .practiceHeldToStopScanning,
                ["switch": name(id), "at": at(time), "scanning": DurationText.write(scanning)])
        case .stop(.devicesChanged(let device), let time):
            return Sentence(.practiceMeaningChanged, ["device": device, "at": at(time)])
        case .stop(_, let time): return Sentence(.practiceStopped, ["at": at(time)])
        }
    }

    func json(_ line: PracticeLine) -> JSONValue {
        var members = fields(line)
        if let sentence = sentence(line) { members["text"] = .string(sentence.description) }
        return .object(members)
    }

    // MARK: Words

    private func sentence(_ output: PressMachine.Output) -> Sentence {
        switch output {
        case .step(let step):
            let id: SentenceID =
                switch step.phase {
                case .perform: .practiceAction
                case .begin: .practiceActionBegins
                case .end: .practiceActionEnds
                }
            let name = step.switchID.map(name) ?? ""
            return Sentence(id, ["switch": name, "action": step.action.name, "at": at(step.time)])
        case .selected(let action, let id, let time):
            return Sentence(.practiceSelected, ["switch": name(id), "action": action.name, "at": at(time)])
        case .asked(let asked, let id, let time):
            return Sentence(
                .practiceAction, ["switch": name(id), "action": asked.known?.name ?? asked.rawValue, "at": at(time)])
        }
    }

    private func name(_ id: SwitchID) -> String { profile.switches.first { $0.id == id }?.name ?? "\(id)" }

    /// Such as `12.345`, in seconds.
    private func at(_ time: Instant) -> String {
        let milliseconds = max(0, (time - start).milliseconds)
        let rest = String(milliseconds % 1000)
        return "\(milliseconds / 1000).\(String(repeating: "0", count: 3 - rest.count))\(rest)"
    }

    // MARK: JSON

    private func fields(_ line: PracticeLine) -> [String: JSONValue] {
        switch line {
        case .edge(let edge):
            members("edge", edge.switchID, edge.time, ["state": .string(edge.state.rawValue)])
        case .pressed(let press): members("pressed", press.switchID, press.down, press.fields)
        case .output(.step(let step)):
            members(
                "action", step.switchID, step.time,
                ["phase": .string(step.phase.rawValue)].merging(fields(step.action)) { $1 })
        case .output(.selected(let action, let id, let time)): members("selected", id, time, fields(action))
        case .output(.asked(let asked, let id, let time)):
            members("asked", id, time, ["id": .string(asked.known?.id ?? asked.rawValue)])
        case .advice(let id, let advice):
            members(
                "advice", id, nil,
                [
                    "filter": .string(advice.filter.profileKey), "seenMilliseconds": .integer(advice.seen.milliseconds),
                    "proposedMilliseconds": .integer(advice.proposed.milliseconds),
                ])
        case .stop(let reason, let time): members("stop", nil, time, ["reason": .string(reason.id)])
        }
    }

    private func fields(_ action: SwitchAction) -> [String: JSONValue] {
        ["id": .string(action.shownID), "name": .string(action.name)]
    }

    private func members(
        _ event: String, _ id: SwitchID?, _ time: Instant?, _ others: [String: JSONValue]
    ) -> [String: JSONValue] {
        var members = others
        members["event"] = .string(event)
        if let id { members["switch"] = .int(id.number) }
        if let time { members["nanoseconds"] = .integer(time.nanoseconds) }
        return members
    }
}

extension BridgeAction {
    /// What the catalogue knows of it.
    fileprivate var known: CatalogueAction? { ActionCatalogue.all.first { $0.action.effect == .bridge(self) } }
}
