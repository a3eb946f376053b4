// SPDX-License-Identifier: GPL-3.0-or-later

/// Makes text from outside fit to be shown: a name must not be able to move the cursor, recolour a terminal, turn the
/// direction of what follows, or fill the screen.
package enum DisplayText {
    /// `text` without control and format characters, trimmed, at most so many Unicode characters.
    package static func display(_ text: String, characters limit: Int) -> String {
        var kept = String.UnicodeScalarView()
        for scalar in trimmed(text).unicodeScalars where !isControl(scalar) {
            guard kept.count < limit else { break }
            kept.append(scalar)
        }
        return trimmed(String(kept))
    }

    /// `text` without control characters and direction overrides, and otherwise as it is.
    package static func withoutControls(_ text: String) -> String {
        guard containsControls(text) else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.filter { !isControl($0) }))
    }

    static func containsControls(_ text: String) -> Bool { text.unicodeScalars.contains(where: isControl) }

    static func trimmed(_ text: String) -> String {
        let scalars = text.unicodeScalars
        let isSpace = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
        guard let first = scalars.firstIndex(where: { !isSpace($0) }),
            let last = scalars.lastIndex(where: { !isSpace($0) })
        else { return "" }
        return String(scalars[first...last])
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        // Direction overrides and isolates; joiners are format characters too, and names need those.
        case .format: scalar.properties.isBidiControl
        default: false
        }
    }
}
