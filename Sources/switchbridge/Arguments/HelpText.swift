// SPDX-License-Identifier: GPL-3.0-or-later

/// The help as lines, laid out for a width.
struct HelpText {
    /// Below this, what a word means stands on the line after it.
    static let twoColumnWidth = 60
    private static let indent = 2
    private static let gap = 2

    let width: Int
    private(set) var lines: [String] = []

    /// All commands by their groups, and what exit codes mean.
    init(of commands: [CommandDescription], width: Int) {
        self.width = width
        paragraph("Switchbridge forwards the accessibility switches of this box to a PC.")
        usage("switchbridge COMMAND …")
        for group in CommandDescription.Group.allCases {
            let members = commands.filter { $0.group == group && !$0.isHidden }
            guard !members.isEmpty else { continue }
            section(group.title, members.map { ($0.name, $0.summary) })
        }
        section("Exit codes", ExitCode.allCases.map { ("\($0.rawValue)", $0.meaning) })
        lines.append("")
        paragraph("`switchbridge COMMAND --help` says more about a command.")
    }

    /// The commands that begin with `word`.
    init(of commands: [CommandDescription], with word: String, width: Int) {
        self.width = width
        paragraph("\(word): these commands begin with it.")
        usage("switchbridge \(word) …")
        section("Commands", commands.map { ($0.name, $0.summary) })
        lines.append("")
        paragraph("`switchbridge \(word) … --help` says more about each.")
    }

    /// One command.
    init(of command: CommandDescription, width: Int) {
        self.width = width
        paragraph("\(command.name): \(command.summary).")
        let required = command.options.filter(\.isRequired).map(\.usage)
        let isOptional = command.options.contains { !$0.isRequired }
        let words =
            ["switchbridge", command.name] + required + (isOptional ? ["[OPTIONS]"] : [])
            + command.operands.map(\.usage)
        usage(words.joined(separator: " "))
        for text in command.details {
            lines.append("")
            paragraph(text)
        }
        section("Arguments", command.operands.map { ($0.name, $0.help) })
        section("Options", command.allOptions.map { ($0.usage, $0.help) })
        let codes = ExitCode.allCases.filter { ExitCode.ofEveryCommand.contains($0) || command.exitCodes.contains($0) }
        section("Exit codes", codes.map { ("\($0.rawValue)", $0.meaning) })
    }

    private mutating func paragraph(_ text: String) {
        lines += TextLayout.wrap(text, width: width)
    }

    private mutating func usage(_ text: String) {
        lines.append("")
        lines += TextLayout.wrap("Usage: \(text)", width: width, hangingIndent: 7)
    }

    /// Words and what they mean, side by side where there is room for it.
    private mutating func section(_ title: String, _ entries: [(word: String, meaning: String)]) {
        guard !entries.isEmpty else { return }
        lines += ["", title]
        let widest = entries.map { DisplayWidth.of($0.word) }.max() ?? 0
        let column = Self.indent + widest + Self.gap
        for entry in entries {
            let isNarrow = width < Self.twoColumnWidth && widest > 4
            if isNarrow {
                lines += TextLayout.wrap(entry.word, width: width, indent: Self.indent)
                lines += TextLayout.wrap(entry.meaning, width: width, indent: Self.indent * 2)
            } else {
                let padding = String(repeating: " ", count: widest - DisplayWidth.of(entry.word) + Self.gap)
                let meaning = TextLayout.wrap(entry.meaning, width: width - column)
                lines.append(String(repeating: " ", count: Self.indent) + entry.word + padding + (meaning.first ?? ""))
                lines += meaning.dropFirst().map { String(repeating: " ", count: column) + $0 }
            }
        }
    }
}
