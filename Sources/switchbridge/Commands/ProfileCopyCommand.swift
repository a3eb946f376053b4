// SPDX-License-Identifier: GPL-3.0-or-later
import InputDevices
import Profiles
import Sentences

/// `profile copy`: makes a profile of the user's own out of a template or another profile.
struct ProfileCopyCommand: Command {
    static let description = CommandDescription(
        name: "profile copy", group: .setUp, summary: "make your own profile from a template or another profile",
        details: [
            """
            It asks before it overwrites a profile that is there; the old one is kept beside it, with a ~ at the end of \
            its name.
            """
        ],
        operands: [
            Operand(name: "PROFILE", count: .one, help: "what is copied, by name or as a file"),
            Operand(name: "NEW", count: .one, help: "the name of the copy"),
        ], options: [.yes, .atNextStart, .json], exitCodes: [.badProfile])

    private let word: String
    private let name: String
    private let options: ProfileArguments

    init(_ arguments: Arguments) {
        word = arguments.operands[0]
        name = arguments.operands[1]
        options = ProfileArguments(arguments)
    }

    func run(_ terminal: Terminal) throws(Failure) -> Ending {
        let places = ProfilePlaces(terminal.environment)
        let from = try places.find(word)
        let target = try places.place(ofNew: name)
        let bytes = try from.text()
        guard Path.resolved(from.path) != Path.resolved(target.path) else {
            throw .other(Sentence(.storeSame, ["name": target.name]))
        }
        let old = try target.bytes()
        if let old { try askToOverwrite(target, old, terminal) }
        try ProfileSaver(terminal.environment).save(Self.moved(bytes, from), to: target.path, replacing: old)
        if options.json {
            try terminal.show(json: target.json(event: "copied"))
        } else {
            let names = ["from": from.name, "name": target.name, "path": target.path]
            try terminal.show(Sentence(.storeCopied, names).description)
        }
        if let warning = Self.warning(of: target) { terminal.say(warning.description, .warning) }
        return .code(.done)
    }

    /// Mistakes are copied too: whoever copies may want to mend them there. Nil where there are none.
    private static func warning(of copy: FoundProfile) -> Sentence? {
        guard case .failure(let problems) = ProfileFile.load(path: copy.path, names: EvdevNames()) else { return nil }
        let count = "\(problems.problems.count)\(problems.moreWereFound ? "+" : "")"
        return Sentence(
            .storeCopyHasMistakes, ["name": copy.name, "word": Doctor.quoted(copy.name), "count": count])
    }

    /// The templates name the schema beside them, for editors. From where the copy is that is another place.
    private static func moved(_ bytes: [UInt8], _ from: FoundProfile) -> [UInt8] {
        guard from.origin == .shipped, let text = String(validating: bytes, as: UTF8.self),
            let template = Path.resolved(from.path)
        else { return bytes }
        return Array(text.replacing("$schema=./", with: "$schema=\(Path.directory(of: template))/").utf8)
    }

    private func askToOverwrite(_ target: FoundProfile, _ old: [UInt8], _ terminal: Terminal) throws(Failure) {
        try ProfileChange.checkIsFree(target, atNextStart: options.atNextStart, terminal)
        let names = ["name": target.name, "path": target.path]
        guard options.isSure || terminal.confirms(Sentence(.storeOverwriteQuestion, names)) else {
            throw .other(Sentence(.storeNotOverwritten, names))
        }
    }
}
