// SPDX-License-Identifier: GPL-3.0-or-later

/// How far one movement of the pointer goes, in pixels each way. PCs recommend three distances for their display (§5).
package struct MoveDistances: Hashable, Sendable {
    package enum Size: String, Hashable, Sendable, CaseIterable {
        case small, medium, large
    }

    /// For a PC that recommends none: about a menu's line, a button and a window of an ordinary display.
    package static let standard = MoveDistances(small: 40, medium: 110, large: 240)
    /// Less than a pixel moves nothing; more than `CommandBounds.mouseMove` is refused.
    package static let range = 1.0...CommandBounds.mouseMove

    package let small: Double
    package let medium: Double
    package let large: Double

    package init(small: Double, medium: Double, large: Double) {
        self.small = small
        self.medium = medium
        self.large = large
    }

    /// Nil when it is not three numbers of at least a pixel. What is too far for one command is as far as one goes.
    init?(_ value: JSONValue) {
        guard let fields = try? Fields(open: value) else { return nil }
        func distance(_ key: Key) -> Double? {
            guard let number = fields.optional(key)?.number, number >= Self.range.lowerBound else { return nil }
            return min(number, Self.range.upperBound)
        }
        guard let small = distance(.small), let medium = distance(.medium), let large = distance(.large) else {
            return nil
        }
        self.init(small: small, medium: medium, large: large)
    }

    package subscript(size: Size) -> Double {
        switch size {
        case .small: small
        case .medium: medium
        case .large: large
        }
    }

    var json: JSONValue { .object([.small: .double(small), .medium: .double(medium), .large: .double(large)]) }
}
