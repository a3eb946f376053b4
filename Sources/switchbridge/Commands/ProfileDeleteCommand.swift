// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc
import Sentences

/// `profile delete`: takes away a profile of the user.
struct ProfileDeleteCommand: Command {
    static let description = CommandDescription(
        name: "profile delete", group: .setUp, summary: "delete one of your profiles",
        details: [
            """
            It asks first: only the whole word yes deletes the profile. The file is kept beside its old place, with a ~ \
            at the end of its name, until the next profile of that name is deleted or changed.
            """
        ],
        operands: [Operand(name: "PROFILE", count: .one, help: "one of your profiles, by name")],
        options: [.yes, .json], exitCodes: [.badProfile])

    private let word: String
    private let isSure: Bool
    private let json: Bool

    init(_ arguments: Arguments) {
        word = arguments.operands.first ?? ""
        isSure = arguments.has(.yes)
        json = arguments.has(.json)
    }

    func run(_ terminal: Terminal) throws(Failure) -> Ending {
        let found = try ProfilePlaces(terminal.environment).find(word)
        guard found.origin == .yours else { throw .other(Sentence(.storeDeleteOnlyYours, ["name": found.name])) }
        try ProfileChange.checkIsFree(found, atNextStart: false, terminal, else: .storeInUseNotDeleted)
        let backup = ProfileSaver.backup(of: found.path)
        let names = ["name": found.name, "path": found.path, "backup": backup]
        if try ProfileUse.service(having: found.path, in: terminal.environment) != nil {
            terminal.say(Sentence(.storeServiceHas, names).description, .warning)
        }
        guard isSure || terminal.confirms(Sentence(.storeDeleteQuestion, names)) else {
            throw .other(Sentence(.storeNotDeleted, names))
        }
        do throws(SystemError) {
            // Of a link, the link.
            try SystemCall.run("rename") { rename(found.path, backup) }
            try AtomicFile.sync(directory: Path.directory(of: found.path))
        } catch { throw .system(error) }
        if json {
            try terminal.show(json: found.json(event: "deleted"))
        } else {
            try terminal.show(Sentence(.storeDeleted, names).description)
        }
        return .code(.done)
    }
}
