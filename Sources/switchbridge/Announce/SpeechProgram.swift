// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc

/// A program that speaks a text which it is given as its last argument, and ends when that has been spoken.
struct SpeechProgram: Hashable, Sendable {
    /// Its file.
    let path: String
    /// Before the text.
    let words: [String]
    /// Before an urgent text.
    let urgentWords: [String]

    /// The texts are English, whatever the voice that the desktop has chosen. After `--` nothing is an option.
    private static let known: [(name: String, words: [String], urgent: [String])] = [
        // Without --wait it would end at once, and nothing could be interrupted. An important message ends those of ours
        // that speech-dispatcher still speaks: it goes on when the program that asked it has gone.
        (
            "spd-say", ["--wait", "--language", "en", "--priority", "message", "--"],
            ["--wait", "--language", "en", "--priority", "important", "--"]
        ),
        ("espeak-ng", ["-v", "en", "--"], ["-v", "en", "--"]),
    ]

    /// Those that are installed, the best first.
    static func installed(_ environment: [String: String]) -> [SpeechProgram] {
        known.compactMap { known in
            find(known.name, environment).map {
                SpeechProgram(path: $0, words: known.words, urgentWords: known.urgent)
            }
        }
    }

    /// One that its user names, by its path or as the shell would find it. It is given the text alone.
    static func named(_ name: String, _ environment: [String: String]) -> SpeechProgram? {
        if let known = installed(environment).first(where: { Path.name(of: $0.path) == name }) { return known }
        return find(name, environment).map { SpeechProgram(path: $0, words: [], urgentWords: []) }
    }

    private static func find(_ name: String, _ environment: [String: String]) -> String? {
        if name.contains("/") { return isProgram(name) ? name : nil }
        let directories = environment["PATH", default: "/usr/local/bin:/usr/bin:/bin"].split(separator: ":")
        return directories.lazy.map { "\($0)/\(name)" }.first(where: isProgram)
    }

    private static func isProgram(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
    }
}
