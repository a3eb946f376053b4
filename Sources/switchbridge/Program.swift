// SPDX-License-Identifier: GPL-3.0-or-later

/// From the words of the command line to how the program ends.
enum Program {
    /// - Parameter words: without the program's own name.
    static func run(_ words: [String], _ terminal: Terminal) -> Ending {
        do throws(Failure) {
            return try perform(words, terminal)
        } catch {
            for line in error.lines { terminal.say(line, .bad) }
            return error.ending
        }
    }

    private static func perform(_ words: [String], _ terminal: Terminal) throws(Failure) -> Ending {
        switch try invocation(words) {
        case .nothing:
            try? terminal.talk.lines(generalHelp(terminal.talk.layoutWidth))
            return .code(.usage)
        case .help:
            try terminal.show(lines: generalHelp(terminal.output.layoutWidth))
            return .code(.done)
        case .helpOfGroup(let word, let commands):
            try terminal.show(lines: HelpText(of: commands, with: word, width: terminal.output.layoutWidth).lines)
            return .code(.done)
        case .helpOf(let description):
            try terminal.show(lines: HelpText(of: description, width: terminal.output.layoutWidth).lines)
            return .code(.done)
        case .run(let command, let arguments):
            let command = try make(command, arguments)
            return try ServiceDetour(terminal).run(words, needing: command.need) { terminal throws(Failure) in
                try command.run(terminal)
            }
        }
    }

    private static func invocation(_ words: [String]) throws(Failure) -> Invocation {
        do { return try Invocation(words) } catch { throw .usage(error) }
    }

    private static func make(_ command: any Command.Type, _ arguments: Arguments) throws(Failure) -> any Command {
        do { return try command.init(arguments) } catch { throw .usage(error) }
    }

    private static func generalHelp(_ width: Int) -> [String] {
        HelpText(of: commandTable.map { $0.description }, width: width).lines
    }
}
