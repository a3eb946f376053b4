// SPDX-License-Identifier: GPL-3.0-or-later

/// How many columns of a terminal a text takes.
enum DisplayWidth {
    static func of(_ text: String) -> Int { text.reduce(0) { $0 + of($1) } }

    /// A character of several scalars is as wide as its widest: marks and joiners take no room of their own.
    static func of(_ character: Character) -> Int { character.unicodeScalars.map(of).max() ?? 0 }

    private static func of(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control, .lineSeparator, .paragraphSeparator: return 0
        default: return scalar.properties.isEmojiPresentation || isWide(scalar.value) ? 2 : 1
        }
    }

    /// The blocks that are wide or full width in Unicode's EastAsianWidth.txt. A few unassigned code points within them
    /// count as wide too.
    private static func isWide(_ value: UInt32) -> Bool {
        switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0xFE30...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18CFF, 0x1B000...0x1B2FF,
            0x20000...0x3FFFD:
            true
        default: false
        }
    }
}
