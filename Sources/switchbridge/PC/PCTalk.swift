// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol
import Sentences

/// How the user of `pc scan` and `pc pair` is told what happens: sentences with a live block below them on a terminal,
/// JSON lines for programs.
final class PCTalk {
    let isJSON: Bool
    private let live: LiveRun
    private var block: LiveBlock

    init(_ live: LiveRun, json: Bool) {
        self.live = live
        isJSON = json
        block = LiveBlock(live.terminal.output, isDrawn: !json && live.terminal.canMoveCursor)
    }

    /// Whether `draw` draws anything.
    var isDrawn: Bool { block.isDrawn }

    /// A line was typed, which moved the cursor of a terminal.
    func lineTyped() { block.lineTyped() }

    func tell(
        _ event: String, _ sentence: Sentence? = nil, _ fields: [String: JSONValue] = [:],
        _ style: TextStyle = .plain
    ) {
        live.attempt { () throws(Failure) in
            guard !isJSON else {
                var members = fields
                members["event"] = .string(event)
                if let sentence { members["text"] = .string(sentence.description) }
                return try live.terminal.show(json: .object(members))
            }
            guard let sentence else { return }
            try block.erase()
            try live.terminal.show(sentence.description, style)
        }
    }

    func tell(_ change: NearbyList.Change, _ report: NearbyReport) {
        live.attempt { () throws(Failure) in
            if isJSON {
                try live.terminal.show(json: change.json(report))
            } else if !isDrawn, let sentence = change.sentence(report) {
                try live.terminal.show(sentence.description)
            }
        }
    }

    /// Puts `lines` below what was said, in place of those before.
    func draw(_ lines: [String]) {
        live.attempt { () throws(Failure) in try block.update(lines) }
    }
}
