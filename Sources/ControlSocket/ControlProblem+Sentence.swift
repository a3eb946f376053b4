// SPDX-License-Identifier: GPL-3.0-or-later
import Sentences

extension ControlProblem {
    var sentence: Sentence {
        switch self {
        case .notARequest: Sentence(.controlNotARequest)
        case .unknownRequest: Sentence(.controlUnknownRequest)
        case .tooLate: Sentence(.controlTooLate)
        case .badField(_, let name): Sentence(.controlBadField, ["name": name])
        }
    }
}
