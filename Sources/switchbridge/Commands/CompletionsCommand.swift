// SPDX-License-Identifier: GPL-3.0-or-later
import Sentences

/// `completions`: what a shell needs to complete command lines, and the words that it asks for while it does.
struct CompletionsCommand: Command {
    enum Shell: String, CaseIterable, Sendable {
        case bash, zsh, fish
    }

    private enum Task {
        case script(Shell)
        case words(CompletedWord)
    }

    private static let words = Option(
        "words", value: "KIND",
        help: "print what the scripts ask for: \(CompletedWord.told.map(\.rawValue).joined(separator: ", "))")
    private static let shell = Operand(
        name: "SHELL", count: .optional, help: Shell.allCases.map(\.rawValue).joined(separator: ", "))

    static let description = CommandDescription(
        name: "completions", group: .packagers, summary: "print what a shell needs to complete commands",
        details: [
            """
            A package installs it. For a running bash without one: `. <(switchbridge completions bash)`.
            """
        ],
        operands: [shell], options: [words, .profile])

    private let task: Task
    private let profile: String?

    init(_ arguments: Arguments) throws(UsageProblem) {
        profile = arguments.value(of: .profile)
        let kinds = CompletedWord.told.map(\.rawValue).joined(separator: ", ")
        let kind = try arguments.value(of: Self.words, expected: kinds) { text in
            CompletedWord.told.first { $0.rawValue == text }
        }
        if let kind {
            if let word = arguments.operands.first {
                throw UsageProblem(.operandUnexpected, ["found": word], command: arguments.command)
            }
            task = .words(kind)
        } else {
            task = .script(try arguments.only(Self.shell, Shell.self))
        }
    }

    func run(_ terminal: Terminal) throws(Failure) -> Ending {
        let lines =
            switch task {
            case .script(let shell):
                Self.script(for: shell).split(separator: "\n", omittingEmptySubsequences: false)
                    .dropLast().map(String.init)
            case .words(let kind): CompletionWords(environment: terminal.environment, profile: profile).words(kind)
            }
        try terminal.show(lines: lines)
        return .code(.done)
    }

    static func script(for shell: Shell) -> String {
        let commands = commandTable.map { $0.description }.filter { !$0.isHidden }
        return switch shell {
        case .bash: BashCompletion.script(commands)
        case .zsh: ZshCompletion.script(commands)
        case .fish: FishCompletion.script(commands)
        }
    }
}

extension Arguments {
    /// Its only operand as one of the words that it can be.
    func only<Word: RawRepresentable<String> & CaseIterable>(
        _ operand: Operand, _ words: Word.Type
    ) throws(UsageProblem) -> Word {
        guard let text = operands.first else {
            throw UsageProblem(.operandMissing, ["operand": operand.name], command: command)
        }
        if let word = Word(rawValue: text) { return word }
        let choices = Word.allCases.map(\.rawValue).joined(separator: ", ")
        throw UsageProblem(
            .operandBadValue, ["operand": operand.name, "found": text, "expected": choices], command: command)
    }
}
