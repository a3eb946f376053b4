// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol
import Sentences

/// Something that its user, or a program, is told while a switch is learnt.
struct LearnNews {
    var event: String
    var sentence: Sentence?
    /// Lines below the sentence.
    var lines: [String] = []
    var fields: [String: JSONValue] = [:]
    var style = TextStyle.plain

    init(
        _ event: String, _ sentence: Sentence? = nil, _ fields: [String: JSONValue] = [:], lines: [String] = [],
        style: TextStyle = .plain
    ) {
        self.event = event
        self.sentence = sentence
        self.fields = fields
        self.lines = lines
        self.style = style
    }

    var json: JSONValue {
        var members = fields
        members["event"] = .string(event)
        if let sentence { members["text"] = .string(sentence.description) }
        if !lines.isEmpty { members["lines"] = .array(lines.map { .string($0) }) }
        return .object(members)
    }
}
