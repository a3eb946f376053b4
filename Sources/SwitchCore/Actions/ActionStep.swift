// SPDX-License-Identifier: GPL-3.0-or-later

/// One thing that the PC is to do for an action.
package struct ActionStep: Hashable, Sendable {
    package enum Phase: String, Hashable, Sendable {
        /// The whole of an instant action.
        case perform
        /// From here on it lasts.
        case begin
        case end
    }

    package var action: SwitchAction
    package var phase: Phase
    /// Whose press or hold it comes from; nil when no switch did it.
    package var switchID: SwitchID?
    /// When what it comes from happened.
    package var time: Instant

    package init(_ action: SwitchAction, _ phase: Phase, by switchID: SwitchID?, at time: Instant) {
        self.action = action
        self.phase = phase
        self.switchID = switchID
        self.time = time
    }
}
