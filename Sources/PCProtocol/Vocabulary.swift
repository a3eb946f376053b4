// SPDX-License-Identifier: GPL-3.0-or-later

package enum Direction: String, Hashable, Sendable, CaseIterable {
    case up, down, left, right
}

package enum MouseButton: String, Hashable, Sendable, CaseIterable {
    case left, middle, right
}

package enum MediaAction: String, Hashable, Sendable, CaseIterable {
    case playPause, nextTrack, previousTrack, volumeUp, volumeDown, mute
}

package enum WindowAction: String, Hashable, Sendable, CaseIterable {
    case switchNext, switchPrevious, taskView, showDesktop, closeFocused, minimizeFocused, maximizeFocused
}

package enum Modifier: String, Hashable, Sendable, CaseIterable {
    case control = "Ctrl"
    case alt = "Alt"
    case shift = "Shift"
    case meta = "Meta"
}

/// A key as the protocol names it: one of the names of §6 or a single character.
package struct KeyName: Hashable, Sendable {
    package static let named: Set<String> = Set(
        [
            "Backspace", "Delete", "Enter", "Escape", "Space", "Tab", "ArrowUp", "ArrowDown", "ArrowLeft",
            "ArrowRight", "Home", "End", "PageUp", "PageDown",
        ] + Modifier.allCases.map(\.rawValue) + (1...12).map { "F\($0)" })
    /// Bytes of a single character: one with many combining marks is no key.
    package static let characterByteLimit = 32

    package let name: String

    /// Nil for anything that is neither a known name nor one printable character.
    package init?(_ name: String) {
        let isCharacter =
            name.count == 1 && name.utf8.count <= Self.characterByteLimit && !DisplayText.containsControls(name)
        guard Self.named.contains(name) || isCharacter else { return nil }
        self.name = name
    }

    package init(_ modifier: Modifier) { name = modifier.rawValue }
}

/// A switch session's id: a UUID as text, compared as it was written.
package struct SessionID: Hashable, Sendable, CustomStringConvertible {
    package let text: String

    /// Nil when `text` is not of the form 8-4-4-4-12 hexadecimal digits (RFC 9562).
    package init?(_ text: String) {
        let groups = text.split(separator: "-", omittingEmptySubsequences: false)
        guard groups.map(\.utf8.count) == [8, 4, 4, 4, 12] else { return nil }
        guard groups.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isHexDigit } }) else { return nil }
        self.text = text
    }

    /// A version 4 UUID made of 16 random bytes.
    package init(random bytes: (UInt64, UInt64)) {
        let high = bytes.0 & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
        let low = bytes.1 & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        let digits = Array(Self.hexadecimal(high) + Self.hexadecimal(low))
        let groups = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
        text = groups.joined(separator: "-")
    }

    private static func hexadecimal(_ value: UInt64) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    package var description: String { text }
}

/// A remote's name as shown on the PC: 1…40 Unicode characters, none of them a control character.
package struct DeviceName: Hashable, Sendable {
    package static let characterLimit = 40

    package let text: String

    /// Why a text is no name.
    package enum Problem: Error, Hashable, Sendable {
        case empty
        /// More than `characterLimit` Unicode characters.
        case tooLong
        case invisibleCharacter
    }

    /// The name that `text` is, without spaces around it.
    package init(checking text: String) throws(Problem) {
        let trimmed = DisplayText.trimmed(text)
        guard !trimmed.isEmpty else { throw .empty }
        guard trimmed.unicodeScalars.count <= Self.characterLimit else { throw .tooLong }
        guard !DisplayText.containsControls(trimmed) else { throw .invisibleCharacter }
        self.text = trimmed
    }

    /// Nil when `text`, trimmed, is empty, too long or contains a control character.
    package init?(_ text: String) {
        guard let name = try? Self(checking: text) else { return nil }
        self = name
    }

    /// The nearest legal name: what does not fit is left out. Nil when nothing is left.
    package init?(fitting text: String) {
        self.init(DisplayText.display(text, characters: Self.characterLimit))
    }
}
