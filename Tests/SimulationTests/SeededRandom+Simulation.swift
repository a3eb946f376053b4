// SPDX-License-Identifier: GPL-3.0-or-later
import SeededRandom

/// All chance of a simulation, the same for the same seed.
extension SeededRandom {
    /// True in so many of 1,000 cases.
    mutating func happens(_ perMille: Int) -> Bool { chance(perMille, of: 1000) }

    /// To the microsecond, so that few things happen at the same instant.
    mutating func milliseconds(_ range: ClosedRange<Int>) -> Duration {
        .microseconds(Int.random(in: range.lowerBound * 1000...range.upperBound * 1000, using: &self))
    }
}
