// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles
import SwitchCore

extension LearnDraft {
    /// Few people press that often without meaning it.
    static let pressesToStop = SafetySettings.PressesToStop(count: 5, within: .seconds(3))
    /// A latching switch is pressed twice for each time that it goes down.
    static let latchingPressesToStop = SafetySettings.PressesToStop(count: 3, within: .seconds(10))
    /// A switch that sends one pulse when it is pressed and one when it is let go of: five presses.
    static let doublePressesToStop = SafetySettings.PressesToStop(count: 10, within: .seconds(4))

    /// The presses that have to stop, where no switch could stop by being held; nil where one can.
    func missingStop(with learnt: [LearnCandidate]) -> SafetySettings.PressesToStop? {
        var profile = base.profile
        profile.switches = known
        if case .replaceSwitch(let name) = goal { profile.switches.removeAll { $0.name == name } }
        guard !learnt.contains(where: { $0.manner == .ordinary && $0.canBeHeld }),
            profile.safety.pressesToStop == nil, stopsWithinReach(of: profile).isEmpty
        else { return nil }
        if let pulses = learnt.lazy.compactMap(\.pulses).first { return Self.stop(by: pulses) }
        return learnt.allSatisfy { $0.manner == .latching } ? Self.latchingPressesToStop : Self.pressesToStop
    }

    /// Where pulses come for as long as it is held (F8), so many of them are a long hold, which one press is not. Some time
    /// more than it takes: no timer of a box is exact.
    static func stop(by pulses: (count: Int, interval: Duration)) -> SafetySettings.PressesToStop {
        guard pulses.count > 2 else { return doublePressesToStop }
        let count = SafetySettings.pressesToStopRange.upperBound
        let range = SafetySettings.pressesToStopWindowRange
        let hold = pulses.interval * (count - 1) * 6 / 5
        let rounded = Duration.milliseconds((hold.milliseconds + 99) / 100 * 100)
        return .init(count: count, within: min(max(rounded, range.lowerBound), range.upperBound))
    }
}
