// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles
import Sentences
import SwitchCore

extension FilterAdvice {
    /// What was seen and what would help; with the command's words, since it can be typed.
    func sentence(_ switchName: String) -> Sentence {
        let id: SentenceID =
            switch reason {
            case .closePresses: filter == .debounce ? .adviceRattle : .adviceClosePresses
            case .shortPress: .adviceShortPress
            case .longPressRejected: .adviceLongPressRejected
            case .nearlyAccepted: .adviceNearlyAccepted
            }
        return Sentence(
            id,
            [
                "switch": switchName, "seen": "\(seen.milliseconds)",
                "setting": "\(filter.profileKey) \(DurationText.write(proposed))",
            ])
    }
}
