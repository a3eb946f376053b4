// SPDX-License-Identifier: GPL-3.0-or-later

/// A small random generator whose whole state is its seed (SplitMix64, Steele, Lea and Flood 2014): for faults that can
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
}

/// Decides again and again whether a fault happens.
struct FaultDice: Sendable {
    private let rate: FaultRate
    private var throwCount = 0

    init(_ rate: FaultRate) { self.rate = rate }

    mutating func hits(_ random: inout SeededRandom) -> Bool {
        throwCount += 1
        switch rate {
        case .never: return false
        case .every(let number): return throwCount.isMultiple(of: number)
        case .percent(let percent): return Int.random(in: 0..<100, using: &random) < percent
        }
    }
}
