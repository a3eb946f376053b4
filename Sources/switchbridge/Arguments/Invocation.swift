// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles
import Sentences

/// What the words of a command line ask for.
enum Invocation {
    /// No words at all.
    case nothing
    case help
    case helpOf(CommandDescription)
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
            self = named.isEmpty ? .help : .helpOf(try Self.command(named, commands).description)
        case "--version":
            self = .run(VersionCommand.self, try Arguments(words.dropFirst(), of: VersionCommand.description))
        default:
            let command = try Self.command(words, commands)
            let arguments = try Arguments(words.dropFirst(command.description.words.count), of: command.description)
            self = arguments.has(.help) ? .helpOf(command.description) : .run(command, arguments)
        }
    }

    private static func command(
        _ words: [String], _ commands: [any Command.Type]
    ) throws(UsageProblem) -> any Command.Type {
        if let command = commands.first(where: { words.starts(with: $0.description.words) }) { return command }
        let first = words[0]
        if first.hasPrefix("-") { throw UsageProblem(.optionBeforeCommand, ["found": first]) }
        let names = commands.map { $0.description.name }
        let longer = names.filter { $0.hasPrefix("\(first) ") }
        guard longer.isEmpty else {
            throw UsageProblem(.commandIncomplete, ["found": first, "choices": longer.joined(separator: ", ")])
        }
        let hint = NearestName.of(first, among: names + ["help"]).map { Sentence(.commandHintNearest, ["name": $0]) }
        throw UsageProblem(
            .commandUnknown, ["found": first, "hint": hint?.description ?? ""])
    }
}
