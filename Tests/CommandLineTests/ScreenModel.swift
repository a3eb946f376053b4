// SPDX-License-Identifier: GPL-3.0-or-later

/// As much of a terminal as the live block uses: line ends, cursor up, erase to the end.
struct ScreenModel {
    private var lines: [String] = [""]
    private var row = 0

    var text: String { lines.joined(separator: "\n") }

    init(_ output: String) {
        var rest = output[...]
        while let character = rest.popFirst() {
            switch character {
            case "\n": lineEnd()
            case "\r": break
            case "\u{1B}": escape(&rest)
            default: lines[row].append(character)
            }
        }
    }

    private mutating func lineEnd() {
        row += 1
        if row == lines.count { lines.append("") }
    }

    private mutating func escape(_ rest: inout Substring) {
        rest.removeFirst()
        let digits = rest.prefix(while: \.isNumber)
        rest.removeFirst(digits.count)
        switch rest.popFirst() {
        case "A": row -= min(row, Int(digits) ?? 1)
        case "J": lines = Array(lines.prefix(row)) + [""]
        default: break
        }
    }
}
