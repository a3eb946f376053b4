// SPDX-License-Identifier: GPL-3.0-or-later
import Sentences
import SwitchCore

extension ProfileReader {
    mutating func safety(_ node: YAMLNode?, switches: [ReadSwitch]) -> SafetySettings {
        var safety = SafetySettings()
        guard let node, let fields = fields(of: node, SafetyKey.self) else { return safety }
        read(fields[.holdToStop], in: SafetySettings.holdToStopRange, into: &safety.holdToStop)
        read(fields[.scanningHoldToStop], in: SafetySettings.holdToStopRange, into: &safety.scanningHoldToStop)
        read(fields[.idleStop], in: SafetySettings.idleStopRange, into: &safety.idleStop)
        safety.pressesToStop = fields[.pressesToStop].flatMap { pressesToStop($0) }
        safety.stopSwitch = fields[.stopSwitch].flatMap { self.switch(namedBy: $0, among: switches)?.id }
        return safety
    }

    mutating func read(_ node: YAMLNode?, in range: ClosedRange<Duration>, into value: inout Duration) {
        if let read = node.flatMap({ duration($0, in: range) }) { value = read }
    }

    private mutating func pressesToStop(_ node: YAMLNode) -> SafetySettings.PressesToStop? {
        guard let fields = fields(of: node, PressesToStopKey.self) else { return nil }
        let count = fields[.count].flatMap { number($0, in: SafetySettings.pressesToStopRange) }
        let within = fields[.within].flatMap { duration($0, in: SafetySettings.pressesToStopWindowRange) }
        guard let count, let within else { return nil }
        return SafetySettings.PressesToStop(count: count, within: within)
    }

    /// A switch is named as in `switches`.
    mutating func `switch`(namedBy node: YAMLNode, among switches: [ReadSwitch]) -> ProfileSwitch? {
        guard let name = scalar(node) else { return nil }
        // A switch that could not be read is no second problem here; nor is a list of switches that gave none.
        if seen.switchNames[name] != nil {
            return switches.first { $0.value.name == name }?.value
        }
        let choices = seen.switchNames.sorted { $0.value < $1.value }.map(\.key)
        guard !choices.isEmpty else { return nil }
        unknown(.profileUnknownSwitch, name, at: node.position, choices: choices)
        return nil
    }

    /// Checks that concern several parts of a profile that is right in each of them.
    mutating func checkStops(of profile: Profile, switches: [ReadSwitch], at position: TextPosition) {
        let shortestStop = min(profile.safety.holdToStop, profile.safety.scanningHoldToStop)
        for read in switches where read.value.manner == .ordinary && read.value.timing.holdToAccept >= shortestStop {
            problems.add(
                .profileHoldReachesStop, at: read.position,
                [
                    "name": Quoted.text(read.value.name), "hold": DurationText.write(read.value.timing.holdToAccept),
                    "stop": DurationText.write(shortestStop),
                ])
        }
        checkHolds(of: switches, under: profile.safety)
        if profile.switches.allSatisfy({ $0.id == profile.safety.stopSwitch }) {
            problems.add(.profileNothingForwarded, at: position)
        }
        if stopsWithinReach(of: profile).isEmpty { problems.add(.profileNoWayToStop, at: position) }
        let used = Set(profile.switches.flatMap(\.inputs).map(\.device))
        for (index, device) in profile.devices.enumerated() where !used.contains(index) {
            problems.add(.profileUnusedDevice, at: position, ["device": Quoted.text(device.label)])
        }
    }
}
