// SPDX-License-Identifier: GPL-3.0-or-later
package import SwitchCore

extension ProfileDraft {
    /// So many presses of any switch, so close together, stop forwarding.
    package mutating func setPressesToStop(_ presses: SafetySettings.PressesToStop) throws(ProfileEditProblem) {
        let value = YAMLValue.mapping(
            (PressesToStopKey.count.rawValue, .word("\(presses.count)")),
            (PressesToStopKey.within.rawValue, .word(DurationText.write(presses.within))))
        if text.node([Self.safety]) == nil {
            return try text.set(
                RootKey.safety.rawValue, to: .mapping((SafetyKey.pressesToStop.rawValue, value)), in: [])
        }
        try text.set(SafetyKey.pressesToStop.rawValue, to: value, in: [Self.safety])
    }
}
