// SPDX-License-Identifier: GPL-3.0-or-later

/// One run of a simulation as text: how many events it has before it may come to rest, and each choice that was not the
/// plainest.
///
///     # anything
///     events 120
///     contact 1 #2 = 4
package struct Script: Hashable, Sendable {
    package struct Line: Hashable, Sendable {
        /// The text of a `ChoicePoint`.
        package var point: String
        /// How often the point came, from 1.
        package var number: Int
        package var value: Int
    }

    package enum Problem: Error, Hashable {
        case noEvents
        /// The number of a line that cannot be read, from 1.
        case unreadable(line: Int)

        package var text: String {
            switch self {
            case .noEvents: "no script, which says how many events it has"
            case .unreadable(let line): "line \(line) is none of a script"
            }
        }
    }

    package var events: Int
    package var lines: [Line]

    init(events: Int, lines: [Line]) {
        self.events = events
        self.lines = lines
    }

    package init(text: String) throws(Problem) {
        var events: Int?
        lines = []
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line.isEmpty || line.hasPrefix("#") { continue }
            if line.hasPrefix("events "), let count = Int(line.dropFirst(7)) {
                events = count
            } else if let line = Line(line) {
                lines.append(line)
            } else {
                throw .unreadable(line: index + 1)
            }
        }
        guard let events else { throw .noEvents }
        self.events = events
    }

    package var text: String { (["events \(events)"] + lines.map(\.text)).map { $0 + "\n" }.joined() }
}

extension Script.Line {
    fileprivate init?(_ text: Substring) {
        guard let hash = text.lastIndex(of: "#"), hash > text.startIndex else { return nil }
        let numbers = text[text.index(after: hash)...].split(separator: " = ", maxSplits: 1)
        guard numbers.count == 2, let number = Int(numbers[0]), let value = Int(numbers[1]) else { return nil }
        point = String(text[..<text.index(before: hash)])
        self.number = number
        self.value = value
    }

    fileprivate var text: String { "\(point) #\(number) = \(value)" }
}
