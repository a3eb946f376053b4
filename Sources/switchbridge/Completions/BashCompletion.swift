// SPDX-License-Identifier: GPL-3.0-or-later

/// What bash reads to complete our command lines. It needs no other package; bash 4.1 is enough.
enum BashCompletion {
    static func script(_ commands: [CommandDescription]) -> String {
        let tree = CompletionTree(commands)
        return #"""
            # bash completion for switchbridge; made by: switchbridge completions bash

            # Offers those lines of standard input that go on from the word at the cursor. Within quotes nothing else needs
            # quoting, and bash closes them.
            _switchbridge_offer() {
              local candidate
              while IFS= read -r candidate; do
                [[ $candidate == "$plain"* ]] || continue
                [ -n "$quote" ] || printf -v candidate %q "$candidate"
                COMPREPLY+=("$candidate")
              done
            }

            # Offers what a KIND of word can be.
            _switchbridge_offer_kind() {
              case $1 in
                anything) ;;
                files)
                  compopt -o filenames 2>/dev/null
                  mapfile -t COMPREPLY < <(compgen -f -- "$plain") ;;
                *)
                  _switchbridge_offer < <(switchbridge completions --words "$1" ${profile:+--profile "$profile"} 2>/dev/null)
                  if [ "$1" = profiles ] && [ ${#COMPREPLY[@]} = 0 ]; then _switchbridge_offer_kind files; fi ;;
              esac
            }

            # Sets plain to WORD without its quotes, and quote to the one that it begins with.
            _switchbridge_unquote() {
              case $1 in
                [\"\']*) quote=${1:0:1} plain=${1:1} plain=${plain%"$quote"} ;;
                *) quote='' plain=${1//\\/} ;;
              esac
            }

            # Sets what can follow a COMMAND, or the first word of one: words that complete it, or else its options, which
            # kind of value these have, and the kinds of its operands; one with a plus can be there more than once.
            _switchbridge_shape() {
              words='' options='' values='' operands=''
              case $1 in
                '') words='\#(words(tree.firstWords))' ;;
            \#(tree.groups.map { "    '\($0.word)') words='\(words($0.seconds))' ;;" }.joined(separator: "\n"))
            \#(commands.map(shape).joined(separator: "\n"))
              esac
            }

            _switchbridge() {
              local words options values operands command='' valued='' profile='' quote plain word index count=0
              COMPREPLY=()
              _switchbridge_shape ''
              for ((index = 1; index < COMP_CWORD; index++)); do
                word=${COMP_WORDS[index]}
                if [ "$word" = = ]; then # between an option and its value
                  continue
                elif [ -n "$valued" ]; then
                  _switchbridge_unquote "$word"
                  [ "$valued" != --profile ] || profile=$plain
                  valued=''
                elif [[ $word == -* ]]; then
                  [[ " $values" != *" $word="* ]] || valued=$word
                elif [ -n "$words" ]; then
                  command+=${command:+ }$word
                  _switchbridge_shape "$command"
                else
                  count=$((count + 1))
                fi
              done

              word=${COMP_WORDS[COMP_CWORD]}
              [ "$word" != = ] || word=''
              _switchbridge_unquote "$word"
              if [ -n "$valued" ]; then
                word=" $values"
                word=${word#*" $valued="}
                _switchbridge_offer_kind "${word%% *}"
              elif [ -n "$words" ]; then
                mapfile -t COMPREPLY < <(compgen -W "$words" -- "$plain")
              elif [[ $plain == -* ]]; then
                mapfile -t COMPREPLY < <(compgen -W "$options" -- "$plain")
              else
                for word in $operands; do
                  if [ "$count" = 0 ] || [[ $word == *+ ]]; then
                    _switchbridge_offer_kind "${word%+}"
                    break
                  fi
                  count=$((count - 1))
                done
              fi
            }
            complete -F _switchbridge switchbridge

            """#
    }

    private static func words(_ words: [(word: String, summary: String)]) -> String {
        words.map(\.word).joined(separator: " ")
    }

    private static func shape(_ command: CommandDescription) -> String {
        let values = command.options.flatMap { option in
            option.completed.map { kind in option.spellings.map { "\($0)=\(kind)" } } ?? []
        }
        let operands = command.operands.map { "\($0.completed)\($0.isRepeated ? "+" : "")" }
        return """
                '\(command.name)')
                  options='\(command.allOptions.map(\.spelling).joined(separator: " "))'
                  values='\(values.joined(separator: " "))'
                  operands='\(operands.joined(separator: " "))' ;;
            """
    }
}
