// SPDX-License-Identifier: GPL-3.0-or-later

/// A place in a profile file, as editors count: lines from 1, columns from 1 in Unicode scalars (a tab is one).
package struct TextPosition: Hashable, Comparable, Sendable {
    package static let start = TextPosition(line: 1, column: 1)

    package var line: Int
    package var column: Int

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    package static func < (left: TextPosition, right: TextPosition) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}
