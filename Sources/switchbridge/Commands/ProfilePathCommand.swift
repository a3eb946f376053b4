// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol

/// `profile path`: for other programs, and for those who edit with their own.
struct ProfilePathCommand: Command {
    static let description = CommandDescription(
        name: "profile path", group: .setUp, summary: "show where a profile is",
        operands: [
            Operand(name: "PROFILE", count: .optional, help: "a profile; otherwise where your profiles are")
        ], options: [.json], exitCodes: [.badProfile])

    private let word: String?
    private let json: Bool

    init(_ arguments: Arguments) {
        word = arguments.operands.first
        json = arguments.has(.json)
    }

    func run(_ terminal: Terminal) throws(Failure) -> Ending {
        let places = ProfilePlaces(terminal.environment)
        let found = try word.map { word throws(Failure) in try places.find(word) }
        let path = found?.path ?? places.userDirectory
        if json {
            try terminal.show(
                json: .object([
                    "event": .string("path"), "profile": found.map { .string($0.name) } ?? .null,
                    "path": .string(path),
                ]))
        } else {
            try terminal.show(path)
        }
        return .code(.done)
    }
}
