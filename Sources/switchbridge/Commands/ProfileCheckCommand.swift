// SPDX-License-Identifier: GPL-3.0-or-later
import InputDevices
import PCProtocol
import Profiles
import Sentences
import SwitchCore

/// `profile check`: every mistake of a profile at its place, or what a good one does.
struct ProfileCheckCommand: Command {
    static let description = CommandDescription(
        name: "profile check", group: .setUp, summary: "look for mistakes in profile files",
        details: [
            """
            Each mistake is one line: FILE:LINE:COLUMN: what is wrong. Of a good profile it says which switches it has \
            and how its user can stop forwarding.
            """
        ],
        operands: [Operand(name: "PROFILE", count: .atLeastOne, help: "profile files, or names of profiles")],
        options: [.json],
        exitCodes: [.badProfile])

    private let words: [String]
    private let json: Bool

    init(_ arguments: Arguments) {
        words = arguments.operands
        json = arguments.has(.json)
    }

    func run(_ terminal: Terminal) throws(Failure) -> Ending {
        var allGood = true
        let places = ProfilePlaces(terminal.environment)
        for word in words {
            let (path, result) = try Self.load(word, places)
            if case .failure = result { allGood = false }
            if json {
                try terminal.show(json: Self.json(path, result))
            } else {
                try show(path, result, terminal)
            }
        }
        return .code(allGood ? .done : .badProfile)
    }

    /// One that is not there keeps nobody from hearing of the others.
    private static func load(
        _ word: String, _ places: ProfilePlaces
    ) throws(Failure) -> (path: String, result: Result<Profile, ProfileProblems>) {
        do throws(Failure) {
            let path = try places.find(word).path
            return (path, ProfileFile.load(path: path, names: EvdevNames()))
        } catch {
            guard case .profile(let problems) = error else { throw error }
            return (word, .failure(problems))
        }
    }

    private func show(
        _ path: String, _ result: Result<Profile, ProfileProblems>, _ terminal: Terminal
    ) throws(Failure) {
        switch result {
        case .success(let profile):
            try terminal.show("\(path): no mistakes", .good)
            let report = ProfileReport(profile: profile, names: EvdevNames())
            for line in report.lines { try terminal.show(line, indent: 2) }
            for remark in report.remarks { try terminal.show(remark.description, .warning, indent: 2) }
        case .failure(let problems):
            for line in problems.description.split(separator: "\n") { try terminal.show(String(line), .bad) }
        }
    }

    private static func json(_ path: String, _ result: Result<Profile, ProfileProblems>) -> JSONValue {
        switch result {
        case .success(let profile):
            .object([
                "file": .string(path), "good": .bool(true), "problems": .array([]),
                "profile": ProfileReport(profile: profile, names: EvdevNames()).json,
            ])
        case .failure(let problems):
            .object([
                "file": .string(path), "good": .bool(false), "moreWereFound": .bool(problems.moreWereFound),
                "problems": .array(problems.problems.map(json)),
            ])
        }
    }

    private static func json(_ problem: ProfileProblem) -> JSONValue {
        .object([
            "id": .string(problem.id), "message": .string(problem.sentence.description),
            "line": problem.position.map { .int($0.line) } ?? .null,
            "column": problem.position.map { .int($0.column) } ?? .null,
            "suggestion": problem.suggestion.map { .string($0) } ?? .null,
        ])
    }
}
