// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol

@testable import switchbridge

/// Keeps what is written.
final class MemorySink: TextSink {
    private(set) var text = ""
    /// What every write throws.
    var problem: OutputProblem?

    var lines: [String] { text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init) }

    func write(_ text: String) throws(OutputProblem) {
        if let problem { throw problem }
        self.text += text
    }

    func finish() {}
}

/// A terminal that a test can read.
struct TestTerminal {
    let output = MemorySink()
    let talk = MemorySink()
    var width: Int?
    var usesColour = false
    var environment: [String: String] = [:]

    var terminal: Terminal {
        Terminal(
            environment: environment, output: TextOutput(sink: output, terminalWidth: width, usesColour: usesColour),
            talk: TextOutput(sink: talk, terminalWidth: width, usesColour: usesColour))
    }

    func run(_ words: String...) -> Ending { Program.run(words, terminal) }

    /// The JSON objects that were written, one a line.
    var objects: [[String: JSONValue]] {
        output.lines.compactMap { (try? JSONValue(parsing: Array($0.utf8)))?.members }
    }
}
