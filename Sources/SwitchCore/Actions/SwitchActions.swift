// SPDX-License-Identifier: GPL-3.0-or-later

/// What one switch does where this box decides it.
package struct SwitchActions: Hashable, Sendable {
    package static let none = SwitchActions()
    /// As many hold actions as one switch can have.
    package static let holdLimit = 8
    package static let defaultHoldAfter = Duration.seconds(1)
    package static let holdAfterRange = Duration.milliseconds(100)...Duration.seconds(10)

    /// Nil does nothing.
    package var press: SwitchAction?
    /// Stepped through while the switch stays down; letting go does the one that was reached last.
    package var holds: [SwitchAction]
    /// From the accepted press to the first hold action. Where a release is known late, what is held is known as late: both
    /// count from the contact.
    package var holdAfter: Duration
    /// From each hold action to the next one.
    package var holdStep: Duration

    package init(
        press: SwitchAction? = nil, holds: [SwitchAction] = [], holdAfter: Duration = defaultHoldAfter,
        holdStep: Duration = defaultHoldAfter
    ) {
        self.press = press
        self.holds = holds
        self.holdAfter = holdAfter
        self.holdStep = holdStep
    }

    package var isEmpty: Bool { press == nil && holds.isEmpty }

    /// Press first, then the hold actions.
    package var all: [SwitchAction] { [press].compactMap { $0 } + holds }

    /// When the last hold action is reached, counted from the press; nil without any.
    package var lastHold: Duration? {
        holds.isEmpty ? nil : holdAfter + holdStep * (holds.count - 1)
    }
}
