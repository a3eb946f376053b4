// SPDX-License-Identifier: GPL-3.0-or-later
package import Sentences

/// One thing that is wrong with a profile file: where, what, and what is expected instead.
package struct ProfileProblem: Error, Hashable, Sendable {
    /// Where it is; nil when the file as a whole is meant.
    package var position: TextPosition?
    package var sentence: Sentence
    /// The nearest right name, where one is near. The sentence says it too.
    package var suggestion: String?

    package init(at position: TextPosition?, _ sentence: Sentence, suggestion: String? = nil) {
        self.position = position
        self.sentence = sentence
        self.suggestion = suggestion
    }

    /// Stable: what JSON and other programs see, such as `profile.unknownKey`.
    package var id: String { sentence.id.rawValue }

    /// `FILE:LINE:COLUMN: message`, the form that editors can jump to.
    package func line(path: String) -> String {
        guard let position else { return "\(path): \(sentence)" }
        return "\(path):\(position.line):\(position.column): \(sentence)"
    }
}

/// Everything found wrong with one profile file. A profile with a problem never starts.
package struct ProfileProblems: Error, Hashable, Sendable, CustomStringConvertible {
    /// A broken file can have thousands; nobody reads more than these.
    package static let limit = 20

    /// The path the file was read from, as given.
    package var path: String
    /// 1…`limit`, in the order of the file.
    package var problems: [ProfileProblem]
    /// More were found than are reported.
    package var moreWereFound: Bool

    package init(path: String, problems: [ProfileProblem], moreWereFound: Bool = false) {
        self.path = path
        self.problems = problems
        self.moreWereFound = moreWereFound
    }

    /// One line a problem.
    package var description: String {
        var lines = problems.map { $0.line(path: path) }
        if moreWereFound { lines.append("\(path): \(Sentence(.profileMoreProblems))") }
        return lines.joined(separator: "\n")
    }
}
