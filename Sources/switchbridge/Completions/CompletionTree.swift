// SPDX-License-Identifier: GPL-3.0-or-later

/// The commands as a shell meets them, word by word.
struct CompletionTree {
    /// What can stand as the first word, with what it means. `help` is understood though it is no command.
    let firstWords: [(word: String, summary: String)]
    /// First words that need a second one, with those there are.
    let groups: [(word: String, seconds: [(word: String, summary: String)])]
    let commands: [CommandDescription]

    init(_ commands: [CommandDescription]) {
        self.commands = commands
        var groups: [(word: String, seconds: [(word: String, summary: String)])] = []
        var firstWords: [(word: String, summary: String)] = []
        for command in commands {
            let words = command.words
            guard words.count > 1 else {
                firstWords.append((words[0], command.summary))
                continue
            }
            let second = (words[1], command.summary)
            if let index = groups.firstIndex(where: { $0.word == words[0] }) {
                groups[index].seconds.append(second)
            } else {
                groups.append((words[0], [second]))
                firstWords.append((words[0], "\(words[0]) …"))
            }
        }
        for (index, first) in firstWords.enumerated() {
            guard let group = groups.first(where: { $0.word == first.word }) else { continue }
            firstWords[index].summary = group.seconds.map(\.word).joined(separator: ", ")
        }
        self.firstWords = firstWords + [("help", "say more about a command")]
        self.groups = groups
    }
}
