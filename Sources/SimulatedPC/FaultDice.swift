// SPDX-License-Identifier: GPL-3.0-or-later
import SeededRandom

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
        case .percent(let percent): return random.below(100) < percent
        }
    }
}
