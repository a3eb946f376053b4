// SPDX-License-Identifier: GPL-3.0-or-later

/// Breaks text into lines.
enum TextLayout {
    /// Lines of at most `width` columns, broken between words. A word that is longer, and a command in backticks, stays
    /// whole even so: the terminal breaks it, and copied it is still one line.
    /// - Parameter hangingIndent: of all lines but the first; `indent` where it is not given.
    static func wrap(_ text: String, width: Int, indent: Int = 0, hangingIndent: Int? = nil) -> [String] {
        var lines: [String] = []
        var line = String(repeating: " ", count: indent)
        var column = indent
        var isEmpty = true
        for word in words(of: text) {
            let wordWidth = DisplayWidth.of(word)
            if !isEmpty, column + 1 + wordWidth > width {
                lines.append(line)
                column = hangingIndent ?? indent
                line = String(repeating: " ", count: column)
                isEmpty = true
            }
            line += isEmpty ? word : " \(word)"
            column += isEmpty ? wordWidth : wordWidth + 1
            isEmpty = false
        }
        return lines + [isEmpty ? "" : line]
    }

    /// Split at spaces outside backticks. A backtick without its partner quotes nothing.
    private static func words(of text: String) -> [String] {
        let parts = text.split(separator: "`", omittingEmptySubsequences: false)
        var words: [String] = []
        var word = ""
        for (index, part) in parts.enumerated() {
            let isQuoted = index % 2 == 1 && index < parts.count - 1
            if index > 0 { word += "`" }
            guard !isQuoted else {
                word += part
                continue
            }
            let pieces = part.split(separator: " ", omittingEmptySubsequences: false)
            word += pieces[0]
            for piece in pieces.dropFirst() {
                if !word.isEmpty { words.append(word) }
                word = String(piece)
            }
        }
        return word.isEmpty ? words : words + [word]
    }
}
