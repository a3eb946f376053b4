// SPDX-License-Identifier: GPL-3.0-or-later

/// How long to wait before the next attempt to connect: doubling, capped, and spread so that several boxes do not knock
/// at the same moment. The cap is what its user may have to wait for a PC that is back.
package struct Backoff: Sendable {
    private let first: Duration
    private let longest: Duration
    private var next: Duration

    package init(first: Duration = .milliseconds(500), longest: Duration = .seconds(15)) {
        self.first = first
        self.longest = longest
        next = first
    }

    /// - Parameter spread: random, 0…1; the wait is 75…125 % of the nominal one.
    package mutating func attemptFailed(spread: Double) -> Duration {
        defer { next = min(next * 2, longest) }
        return next * (0.75 + 0.5 * min(max(spread, 0), 1))
    }

    package mutating func succeeded() { next = first }
}
