// SPDX-License-Identifier: GPL-3.0-or-later
import Sentences

/// What somebody types into a running `forward`, whoever does the forwarding.
enum ForwardWord: Hashable {
    case start, stop, pair, quit, help
    /// - Parameter pc: its name as it was typed; empty where none was.
    case use(pc: String)
    /// - Parameter id: empty where none was typed, which asks for the list.
    case profile(id: String)
    case unknown(String)

    /// Nil for a line without words.
    init?(line: String) {
        let words = line.split(separator: " ").map(String.init)
        guard let word = words.first else { return nil }
        let rest = words.dropFirst().joined(separator: " ")
        switch word {
        case "start": self = .start
        case "stop": self = .stop
        case "use": self = .use(pc: rest)
        case "profile": self = .profile(id: rest)
        case "pair": self = .pair
        case "quit", "exit": self = .quit
        case "help": self = .help
        default: self = .unknown(word)
        }
    }

    /// While a switch is down, what is on a terminal's line may have been typed by it (F38). A program's words are its own,
    /// and an end of forwarding is never refused.
    func mayHaveBeenMeant(onTerminal: Bool, isSwitchDown: Bool) -> Bool {
        switch self {
        case .stop, .quit: true
        case .start, .pair, .help, .use, .profile, .unknown: !onTerminal || !isSwitchDown
        }
    }
}

extension [ForwardStatus.Offered] {
    /// The list to choose from, by id or by place.
    var sentences: [Sentence] {
        enumerated().map { index, profile in
            Sentence(.forwardOffered, ["number": "\(index + 1)", "id": profile.id, "name": profile.name])
        }
    }
}
