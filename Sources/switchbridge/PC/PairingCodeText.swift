// SPDX-License-Identifier: GPL-3.0-or-later

/// The six digits of a pairing, to be compared by eye or by ear.
struct PairingCodeText {
    let code: String

    private static let names = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
    /// Three columns by five rows, row by row from the top; each bit is one cell, the left one the highest.
    private static let shapes: [[UInt8]] = [
        [7, 5, 5, 5, 7], [2, 6, 2, 2, 7], [7, 1, 7, 4, 7], [7, 1, 7, 1, 7], [5, 5, 7, 1, 1], [7, 4, 7, 1, 7],
        [7, 4, 7, 5, 7], [7, 1, 1, 1, 1], [7, 5, 7, 5, 7], [7, 5, 7, 1, 7],
    ]
    private static let rows = 5
    /// What lines are laid out with: unlike a plain space, nothing breaks or joins lines at it.
    private static let space = "\u{A0}"

    private var digits: [Int] { code.compactMap(\.wholeNumberValue) }

    /// Digit by digit, in two groups, as a screen reader speaks it: "six one zero, seven one seven".
    var words: String { grouped(digits.map { Self.names[$0] }, between: " ", groups: ", ") }

    /// The digits with room between them.
    var spaced: String { grouped(digits.map(String.init), between: Self.space, groups: space(3)) }

    /// As large as fits into so many columns.
    func lines(width: Int) -> [String] {
        let sizes = [large(columnsPerCell: 2), large(columnsPerCell: 1)]
        return sizes.first { lines in lines.allSatisfy { DisplayWidth.of($0) <= width } } ?? [spaced]
    }

    private func large(columnsPerCell columns: Int) -> [String] {
        (0..<Self.rows).map { row in
            let pieces = digits.map { digit in
                [4, 2, 1].map { cell in
                    String(repeating: Self.shapes[digit][row] & cell == 0 ? Self.space : "█", count: columns)
                }.joined()
            }
            return grouped(pieces, between: space(columns), groups: space(columns * 3))
        }
    }

    private func grouped(_ pieces: [String], between: String, groups: String) -> String {
        let half = pieces.count / 2
        return [pieces.prefix(half), pieces.dropFirst(half)].map { $0.joined(separator: between) }
            .joined(separator: groups)
    }

    private func space(_ count: Int) -> String { String(repeating: Self.space, count: count) }
}
