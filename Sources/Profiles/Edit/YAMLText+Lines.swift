// SPDX-License-Identifier: GPL-3.0-or-later

/// Lines, blanks and comments, as libyaml tells them apart.
extension YAMLText {
    static func isBreak(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": true
        default: false
        }
    }

    static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }

    func lineStart(_ offset: Int) -> Int {
        var start = offset
        while start > 0, !Self.isBreak(scalars[start - 1]) { start -= 1 }
        return start
    }

    /// Where the line's break stands, or the text ends.
    func lineEnd(_ offset: Int) -> Int {
        var end = offset
        while end < scalars.count, !Self.isBreak(scalars[end]) { end += 1 }
        return end
    }

    /// Behind the break at `offset`; a CR LF is one.
    func afterBreak(_ offset: Int) -> Int {
        guard offset < scalars.count else { return offset }
        let isPair = scalars[offset] == "\r" && offset + 1 < scalars.count && scalars[offset + 1] == "\n"
        return offset + (isPair ? 2 : 1)
    }

    /// The break before `offset`, which is the start of a line.
    func beforeBreak(_ offset: Int) -> Int {
        guard offset > 0 else { return 0 }
        let isPair = offset > 1 && scalars[offset - 1] == "\n" && scalars[offset - 2] == "\r"
        return offset - (isPair ? 2 : 1)
    }

    func skipBlanks(_ offset: Int) -> Int {
        var next = offset
        while next < scalars.count, Self.isBlank(scalars[next]) { next += 1 }
        return next
    }

    /// Back over blanks.
    func skipBlanksBack(_ offset: Int) -> Int {
        var next = offset
        while next > 0, Self.isBlank(scalars[next - 1]) { next -= 1 }
        return next
    }

    /// The next thing of meaning after `offset`, which is not within one.
    func skipToToken(_ offset: Int) -> Int {
        var next = offset
        while next < scalars.count {
            if scalars[next] == "#" {
                next = lineEnd(next)
            } else if Self.isBlank(scalars[next]) || Self.isBreak(scalars[next]) {
                next += 1
            } else {
                break
            }
        }
        return next
    }

    /// Whether only blanks stand before it in its line.
    func isFirstInLine(_ offset: Int) -> Bool { skipBlanksBack(offset) == lineStart(offset) }

    /// The break that ends the line of `offset`, else the first in the text.
    func lineBreak(near offset: Int) -> String {
        let own = lineEnd(offset)
        let place = own < scalars.count ? own : lineEnd(0)
        guard place < scalars.count else { return "\n" }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars[place..<afterBreak(place)])
        return String(text)
    }

    func text(_ range: Range<Int>) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars[range])
        return String(text)
    }

    // MARK: Whole lines

    /// Lines and the comments that belong to what they say: comment lines directly above that are indented no deeper, and
    /// directly below that are. Ends before its last line break.
    /// - Parameters:
    ///   - start: where it begins, after nothing but blanks.
    ///   - end: where its last value ends.
    ///   - floor: where the thing before it ends.
    func lines(from start: Int, to end: Int, floor: Int) -> Range<Int> {
        let column = start - lineStart(start)
        var first = lineStart(start)
        while first > 0 {
            let above = lineStart(beforeBreak(first))
            guard above > floor, let indent = commentIndent(above), indent <= column else { break }
            first = above
        }
        var last = lineEnd(end)
        while last < scalars.count {
            let below = afterBreak(last)
            guard let indent = commentIndent(below), indent > column else { break }
            last = lineEnd(below)
        }
        return first..<last
    }

    /// How far a line that is a comment is indented; nil of any other line.
    private func commentIndent(_ lineStart: Int) -> Int? {
        let first = skipBlanks(lineStart)
        guard first < scalars.count, scalars[first] == "#" else { return nil }
        return first - lineStart
    }

    /// Takes whole lines away. With the last ones of a text that does not end in a line break the one before them goes.
    func deletion(ofLines range: Range<Int>) -> Splice {
        if range.upperBound < scalars.count { return Splice(range: range.lowerBound..<afterBreak(range.upperBound)) }
        return Splice(range: beforeBreak(range.lowerBound)..<range.upperBound)
    }

    /// A new line below that of `offset`.
    func insertion(ofLines lines: [String], below offset: Int) -> Splice {
        let end = lineEnd(offset)
        return Splice(range: end..<end, replacement: lines.map { lineBreak(near: offset) + $0 }.joined())
    }
}
