// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore

/// How long something took, many times over, in buckets that never change.
package struct LatencyHistogram: Hashable, Sendable {
    /// The upper ends of the buckets in milliseconds; each counts what took less. One more counts the rest.
    package static let limits = [5, 10, 20, 50, 100, 200, 500, 1000, 3000]

    /// One for each of `limits`, and the rest.
    package private(set) var counts = [Int](repeating: 0, count: LatencyHistogram.limits.count + 1)
    package private(set) var least: Duration?
    package private(set) var most: Duration?

    package init() {}

    package mutating func add(_ time: Duration) {
        let time = max(time, .zero)
        counts[Self.limits.firstIndex { time < .milliseconds($0) } ?? Self.limits.count] += 1
        least = min(least ?? time, time)
        most = max(most ?? time, time)
    }
}
