// SPDX-License-Identifier: GPL-3.0-or-later

/// What zsh reads to complete our command lines, as the file `_switchbridge` on its `fpath`.
enum ZshCompletion {
    static func script(_ commands: [CommandDescription]) -> String {
        let tree = CompletionTree(commands)
        return #"""
            #compdef switchbridge
            # zsh completion for switchbridge; made by: switchbridge completions zsh

            # Offers what a KIND of word can be. Before it come the words of _arguments for compadd.
            _switchbridge_kind() {
              local -a profile found
              [[ -z $opt_args[--profile] ]] || profile=(--profile "${(Q)opt_args[--profile]}")
              found=("${(@f)$(switchbridge completions --words $@[-1] $profile 2>/dev/null)}")
              compadd "${@[1,-2]}" -a found || { [[ $@[-1] == profiles ]] && _files }
            }

            _switchbridge() {
              local -A opt_args
              local -a choices
              local context state line command
              if (( CURRENT == 2 )); then
                choices=(
            \#(tree.firstWords.map(choice).joined(separator: "\n"))
                )
                _describe command choices
                return
              fi
              command=$words[2]
              choices=()
              case $command in
            \#(tree.groups.map(group).joined(separator: "\n"))
              esac
              if (( $#choices )); then
                if (( CURRENT == 3 )); then
                  _describe command choices
                  return
                fi
                command+=" $words[3]"
                shift words
                (( CURRENT-- ))
              fi
              shift words
              (( CURRENT-- ))
              case $command in
            \#(commands.map(shape).joined(separator: "\n"))
              esac
            }

            if [[ $funcstack[1] == _switchbridge ]]; then _switchbridge "$@"; else compdef _switchbridge switchbridge; fi

            """#
    }

    private static func choice(_ choice: (word: String, summary: String)) -> String {
        "      \(quoted("\(choice.word):\(choice.summary)"))"
    }

    private static func group(_ group: (word: String, seconds: [(word: String, summary: String)])) -> String {
        """
            (\(group.word))
              choices=(
        \(group.seconds.map(choice).joined(separator: "\n"))
              ) ;;
        """
    }

    private static func shape(_ command: CommandDescription) -> String {
        let words = command.allOptions.flatMap(options) + command.operands.map(operand)
        return """
                ('\(command.name)')
                  _arguments \\
            \(words.map { "        \($0)" }.joined(separator: " \\\n")) ;;
            """
    }

    /// One word of `_arguments` for each spelling; it offers the other one no more.
    private static func options(_ option: Option) -> [String] {
        let names = option.spellings
        let rival = names.count > 1 ? "(\(names.joined(separator: " ")))" : ""
        let value = option.value.map { ":\(escaped($0)):\(action(CompletedWord(placeholder: $0)))" } ?? ""
        return names.map { name in
            let attached = option.value != nil && name.hasPrefix("--") ? "=" : ""
            return quoted("\(rival)\(name)\(attached)[\(escaped(option.help))]\(value)")
        }
    }

    private static func operand(_ operand: Operand) -> String {
        let prefix =
            switch operand.count {
            case .one: ":"
            case .optional: "::"
            case .any, .atLeastOne: "*:"
            }
        return quoted("\(prefix)\(escaped(operand.name)):\(action(operand.completed))")
    }

    private static func action(_ kind: CompletedWord) -> String {
        switch kind {
        case .files: "_files"
        case .anything: " "
        case .profiles, .switches, .pcs, .actions, .shells, .pages: "_switchbridge_kind \(kind)"
        }
    }

    /// As a description of `_arguments`, which brackets and colons end.
    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { $0 += "[]:\\".contains($1) ? "\\\($1)" : String($1) }
    }

    private static func quoted(_ text: String) -> String {
        "'\(text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
    }
}
