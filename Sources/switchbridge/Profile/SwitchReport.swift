// SPDX-License-Identifier: GPL-3.0-or-later
import Actions
import InputDevices
import PCProtocol
import Profiles
import Sentences
import SwitchCore

/// What one switch of a profile is and does. Of a text to type it says that there is one, never what it says.
struct SwitchReport {
    let value: ProfileSwitch
    let profile: Profile
    private let names = EvdevNames()

    init(value: ProfileSwitch, profile: Profile) {
        self.value = value
        self.profile = profile
    }

    /// One line.
    var line: String {
        let place = "\(value.id): \(value.name)"
        guard profile.decidesActions else { return "\(place) — \(inputWords)" }
        return "\(place) — \(inputWords) — \(actionWords)"
    }

    var actionWords: String {
        let actions = value.actions
        guard !actions.isEmpty else { return Sentence(.switchDoesNothing).description }
        let press = actions.press.map { Sentence(.switchPress, ["action": Self.name($0)]).description }
        let hold = actions.holds.isEmpty ? nil : holdWords
        return [press, hold].compactMap(\.self).joined(separator: "; ")
    }

    private var holdWords: String {
        let actions = value.actions
        let list = actions.holds.map(Self.name).joined(separator: ", ")
        let after = DurationText.write(actions.holdAfter)
        guard actions.holds.count > 1 else {
            return Sentence(.switchHold, ["actions": list, "after": after]).description
        }
        let step = DurationText.write(actions.holdStep)
        return Sentence(.switchHoldSteps, ["actions": list, "after": after, "step": step]).description
    }

    private var inputWords: String {
        value.inputs.map { input in
            let name = input.input.words(names)
            return profile.devices.count == 1 ? name : "\(name) on \(profile.devices[input.device].label)"
        }.joined(separator: " or ")
    }

    private static func name(_ action: SwitchAction) -> String {
        ActionCatalogue.action(named: action.id)?.name ?? ActionCatalogue.shownID(action.id)
    }

    var json: JSONValue {
        let timing = value.timing
        return .object([
            "id": .integer(Int64(value.id.number)), "name": .string(value.name),
            "inputs": .array(value.inputs.map { .string($0.input.words(names)) }),
            "devices": .array(value.inputs.map { .string(profile.devices[$0.device].label) }),
            "manner": .string(value.manner.rawValue), "isStopSwitch": .bool(profile.safety.stopSwitch == value.id),
            "press": value.actions.press.map { .string(ActionCatalogue.shownID($0.id)) } ?? .null,
            "hold": .array(value.actions.holds.map { .string(ActionCatalogue.shownID($0.id)) }),
            "holdAfter": .integer(value.actions.holdAfter.milliseconds),
            "holdStep": .integer(value.actions.holdStep.milliseconds),
            "debounce": .integer(timing.debounce.milliseconds),
            "minimumRelease": .integer(timing.minimumRelease.milliseconds),
            "holdToAccept": .integer(timing.holdToAccept.milliseconds),
            "ignoreRepeat": .integer(timing.ignoreRepeat.milliseconds),
        ])
    }
}

extension ProfileChange {
    /// How a command says what it did: the profile as it is now.
    func json(event: String) -> JSONValue { .object(Self.members(event, found, edit.profile)) }

    static func members(_ event: String, _ found: FoundProfile, _ profile: Profile) -> [String: JSONValue] {
        let reports = profile.switches.map { SwitchReport(value: $0, profile: profile) }
        return [
            "event": .string(event), "profile": .string(found.name), "path": .string(found.path),
            "decides": .string(profile.decidesActions ? "profile" : "pc"),
            "switches": .array(reports.map(\.json)),
        ]
    }
}
