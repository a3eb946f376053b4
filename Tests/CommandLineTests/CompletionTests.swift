// SPDX-License-Identifier: GPL-3.0-or-later
import PCLink
import Testing

@testable import switchbridge

/// What shells make of the scripts is in `Tests/Scripts/completions-test`.
@Suite("Completing command lines")
struct CompletionTests {
    @Test("every command and every option is in every script", arguments: CompletionsCommand.Shell.allCases)
    func complete(shell: CompletionsCommand.Shell) {
        let lines = CompletionsCommand.script(for: shell).split(separator: "\n").map(String.init)
        for command in commandTable.map({ $0.description }) where !command.isHidden {
            let own = Self.lines(of: command.name, in: lines, shell)
            for option in command.allOptions {
                #expect(own.contains { Self.offers(option, $0, shell) }, "\(command.name) \(option.spelling)")
            }
            #expect(!own.isEmpty, "\(command.name)")
            // Its first word comes before any of that.
            let word = command.words[0]
            let isOffered =
                switch shell {
                case .bash:
                    lines.contains { $0.contains(" words='devices ") && $0.contains(" \(word) ") }
                        || word == "devices"
                case .zsh: lines.contains { $0.hasPrefix("      '\(word):") }
                case .fish: lines.contains { $0.contains("'__switchbridge_is' -a \(word) ") }
                }
            #expect(isOffered, "\(word)")
        }
    }

    /// What a script says of one command alone.
    private static func lines(
        of command: String, in lines: [String], _ shell: CompletionsCommand.Shell
    ) -> [String] {
        switch shell {
        case .fish: lines.filter { $0.contains("'__switchbridge_in \(command)'") }
        case .bash: branch("    '\(command)')", in: lines)
        case .zsh: branch("    ('\(command)')", in: lines)
        }
    }

    /// A branch of a `case` with what it does, to its end.
    private static func branch(_ heading: String, in lines: [String]) -> [String] {
        guard let start = lines.firstIndex(of: heading) else { return [] }
        let end = lines[start...].firstIndex { $0.hasSuffix(";;") } ?? start
        return Array(lines[start...end])
    }

    private static func offers(_ option: Option, _ line: String, _ shell: CompletionsCommand.Shell) -> Bool {
        switch shell {
        case .fish: line.contains(" -l \(option.name) ")
        case .bash:
            line.hasPrefix("      options='") && line.split { " '".contains($0) }.contains(Substring(option.spelling))
        case .zsh: ["[", "=["].contains { line.contains(option.spelling + $0) }
        }
    }

    @Test("a name with an apostrophe, brackets and a colon ends no string of any shell")
    func hostile() {
        let command = CommandDescription(
            name: "try", group: .testing, summary: "what it's: [all] \\ of it",
            options: [Option("one", value: "A:B", help: "it's [one]: \\")])
        #expect(ZshCompletion.script([command]).contains(#"'try:what it'\''s: [all] \ of it'"#))
        #expect(ZshCompletion.script([command]).contains(#"'--one=[it'\''s \[one\]\: \\]:A\:B: '"#))
        #expect(FishCompletion.script([command]).contains(#"-d 'what it\'s: [all] \\ of it'"#))
    }

    @Test("words are one a line, of a profile that is named or the only one")
    func words() throws {
        let home = try ProfileHome()
        try home.putProfile("mine")
        #expect(home.run("completions", "--words", "profiles").test.output.lines == ["mine", "template"])
        #expect(home.run("completions", "--words", "switches").test.output.lines == ["Left", "Right"])
        try home.putProfile("other")
        #expect(home.run("completions", "--words", "switches").test.output.lines == [])
        let named = home.run("completions", "--words", "switches", "--profile", "other")
        #expect(named.test.output.lines == ["Left", "Right"])
    }

    @Test("what cannot be read has no words, and nothing is said of it", arguments: CompletedWord.told)
    func quiet(kind: CompletedWord) throws {
        let home = try ProfileHome()
        try home.putProfile("mine", "schema: 7")
        try home.put("not JSON", "state/switchbridge/pcs.json")
        let (ending, test) = home.run("completions", "--words", kind.rawValue, "--profile", "mine")
        #expect(ending == .code(.done))
        #expect(test.talk.lines == [])
    }

    @Test("where no PC was saved, asking for them makes no file")
    func writesNothing() throws {
        let home = try ProfileHome()
        #expect(home.run("completions", "--words", "pcs").test.output.lines == [])
        #expect(!home.names(in: ".").contains("state"))
    }

    @Test(
        "what it cannot print is a mistake of the command line",
        arguments: [[], ["tcsh"], ["--words", "files"], ["bash", "--words", "pcs"]])
    func refused(words: [String]) {
        let test = TestTerminal()
        #expect(Program.run(["completions"] + words, test.terminal) == .code(.usage))
        #expect(test.output.lines == [])
    }
}
