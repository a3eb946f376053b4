// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles
import SwitchCore

extension LearnDraft {
    static let holdToStart = Duration.seconds(3)
    /// Fewer than stop, so that who can stop can start.
    static let pressesToStart = SafetySettings.PressesToStop(count: 4, within: .seconds(4))
    /// A latching switch is pressed twice for each time that it goes down.
    static let latchingPressesToStart = SafetySettings.PressesToStop(count: 3, within: .seconds(10))
    /// Four presses of a switch that sends two pulses for each.
    static let doublePressesToStart = SafetySettings.PressesToStop(count: 8, within: .seconds(4))

    /// How its user will start, which is proposed for a new profile only: of another one its user knows how it starts.
    func start(with learnt: [LearnCandidate]) -> NewStart? {
        guard case .newProfile = goal else { return nil }
        if helperStarts { return .helper }
        if learnt.contains(where: { $0.manner == .ordinary && $0.canBeHeld }) {
            return .anySwitch(.hold(Self.holdToStart))
        }
        let presses = Self.presses(learnt)
        return .anySwitch(.presses(count: presses.count, within: presses.within))
    }

    private static func presses(_ learnt: [LearnCandidate]) -> SafetySettings.PressesToStop {
        if let pulses = learnt.lazy.compactMap(\.pulses).first {
            // Where pulses come for as long as it is held, the same long hold stops; after it comes a rest.
            return pulses.count > 2 ? stop(by: pulses) : doublePressesToStart
        }
        return learnt.allSatisfy { $0.manner == .latching } ? latchingPressesToStart : pressesToStart
    }
}
