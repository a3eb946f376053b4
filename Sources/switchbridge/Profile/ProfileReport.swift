// SPDX-License-Identifier: GPL-3.0-or-later
import Actions
import PCProtocol
import Profiles
import Sentences
import SwitchCore

/// What a good profile does, in words and as JSON.
struct ProfileReport {
    let profile: Profile
    let names: any InputNaming

    /// What the example has where a device's name belongs; it is no mistake, but it fits nothing.
    static let placeholderName = "Put the name of your box here"

    /// What its user should see to before this profile is of use.
    var remarks: [Sentence] {
        profile.devices.filter { $0.matches.contains { $0.name == Self.placeholderName } }
            .map { Sentence(.profilePlaceholder, ["label": $0.label]) }
    }

    var lines: [String] {
        var lines = ["\"\(profile.name)\""]
        lines += profile.switches.map(line)
        lines.append("The filters add \(delayWords).")
        lines += stopWords.map { "To stop, \($0)." }
        lines.append(
            "It stops by itself after \(DurationText.write(profile.safety.idleStop)) without a press"
                + (profile.decidesActions ? "." : ", except while the PC scans."))
        lines += IdleWords(profile: profile).lines
        if let id = profile.pcProfileID { lines.append("It asks the PC for the profile \(id).") }
        return lines
    }

    var json: JSONValue {
        .object([
            "name": .string(profile.name), "switches": .array(profile.switches.map(switchJSON)),
            "addedPressDelay": .integer(delay.press.milliseconds),
            "addedReleaseDelay": .integer(delay.release.milliseconds), "stops": .array(stops.map(stopJSON)),
            "idleStop": .integer(profile.safety.idleStop.milliseconds),
            "decidesActions": .bool(profile.decidesActions),
            "idle": IdleWords(profile: profile).json, "announce": IdleWords(profile: profile).announceJSON,
            "pcProfile": profile.pcProfileID.map { .string($0) } ?? .null,
            "remarks": .array(remarks.map { .string($0.description) }),
        ])
    }

    // MARK: Switches

    /// What it is and does.
    func line(_ found: ProfileSwitch) -> String {
        let inputs = found.inputs.map { inputWords($0) }.joined(separator: " or ")
        let isStop = found.id == profile.safety.stopSwitch ? ", only stops" : ""
        let manner =
            switch found.manner {
            case .ordinary: ""
            case .pulse: ", a pulse"
            case .latching: ", latching"
            }
        return (["Switch \(found.id) \"\(found.name)\": \(inputs)\(manner)\(isStop)"] + actionWords(found))
            .joined(separator: "; ")
    }

    /// The device is named where there are several.
    private func inputWords(_ input: ProfileSwitch.Input) -> String {
        let name = input.input.words(names)
        return profile.devices.count == 1 ? name : "\(name) on \(profile.devices[input.device].label)"
    }

    func switchJSON(_ found: ProfileSwitch) -> JSONValue {
        let inputs = found.inputs.map { input in
            JSONValue.object([
                "device": .string(profile.devices[input.device].label), "input": .string(input.input.words(names)),
            ])
        }
        return .object([
            "id": .int(found.id.number), "name": .string(found.name), "inputs": .array(inputs),
            "manner": .string(found.manner.rawValue), "press": found.actions.press.map(actionJSON) ?? .null,
            "holds": .array(found.actions.holds.map(actionJSON)),
            "holdAfter": .integer(found.actions.holdAfter.milliseconds),
            "holdStep": .integer(found.actions.holdStep.milliseconds),
            "maximumHold": found.timing.maximumHold > .zero
                ? .integer(found.timing.maximumHold.milliseconds) : .null,
            "debounce": .integer(found.timing.debounce.milliseconds),
            "minimumRelease": .integer(found.timing.minimumRelease.milliseconds),
            "holdToAccept": .integer(found.timing.holdToAccept.milliseconds),
            "ignoreRepeat": .integer(found.timing.ignoreRepeat.milliseconds),
        ])
    }

    // MARK: Actions

    /// Such as "press: Click", "hold after 1s: Right click, then at 2s: Double click".
    private func actionWords(_ found: ProfileSwitch) -> [String] {
        let actions = found.actions
        let holds = actions.holds.enumerated().map { place, action in
            let time = DurationText.write(actions.holdAfter + actions.holdStep * place)
            return (place == 0 ? "hold after \(time): " : "then at \(time): ") + action.name
        }
        let nothing = profile.decidesActions && actions.isEmpty && found.id != profile.safety.stopSwitch
        return [
            found.timing.maximumHold > .zero
                ? "let go of after \(DurationText.write(found.timing.maximumHold))" : nil,
            nothing ? "does nothing" : nil, actions.press.map { "press: \($0.name)" },
            holds.isEmpty ? nil : holds.joined(separator: ", "), filterWords(found.timing),
        ].compactMap(\.self)
    }

    /// What keeps presses back, by the names that `map` has for it; nil where that is as usual.
    private func filterWords(_ timing: FilterSettings) -> String? {
        let usual = FilterSettings()
        let times = [
            ("debounce", timing.debounce, usual.debounce),
            ("minimum-release", timing.minimumRelease, usual.minimumRelease),
            ("hold-to-accept", timing.holdToAccept, usual.holdToAccept),
            ("ignore-repeat", timing.ignoreRepeat, usual.ignoreRepeat),
        ].filter { $0.1 != $0.2 }
        return times.isEmpty ? nil : times.map { "\($0.0) \(DurationText.write($0.1))" }.joined(separator: ", ")
    }

    private func actionJSON(_ action: SwitchAction) -> JSONValue {
        .object(["id": .string(action.shownID), "name": .string(action.name)])
    }

    // MARK: Delay and stops

    private var delay: (press: Duration, release: Duration) { SwitchFilters(profile.switches).addedDelay }

    private var delayWords: String {
        "\(delay.press.milliseconds) ms to a press and \(delay.release.milliseconds) ms to a release"
    }

    private var stops: [ReachableStop] { stopsWithinReach(of: profile) }

    private func name(_ id: SwitchID) -> String {
        profile.switches.first { $0.id == id }.map { "\"\($0.name)\"" } ?? "\(id)"
    }

    /// One sentence for each way, since all switches share its times.
    var stopWords: [String] {
        var held: [String] = []
        var pressed: [String] = []
        var immediate: [String] = []
        for stop in stops {
            switch stop {
            case .hold(let id): held.append(name(id))
            case .presses(let id, _): pressed.append(name(id))
            case .stopSwitch(let id): immediate.append(name(id))
            }
        }
        let safety = profile.safety
        let hold = DurationText.write(safety.holdToStop)
        let scanning = DurationText.write(safety.scanningHoldToStop)
        let presses = safety.pressesToStop.map { "\($0.count) times within \(DurationText.write($0.within))" } ?? ""
        return [
            immediate.isEmpty ? nil : "press \(Self.choice(immediate))",
            held.isEmpty
                ? nil
                : "hold \(Self.choice(held)) for \(hold)"
                    + (profile.decidesActions ? "" : ", or for \(scanning) while the PC scans"),
            pressed.isEmpty ? nil : "press \(Self.choice(pressed)) \(presses)",
        ].compactMap(\.self)
    }

    private static func choice(_ names: [String]) -> String {
        names.count < 2 ? names.joined() : names.dropLast().joined(separator: ", ") + " or " + names[names.count - 1]
    }

    private func stopJSON(_ stop: ReachableStop) -> JSONValue {
        switch stop {
        case .hold(let id):
            .object([
                "how": .string("hold"), "switch": .int(id.number),
                "milliseconds": .integer(profile.safety.holdToStop.milliseconds),
                "scanningMilliseconds": .integer(profile.safety.scanningHoldToStop.milliseconds),
            ])
        case .presses(let id, let presses):
            .object([
                "how": .string("presses"), "switch": .int(id.number),
                "count": .int(presses.count), "milliseconds": .integer(presses.within.milliseconds),
            ])
        case .stopSwitch(let id):
            .object(["how": .string("stopSwitch"), "switch": .int(id.number)])
        }
    }
}

extension SwitchInput {
    /// As a profile writes it.
    func words(_ names: any InputNaming) -> String {
        switch self {
        case .key(let code): names.keyName(code: code) ?? "key \(code)"
        case .scan(let value): "scan 0x\(String(UInt32(bitPattern: value), radix: 16))"
        case .axis(let axis): (names.axisName(code: axis.code) ?? "axis \(axis.code)") + axis.direction.rawValue
        }
    }
}
