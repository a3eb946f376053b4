// SPDX-License-Identifier: GPL-3.0-or-later
package import SwitchCore

/// A start as a profile is given it: the switches may not be written yet, so none is named.
package enum NewStart: Hashable, Sendable {
    case helper
    case anySwitch(IdleSettings.Gesture.Manner)
}

extension ProfileDraft {
    /// How its user starts forwarding: by any switch, or somebody else does.
    package mutating func setStart(_ start: NewStart) throws(ProfileEditProblem) {
        let value =
            switch start {
            case .helper: YAMLValue.word("helper")
            case .anySwitch(let manner): Self.write(manner)
            }
        let key = IdleKey.start.rawValue
        guard text.node([Self.idle]) != nil else {
            return try text.set(RootKey.idle.rawValue, to: .mapping((key, value)), in: [])
        }
        try text.set(key, to: value, in: [Self.idle])
    }

    private static func write(_ manner: IdleSettings.Gesture.Manner) -> YAMLValue {
        switch manner {
        case .hold(let time):
            .mapping((GestureKey.hold.rawValue, .word(DurationText.write(time))))
        case .presses(let count, let within):
            .mapping(
                (GestureKey.presses.rawValue, .word("\(count)")),
                (GestureKey.within.rawValue, .word(DurationText.write(within))))
        }
    }

    /// The keys of what this switch does by name while forwarding is off.
    func acts(of name: String) -> [String] {
        IdleAct.allCases.map(\.profileKey).filter { key in
            text.node([Self.idle, .key(key), .key(GestureKey.switchName.rawValue)])?.scalar == name
        }
    }
}
