// SPDX-License-Identifier: GPL-3.0-or-later

/// An opened node that a switch is looked for on.
package struct LearningNode: Hashable, Sendable {
    package var id: DeviceID
    /// The same for all nodes of one thing that can be taken in one's hand (F17).
    package var device: String
    package var axes: [UInt16: AxisRange]
    /// How it was when it was opened.
    package var found: FoundState
    /// Somebody may be typing on it, so what is pressed there counts only once its user has said so.
    package var isTypedOn: Bool

    package init(
        id: DeviceID, device: String, axes: [UInt16: AxisRange], found: FoundState, isTypedOn: Bool = false
    ) {
        self.id = id
        self.device = device
        self.axes = axes
        self.found = found
        self.isTypedOn = isTypedOn
    }
}

/// An input and the node that it was seen on.
package struct SeenInput: Hashable, Sendable {
    package var node: DeviceID
    package var input: SwitchInput

    package init(_ input: SwitchInput, on node: DeviceID) {
        self.node = node
        self.input = input
    }
}

/// What one press told about a switch.
package struct SwitchFinding: Hashable, Sendable {
    /// What the switch is best known by.
    package var best: SeenInput
    /// What else the same press showed as, the best first.
    package var alternatives: [SeenInput]
    /// It has not been let go of since `SwitchLearner.longestWait`.
    package var isStillDown: Bool

    package init(best: SeenInput, alternatives: [SeenInput] = [], isStillDown: Bool = false) {
        self.best = best
        self.alternatives = alternatives
        self.isStillDown = isStillDown
    }
}
