// SPDX-License-Identifier: GPL-3.0-or-later
package import PCProtocol
import Sentences

extension HeldInputs {
    /// What lasts on the PC, for people; nil when nothing does.
    package var words: String? {
        guard !isEmpty else { return nil }
        let repeats = isRepeating ? [Sentence(.lastingRepeat)] : []
        let buttons = MouseButton.allCases.filter(dragged.contains).map {
            Sentence(.lastingDrag, ["button": $0.rawValue])
        }
        let keys = Modifier.allCases.filter(modifiers.contains).map { Sentence(.lastingModifier, ["key": $0.rawValue]) }
        return (repeats + buttons + keys).map(\.description).joined(separator: ", ")
    }
}
