// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol

/// The state as it changes.
final class StatusView {
    private let terminal: Terminal
    private let json: Bool
    private var block: LiveBlock
    /// The state that was told last; nil before the first.
    private var lines: [String]?

    init(_ terminal: Terminal, isPlain: Bool, json: Bool) {
        self.terminal = terminal
        self.json = json
        block = LiveBlock(terminal.output, isDrawn: terminal.canMoveCursor && !isPlain && !json)
    }

    /// A line was typed, which moved the cursor of a terminal.
    func lineTyped() { block.lineTyped() }

    func happened(_ news: [String: JSONValue]) throws(Failure) {
        if json { return try terminal.show(json: .object(news)) }
        guard let text = news.shownText else { return }
        try block.erase()
        try terminal.show(text)
        // Not all news changes the state, which has to stay in sight all the same.
        if let lines { try block.update([""] + lines) }
    }

    func changed(_ status: ForwardStatus) throws(Failure) {
        if json { return try terminal.show(json: .object(["event": .string("status"), "status": status.json])) }
        // Where nothing is drawn anew, the news alone tells what changes from here on.
        if lines == nil, !block.isDrawn { try terminal.show(lines: status.lines) }
        lines = status.lines
        try block.update([""] + status.lines)
    }
}
