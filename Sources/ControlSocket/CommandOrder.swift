// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol

/// A command that somebody wants the service's user to run, with what its output may be like. Its three standard
/// descriptors come with it.
package struct CommandOrder: Hashable, Sendable {
    /// In bytes of a whole order. A text to type has at most 2,000 characters, which JSON may escape.
    package static let lengthLimit = 32 * 1024
    package static let wordLimit = 64
    /// Of the environment, what a terminal's programs go by.
    package static let variables = ["TERM", "NO_COLOR", "COLUMNS"]
    static let valueLimit = 64
    static let descriptorCount = 3

    /// As on the command line, without the program's own name.
    package let words: [String]
    package let environment: [String: String]

    package init(words: [String], environment: [String: String]) {
        self.words = words
        self.environment = environment.filter { Self.variables.contains($0.key) && Self.isPlain($0.value) }
    }

    /// Nil when it is not an order, or one out of bounds.
    init?(_ line: [UInt8]) {
        guard let members = (try? JSONValue(parsing: line))?.members, let all = members["words"]?.elements,
            (1...Self.wordLimit).contains(all.count)
        else { return nil }
        let words = all.compactMap(\.text).filter { !$0.utf8.contains(0) }
        guard words.count == all.count else { return nil }
        self.init(words: words, environment: (members["environment"]?.members ?? [:]).compactMapValues(\.text))
    }

    var line: [UInt8] {
        let fields: [String: JSONValue] = [
            "words": .array(words.map { .string($0) }), "environment": .object(environment.mapValues { .string($0) }),
        ]
        return JSONValue.object(fields).line
    }

    /// Printable ASCII.
    private static func isPlain(_ value: String) -> Bool {
        value.utf8.count <= valueLimit && value.utf8.allSatisfy { (0x21...0x7e).contains($0) }
    }
}
