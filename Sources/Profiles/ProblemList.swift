// SPDX-License-Identifier: GPL-3.0-or-later
import Sentences

/// The problems found while a profile is read, up to the bound.
struct ProblemList {
    private(set) var problems: [ProfileProblem] = []
    private(set) var moreWereFound = false

    var isEmpty: Bool { problems.isEmpty }
    /// Searching the nearest name among hundreds is not worth its time once nothing more is reported.
    var isFull: Bool { problems.count == ProfileProblems.limit }

    mutating func add(_ problem: ProfileProblem) {
        if isFull {
            moreWereFound = true
        } else {
            problems.append(problem)
        }
    }

    mutating func add(_ id: SentenceID, at position: TextPosition, _ arguments: [String: String] = [:]) {
        add(ProfileProblem(at: position, Sentence(id, arguments)))
    }

    func report(path: String) -> ProfileProblems {
        // Problems of one place stay in the order in which they were found; `sort` alone does not promise that.
        let inOrder = problems.enumerated().sorted {
            ($0.element.position ?? .start, $0.offset) < ($1.element.position ?? .start, $1.offset)
        }
        return ProfileProblems(path: path, problems: inOrder.map(\.element), moreWereFound: moreWereFound)
    }
}
