// SPDX-License-Identifier: GPL-3.0-or-later
import PCLink
import Testing

@testable import switchbridge

/// What shells make of the scripts is in `Tests/Scripts/completions-test`.
@Suite("Completing command lines")
struct CompletionTests {
    @Test("every command and every option is in every script", arguments: CompletionsCommand.Shell.allCases)
    func complete(shell: CompletionsCommand.Shell) {
        let script = CompletionsCommand.script(for: shell)
        for command in commandTable.map({ $0.description }) where !command.isHidden {
            #expect(script.contains(command.name), "\(command.name)")
            for option in command.allOptions {
                #expect(script.contains(shell == .fish ? "-l \(option.name)" : option.spelling), "\(option.spelling)")
            }
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
