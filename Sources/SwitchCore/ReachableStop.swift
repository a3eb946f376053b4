// SPDX-License-Identifier: GPL-3.0-or-later

/// A stop that the user can perform with the switches of a profile.
package enum ReachableStop: Hashable, Sendable {
    case hold(SwitchID)
    case presses(SwitchID, SafetySettings.PressesToStop)
    case stopSwitch(SwitchID)
}

/// The stops that this profile's switches can perform, in the order of the switches. Empty means that the profile
/// must be refused.
package func stopsWithinReach(of profile: Profile) -> [ReachableStop] {
    profile.switches.flatMap { candidate -> [ReachableStop] in
        if candidate.id == profile.safety.stopSwitch { return [.stopSwitch(candidate.id)] }
        let hold = candidate.canHoldToStop(under: profile.safety) ? [ReachableStop.hold(candidate.id)] : []
        let presses = profile.safety.pressesToStop.map { [ReachableStop.presses(candidate.id, $0)] } ?? []
        return hold + presses
    }
}

extension ProfileSwitch {
    /// Whether hold-to-stop watches this switch. A stop switch stops at once, so it has no use for it.
    func canHoldToStop(under safety: SafetySettings) -> Bool {
        guard id != safety.stopSwitch else { return false }
        return switch manner {
        case .ordinary: true
        case .pulse, .latching: false
        }
    }
}
