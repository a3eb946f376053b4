// SPDX-License-Identifier: GPL-3.0-or-later

/// All that is known of a command before it runs. Parsing, help and usage errors come from here, and so do the manual and
/// completions.
struct CommandDescription: Sendable {
    /// The groups of the general help, in its order.
    enum Group: CaseIterable, Sendable {
        case setUp, everyDay, trouble, testing, packagers

        var title: String {
            switch self {
            case .setUp: "Set up"
            case .everyDay: "Every day"
            case .trouble: "When something is wrong"
            case .testing: "For testing"
            case .packagers: "For packagers"
            }
        }
    }

    /// One word, or two such as "profile check".
    var name: String
    var group: Group
    /// One line, without a full stop.
    var summary: String
    /// Paragraphs of its own help. Text in backticks is never broken over lines.
    var details: [String] = []
    var operands: [Operand] = []
    var options: [Option] = []
    /// What it can end with besides `done`, `failed` and `usage`.
    var exitCodes: [ExitCode] = []
    /// Run by other programs alone, so that no list for people has it.
    var isHidden = false

    var words: [String] { name.split(separator: " ").map(String.init) }

    /// With `--help`, which every command has.
    var allOptions: [Option] { options + [.help] }

    func option(spelled text: String) -> Option? {
        allOptions.first { $0.spelling == text || $0.shortSpelling == text }
    }
}

/// What stands on the command line without a dash.
struct Operand: Hashable, Sendable {
    enum Count: Hashable, Sendable {
        case one, optional, any, atLeastOne

        var least: Int {
            switch self {
            case .one, .atLeastOne: 1
            case .optional, .any: 0
            }
        }

        /// Nil when there is no limit.
        var most: Int? {
            switch self {
            case .one, .optional: 1
            case .any, .atLeastOne: nil
            }
        }
    }

    /// In capitals, such as "FILE".
    var name: String
    var count: Count
    var help: String

    /// As the usage line has it: `FILE`, `[FILE]`, `[FILE…]`, `FILE…`.
    var usage: String {
        switch count {
        case .one: name
        case .optional: "[\(name)]"
        case .any: "[\(name)…]"
        case .atLeastOne: "\(name)…"
        }
    }
}

struct Option: Hashable, Sendable {
    static let help = Option("help", short: "h", help: "show this help")
    /// One and the same wherever it is offered.
    static let json = Option("json", help: "print JSON lines, for other programs")

    /// Without its dashes.
    var name: String
    var short: Character?
    /// The placeholder of its value, in capitals; nil when it takes none.
    var value: String?
    var isRequired: Bool
    var help: String

    init(
        _ name: String, short: Character? = nil, value: String? = nil, isRequired: Bool = false, help: String
    ) {
        self.name = name
        self.short = short
        self.value = value
        self.isRequired = isRequired
        self.help = help
    }

    var spelling: String { "--\(name)" }
    var shortSpelling: String? { short.map { "-\($0)" } }

    /// As the help has it: `-h, --help`, `--listen PATH`.
    var usage: String {
        let names = [shortSpelling, spelling].compactMap(\.self).joined(separator: ", ")
        return value.map { "\(names) \($0)" } ?? names
    }
}
