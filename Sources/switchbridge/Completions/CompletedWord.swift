// SPDX-License-Identifier: GPL-3.0-or-later

/// What a shell offers for a word of the command line that is not a command or an option.
enum CompletedWord: String, CaseIterable, Sendable {
    case profiles, switches, pcs, actions, shells, pages
    /// The shell knows these itself.
    case files
    /// Anything: nothing is offered.
    case anything

    /// - Parameter placeholder: as an operand or the value of an option is called in the help, such as "PROFILE".
    init(placeholder: String) {
        self =
            switch placeholder {
            case "PROFILE": .profiles
            case "SWITCH": .switches
            case "PC": .pcs
            case "ACTION", "ACTION[,ACTION…]": .actions
            case "SHELL": .shells
            case "PAGE": .pages
            case "FILE", "PATH": .files
            default: .anything
            }
    }

    /// Those that the program tells, by `switchbridge completions --words`.
    static let told = allCases.filter { $0 != .files && $0 != .anything }
}

extension Operand {
    var completed: CompletedWord { CompletedWord(placeholder: name) }

    var isRepeated: Bool { count.most == nil }
}

extension Option {
    /// Nil for one without a value.
    var completed: CompletedWord? { value.map { CompletedWord(placeholder: $0) } }

    /// Both ways to write it, the short one first.
    var spellings: [String] { [shortSpelling, spelling].compactMap(\.self) }
}
