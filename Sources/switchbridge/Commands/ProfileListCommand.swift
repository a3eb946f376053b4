// SPDX-License-Identifier: GPL-3.0-or-later
import InputDevices
import PCProtocol
import Profiles
import Sentences
import SwitchCore

/// `profile list`: every profile there is, where it comes from, and which one a name means.
struct ProfileListCommand: Command {
    static let description = CommandDescription(
        name: "profile list", group: .setUp, summary: "show the profiles and where they come from",
        details: [
            """
            Your own profiles come first. Those that came with the program are templates: `switchbridge profile copy` \
            makes one of them yours. Of two with the same name, yours is meant.
            """
        ],
        options: [.json])

    private let json: Bool

    init(_ arguments: Arguments) { json = arguments.has(.json) }

    func run(_ terminal: Terminal) throws(Failure) -> Ending {
        let places = ProfilePlaces(terminal.environment)
        ServiceImport(terminal).offerOnce()
        let all = places.all
        for found in all {
            let result = ProfileFile.load(path: found.path, names: EvdevNames())
            let isInUse = try ProfileUse.isInUse(found.path, in: terminal.environment)
            if json {
                try terminal.show(json: Self.json(found, result, isInUse: isInUse))
            } else {
                try terminal.show(Self.line(found, result, isInUse: isInUse), result.isGood ? .plain : .bad)
            }
        }
        if !json, !all.contains(where: { $0.origin == .yours }) {
            terminal.say(Sentence(.storeNone).description)
        }
        return .code(.done)
    }

    private static func line(
        _ found: FoundProfile, _ result: Result<Profile, ProfileProblems>, isInUse: Bool
    ) -> String {
        let origin: SentenceID =
            switch found.origin {
            case .yours, .path: .listYours
            case .shipped: found.isHidden ? .listHidden : .listTemplate
            }
        let state: SentenceID? = isInUse ? .listInUse : result.isGood ? nil : .listMistakes
        let title = (try? result.get().name).map { "\"\($0)\"" }
        let words = [title, Sentence(origin).description, state.map { Sentence($0).description }].compactMap(\.self)
        return "\(found.name): \(words.joined(separator: ", "))"
    }

    private static func json(
        _ found: FoundProfile, _ result: Result<Profile, ProfileProblems>, isInUse: Bool
    ) -> JSONValue {
        .object([
            "event": .string("profileFile"), "name": .string(found.name), "path": .string(found.path),
            "origin": .string(found.origin.rawValue), "isHidden": .bool(found.isHidden), "isInUse": .bool(isInUse),
            "good": .bool(result.isGood), "title": (try? result.get().name).map { .string($0) } ?? .null,
        ])
    }
}

extension Result {
    fileprivate var isGood: Bool { if case .success = self { true } else { false } }
}
