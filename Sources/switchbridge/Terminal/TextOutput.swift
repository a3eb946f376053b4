// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol

/// How a line looks on a terminal that can do it. The words alone must say the same.
enum TextStyle: Sendable {
    case plain, heading, good, warning, bad, faint

    /// SGR parameters (ECMA-48, 8.3.117).
    fileprivate var parameters: String? {
        switch self {
        case .plain: nil
        case .heading: "1"
        case .good: "32"
        case .warning: "33"
        case .bad: "31"
        case .faint: "2"
        }
    }
}

/// One of the program's outputs. Everything but JSON passes through `line`, which lets no control character out: what a
/// device or a PC calls itself must not be able to move a cursor.
struct TextOutput {
    /// The width that help and reports are laid out for where there is no terminal.
    static let usualWidth = 80
    /// Narrower is not laid out for: words would stand alone.
    static let leastWidth = 20

    var sink: any TextSink
    /// Columns of the terminal; nil when it is none, and lines stay as they are.
    var terminalWidth: Int?
    var usesColour = false

    /// The width for what is laid out in any case.
    var layoutWidth: Int { max(Self.leastWidth, terminalWidth ?? Self.usualWidth) }

    /// Writes a line, broken into several where the terminal is narrower.
    /// - Parameter indent: of what follows the first break too.
    func line(_ text: String = "", _ style: TextStyle = .plain, indent: Int = 0) throws(OutputProblem) {
        let text = DisplayText.withoutControls(text)
        let margin = String(repeating: " ", count: indent)
        guard let terminalWidth else { return try sink.write("\(margin)\(text)\n") }
        let width = max(Self.leastWidth, terminalWidth)
        for line in TextLayout.wrap(text, width: width, indent: indent, hangingIndent: indent + 2) {
            try sink.write(styled(line, style) + "\n")
        }
    }

    /// Writes lines that are laid out already.
    func lines(_ lines: [String]) throws(OutputProblem) {
        for line in lines { try sink.write(DisplayText.withoutControls(line) + "\n") }
    }

    /// Writes a value on a line of its own.
    func json(_ value: JSONValue) throws(OutputProblem) {
        try sink.write(String(decoding: value.line, as: UTF8.self))
    }

    private func styled(_ line: String, _ style: TextStyle) -> String {
        guard usesColour, let parameters = style.parameters else { return line }
        return "\u{1B}[\(parameters)m\(line)\u{1B}[0m"
    }
}
