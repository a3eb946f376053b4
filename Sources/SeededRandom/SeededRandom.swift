// SPDX-License-Identifier: GPL-3.0-or-later

/// A random generator whose whole state is its seed (SplitMix64; Steele, Lea and Flood 2014): for faults and tests that can
/// be made again, never for secrets.
package struct SeededRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// One of 0, 1 … `limit` − 1, each as likely; `limit` is at least 1.
    package mutating func below(_ limit: Int) -> Int { Int(next(upperBound: UInt(limit))) }

    /// True in `part` of `whole` cases. What never happens draws no number.
    package mutating func chance(_ part: Int, of whole: Int) -> Bool { part > 0 && below(whole) < part }

    /// One of `choices`, each as likely; there is at least one.
    package mutating func pick<Element>(_ choices: [Element]) -> Element { choices[below(choices.count)] }
}
