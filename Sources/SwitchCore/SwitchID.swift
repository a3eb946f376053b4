// SPDX-License-Identifier: GPL-3.0-or-later

/// The number of a switch, 1…8, as the PC knows it.
package struct SwitchID: Hashable, Comparable, Sendable, CustomStringConvertible {
    package static let limit = 8

    package let number: UInt8

    /// Nil outside 1…8.
    package init?(_ number: Int) {
        guard (1...Self.limit).contains(number) else { return nil }
        self.number = UInt8(number)
    }

    package static func < (left: SwitchID, right: SwitchID) -> Bool { left.number < right.number }

    package var description: String { "\(number)" }
}

/// A set of switches, iterated in ascending order.
package struct SwitchSet: Hashable, Sendable, Sequence {
    private var bits: UInt8 = 0

    package init() {}

    package init(_ members: some Sequence<SwitchID>) {
        for member in members { insert(member) }
    }

    package var isEmpty: Bool { bits == 0 }
    package var count: Int { bits.nonzeroBitCount }

    package func contains(_ id: SwitchID) -> Bool { bits & Self.bit(id) != 0 }
    package mutating func insert(_ id: SwitchID) { bits |= Self.bit(id) }
    package mutating func remove(_ id: SwitchID) { bits &= ~Self.bit(id) }
    package mutating func formUnion(_ other: SwitchSet) { bits |= other.bits }
    package mutating func formIntersection(_ other: SwitchSet) { bits &= other.bits }
    package mutating func subtract(_ other: SwitchSet) { bits &= ~other.bits }

    package func makeIterator() -> Iterator { Iterator(bits: bits) }

    package struct Iterator: IteratorProtocol {
        fileprivate var bits: UInt8

        package mutating func next() -> SwitchID? {
            guard bits != 0 else { return nil }
            let index = bits.trailingZeroBitCount
            bits &= bits &- 1
            return SwitchID(index + 1)
        }
    }

    private static func bit(_ id: SwitchID) -> UInt8 { 1 << (id.number - 1) }
}

extension SwitchSet: ExpressibleByArrayLiteral {
    package init(arrayLiteral elements: SwitchID...) { self.init(elements) }
}
