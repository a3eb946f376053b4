// SPDX-License-Identifier: GPL-3.0-or-later

/// What a press or a hold does, as far as presses are concerned: an id, and how it lasts. The catalogue in `Actions` knows
/// the rest.
package struct SwitchAction: Hashable, Sendable {
    package enum Effect: Hashable, Sendable {
        /// The PC does it.
        case pc(ActionManner)
        case bridge(BridgeAction)
    }

    /// As the catalogue and profiles name it, such as `click` or `key:F5`. It may contain a text to type, so it is shown
    /// by its name in the catalogue and never logged.
    package let id: String
    package let effect: Effect
    /// Whether it moves the pointer or what is scrolled.
    package let isMovement: Bool
    /// Whether it types a text, which takes the PC longer than anything else.
    package let isTyping: Bool

    package init(id: String, effect: Effect, isMovement: Bool = false, isTyping: Bool = false) {
        self.id = id
        self.effect = effect
        self.isMovement = isMovement
        self.isTyping = isTyping
    }
}

/// An id may hold a text to type.
extension SwitchAction: CustomStringConvertible, CustomReflectable {
    package var description: String { "an action" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// How long an action lasts on the PC.
package enum ActionManner: String, Hashable, Sendable, CaseIterable {
    /// Over as soon as it is done.
    case instant
    /// Lasts while the switch is down.
    case held
    /// The PC does it over and over while the switch is down.
    case repeating
    /// The PC does it over and over until the next press of any switch. That press does nothing else.
    case repeatingOn
    /// Lasts until the same action is done again.
    case toggled
    /// Lasts until the next action is over, which it goes with.
    case sticky

    /// Whether it ends with the release of its switch.
    package var endsWithRelease: Bool {
        switch self {
        case .held, .repeating: true
        case .instant, .repeatingOn, .toggled, .sticky: false
        }
    }

    /// Whether the PC repeats it. A PC repeats one thing at a time.
    package var isRepeat: Bool {
        switch self {
        case .repeating, .repeatingOn: true
        case .instant, .held, .toggled, .sticky: false
        }
    }
}

/// What this box does itself.
package enum BridgeAction: String, Hashable, Sendable, CaseIterable {
    case stopForwarding
    /// Ends what moves the pointer or scrolls by itself.
    case stopMovement
    /// Ends whatever repeats.
    case stopRepeating
    /// Ends everything that lasts.
    case releaseEverything
    case nextProfile
    case nextPC
    case nothing
}
