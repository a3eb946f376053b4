// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles
import Sentences

/// `profile new`: a profile to begin with.
struct ProfileNewCommand: Command {
    private static let title = Option(
        "title", value: "TEXT", help: "what the profile calls itself; otherwise its name")

    static let description = CommandDescription(
        name: "profile new", group: .setUp, summary: "make a profile of your own",
        details: [
            """
            It has two switches and no device yet: put in what `switchbridge devices` and `switchbridge monitor` show, \
            with `switchbridge profile edit`. `switchbridge learn` makes one from your switches, and for a known device \
            `switchbridge profile copy` is shorter.
            """
        ],
        operands: [Operand(name: "NAME", count: .one, help: "a name for it, such as pedals")], options: [title, .json])

    private let name: String
    private let title: String?
    private let json: Bool

    init(_ arguments: Arguments) {
        name = arguments.operands.first ?? ""
        title = arguments.value(of: Self.title)
        json = arguments.has(.json)
    }

    func run(_ terminal: Terminal) throws(Failure) -> Ending {
        let found = try ProfilePlaces(terminal.environment).place(ofNew: name)
        guard !Path.isTaken(found.path) else {
            throw .other(Sentence(.storeExists, ["name": found.name]))
        }
        let bytes = try ProfileStarter.bytes(title: title ?? found.name)
        try ProfileSaver(terminal.environment).save(bytes, to: found.path, replacing: nil)
        if json {
            try terminal.show(json: found.json(event: "made"))
        } else {
            try terminal.show(Sentence(.storeMade, ["name": found.name, "path": found.path]).description)
        }
        return .code(.done)
    }
}
