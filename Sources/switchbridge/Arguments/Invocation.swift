// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles
import Sentences

/// What the words of a command line ask for.
enum Invocation {
    /// No words at all.
    case nothing
    case help
    case helpOf(CommandDescription)
    /// Of the commands that begin with this word.
    case helpOfGroup(String, [CommandDescription])
    case run(any Command.Type, Arguments)

    /// - Parameter words: without the program's own name.
    init(_ words: [String], commands: [any Command.Type] = commandTable) throws(UsageProblem) {
        guard let first = words.first else {
            self = .nothing
            return
        }
        switch first {
        case "--help", "-h":
            self = .help
        case "help":
            let named = Array(words.dropFirst())
            self = try named.isEmpty ? .help : Self.help(of: named, commands)
        case "--version":
            self = .run(VersionCommand.self, try Arguments(words.dropFirst(), of: VersionCommand.description))
        default:
            if let second = words.dropFirst().first, ["--help", "-h"].contains(second) {
                self = try Self.help(of: [first], commands)
                return
            }
            let command = try Self.command(words, commands)
            let arguments = try Arguments(words.dropFirst(command.description.words.count), of: command.description)
            self = arguments.has(.help) ? .helpOf(command.description) : .run(command, arguments)
        }
    }

    private static func help(
        of words: [String], _ commands: [any Command.Type]
    ) throws(UsageProblem) -> Invocation {
        let group = commands.map { $0.description }.filter { $0.words.count > 1 && [$0.words[0]] == words }
        return group.isEmpty ? .helpOf(try command(words, commands).description) : .helpOfGroup(words[0], group)
    }

    private static func command(
        _ words: [String], _ commands: [any Command.Type]
    ) throws(UsageProblem) -> any Command.Type {
        if let command = commands.first(where: { words.starts(with: $0.description.words) }) { return command }
        let first = words[0]
        if first.hasPrefix("-") { throw UsageProblem(.optionBeforeCommand, ["found": first]) }
        let names = commands.map { $0.description.name }
        let longer = names.filter { $0.hasPrefix("\(first) ") }
        if !longer.isEmpty, let second = words.dropFirst().first, !second.hasPrefix("-") {
            let found = "\(first) \(second)"
            let hint = NearestName.of(found, among: longer).map { Sentence(.commandHintNearest, ["name": $0]) }
            throw UsageProblem(
                .commandUnknown,
                [
                    "found": found,
                    "hint": (hint ?? Sentence(.commandHintChoices, ["choices": longer.joined(separator: ", ")]))
                        .description,
                ])
        }
        guard longer.isEmpty else {
            throw UsageProblem(.commandIncomplete, ["found": first, "choices": longer.joined(separator: ", ")])
        }
        let hint = NearestName.of(first, among: names + ["help"]).map { Sentence(.commandHintNearest, ["name": $0]) }
        throw UsageProblem(
            .commandUnknown, ["found": first, "hint": hint?.description ?? ""])
    }
}
