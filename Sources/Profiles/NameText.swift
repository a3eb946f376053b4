// SPDX-License-Identifier: GPL-3.0-or-later

/// Names of profiles, devices and switches.
package enum NameText {
    /// In characters.
    package static let lengthRange = 1...40

    package static func isName(_ text: String) -> Bool {
        // A "character" may consist of any number of scalars; four each leave room for accents and flags.
        lengthRange.contains(text.count) && text.unicodeScalars.count <= 4 * lengthRange.upperBound
            && !text.allSatisfy(\.isWhitespace) && text.unicodeScalars.allSatisfy(\.isShowable)
    }
}
