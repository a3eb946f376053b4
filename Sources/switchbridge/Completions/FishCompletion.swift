// SPDX-License-Identifier: GPL-3.0-or-later

/// What fish reads to complete our command lines.
enum FishCompletion {
    static func script(_ commands: [CommandDescription]) -> String {
        let tree = CompletionTree(commands)
        var lines = tree.firstWords.map { word("", $0) }
        for group in tree.groups { lines += group.seconds.map { word(group.word, $0) } }
        for command in commands {
            lines += command.allOptions.map { option($0, of: command) }
            lines += operands(of: command)
        }
        return #"""
            # fish completion for switchbridge; made by: switchbridge completions fish

            # Whether what stands before the cursor is this much and nothing else.
            function __switchbridge_is
                set -l words (commandline -opc)
                test "$words[2..]" = "$argv"
            end

            # Whether it begins with this command.
            function __switchbridge_in
                set -l words (commandline -opc)
                test (count $words) -gt (count $argv); and test "$words[2..$(math 1 + (count $argv))]" = "$argv"
            end

            # What a KIND of word can be: of switches, those of the profile that the line names.
            function __switchbridge_words
                set -l words (commandline -opc)
                set -l place (contains --index -- --profile $words)
                if test -n "$place"; and test $place -lt (count $words)
                    switchbridge completions --words $argv[1] --profile $words[(math $place + 1)] 2>/dev/null
                else
                    switchbridge completions --words $argv[1] 2>/dev/null
                end
            end

            complete -c switchbridge -f
            \#(lines.joined(separator: "\n"))

            """#
    }

    private static func word(_ before: String, _ choice: (word: String, summary: String)) -> String {
        let condition = before.isEmpty ? "__switchbridge_is" : "__switchbridge_is \(before)"
        return "complete -c switchbridge -n \(quoted(condition)) -a \(choice.word) -d \(quoted(choice.summary))"
    }

    private static func option(_ option: Option, of command: CommandDescription) -> String {
        var words = ["complete -c switchbridge -n \(quoted("__switchbridge_in \(command.name)"))"]
        if let short = option.short { words.append("-s \(short)") }
        words.append("-l \(option.name)")
        if let kind = option.completed { words.append("-r \(offer(kind))") }
        words.append("-d \(quoted(option.help))")
        return words.joined(separator: " ")
    }

    /// Without regard to their order, which fish does not count.
    private static func operands(of command: CommandDescription) -> [String] {
        let kinds = command.operands.map(\.completed).filter { $0 != .anything }
        return kinds.map { kind in
            "complete -c switchbridge -n \(quoted("__switchbridge_in \(command.name)")) \(offer(kind))"
        }
    }

    private static func offer(_ kind: CompletedWord) -> String {
        switch kind {
        case .files: "-F"
        case .anything: "-f"
        case .profiles: "-F -a '(__switchbridge_words profiles)'"
        case .switches, .pcs, .actions, .shells, .pages: "-f -a '(__switchbridge_words \(kind))'"
        }
    }

    private static func quoted(_ text: String) -> String {
        "'\(text.reduce(into: "") { $0 += "'\\".contains($1) ? "\\\($1)" : String($1) })'"
    }
}
