// SPDX-License-Identifier: GPL-3.0-or-later

/// All chance of a simulation, the same for the same seed (SplitMix64, public domain).
struct SimulationRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// True in so many of 1,000 cases.
    mutating func happens(_ perMille: Int) -> Bool {
        perMille > 0 && Int.random(in: 0..<1000, using: &self) < perMille
    }

    /// To the microsecond, so that few things happen at the same instant.
    mutating func milliseconds(_ range: ClosedRange<Int>) -> Duration {
        .microseconds(Int.random(in: range.lowerBound * 1000...range.upperBound * 1000, using: &self))
    }

    mutating func pick<Element>(_ choices: [Element]) -> Element {
        choices[Int.random(in: 0..<choices.count, using: &self)]
    }
}
