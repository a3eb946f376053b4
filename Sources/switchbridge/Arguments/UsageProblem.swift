// SPDX-License-Identifier: GPL-3.0-or-later
import Sentences

/// The command line cannot be understood.
struct UsageProblem: Error, Hashable, Sendable {
    var sentence: Sentence
    /// The command it belongs to; nil when it is not known which is meant.
    var command: String?

    init(_ id: SentenceID, _ arguments: [String: String] = [:], command: String? = nil) {
        self.init(Sentence(id, arguments), command: command)
    }

    init(_ sentence: Sentence, command: String?) {
        self.sentence = sentence
        self.command = command
    }

    /// What to type for the help that would have prevented it.
    var helpCommand: String {
        ["switchbridge", command, "--help"].compactMap(\.self).joined(separator: " ")
    }
}
