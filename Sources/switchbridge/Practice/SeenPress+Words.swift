// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol
import Sentences
import SwitchCore

extension SeenPress {
    /// How long it was, how long after the one before, and which setting kept it back.
    func sentence(_ switchName: String) -> Sentence {
        var places = ["switch": switchName, "length": "\(length.milliseconds)"]
        places["gap"] = gap.map { "\($0.milliseconds)" }
        switch verdict {
        case .accepted:
            return Sentence(gap == nil ? .practicePressFirst : .practicePress, places)
        case .rejected(let filter):
            places["filter"] = filter.profileKey
            return Sentence(gap == nil ? .practiceRejectedFirst : .practiceRejected, places)
        }
    }

    var fields: [String: JSONValue] {
        let filter: JSONValue = if case .rejected(let kind) = verdict { .string(kind.profileKey) } else { .null }
        return [
            "milliseconds": .integer(length.milliseconds),
            "gapMilliseconds": gap.map { .integer($0.milliseconds) } ?? .null, "rejectedBy": filter,
        ]
    }
}
