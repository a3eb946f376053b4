// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol
import Sentences

/// What one check of the doctor came to.
struct Finding: Hashable {
    /// In the order of the way of a press.
    enum Check: String, Hashable, CaseIterable {
        case rules, group, device, permission, grab, profile, stop, start, announcements, light, adapter, radio, rights,
            clock, pc, pairing, service, version
    }

    enum Verdict: String, Hashable {
        case pass
        /// It keeps nobody from forwarding now, but somebody should look at it.
        case warn
        /// It is in the way.
        case fail
    }

    var check: Check
    var verdict: Verdict
    var sentence: Sentence
    /// What mends it, to be typed in this order.
    var commands: [String] = []

    var json: JSONValue {
        .object([
            "check": .string(check.rawValue), "verdict": .string(verdict.rawValue), "id": .string(sentence.id.rawValue),
            "text": .string(sentence.description), "commands": .array(commands.map { .string($0) }),
        ])
    }
}
