// SPDX-License-Identifier: GPL-3.0-or-later

/// Finds what was probably meant by a word that means nothing.
package enum NearestName {
    /// Longer words get no suggestion: the search takes time by the square of the length.
    package static let longestWord = 40
    /// What people leave out of the kernel's names.
    private static let prefixes = ["KEY_", "BTN_", "ABS_"]

    /// The name nearest to `word`, letter case aside; nil when none is near. Among equally near ones the first.
    package static func of(_ word: String, among names: some Sequence<String>) -> String? {
        let wanted = folded(word)
        guard !wanted.isEmpty, wanted.count <= longestWord else { return nil }
        var nearest: (name: String, distance: Int)?
        for name in names {
            let candidate = folded(name)
            // A third of the letters may be wrong, but never all of them.
            let allowed = min(max(1, wanted.count / 3), wanted.count - 1)
            let reach = min(allowed, (nearest?.distance ?? Int.max) - 1)
            guard abs(candidate.count - wanted.count) <= reach || isWithoutPrefix(wanted, candidate) else { continue }
            let distance = isWithoutPrefix(wanted, candidate) ? 0 : distance(wanted, candidate)
            if distance <= reach { nearest = (name, distance) }
        }
        return nearest?.name
    }

    private static func folded(_ word: String) -> [UInt8] {
        word.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - 32
            case UInt8(ascii: "-"), UInt8(ascii: " "): UInt8(ascii: "_")
            default: byte
            }
        }
    }

    private static func isWithoutPrefix(_ word: [UInt8], _ candidate: [UInt8]) -> Bool {
        prefixes.contains { candidate.count == $0.utf8.count + word.count && candidate.elementsEqual($0.utf8 + word) }
    }

    /// How many letters must be changed, added, left out or swapped with their neighbour to turn one into the other.
    static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for (row, letter) in left.enumerated() {
            var current = [row + 1]
            current.reserveCapacity(right.count + 1)
            for (column, other) in right.enumerated() {
                var best = min(last[column] + (letter == other ? 0 : 1), last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
                    best = min(best, beforeLast[column - 1] + 1)
                }
                current.append(best)
            }
            beforeLast = last
            last = current
        }
        return last[right.count]
    }
}
