// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore

/// The request ids that a device has used in the last two minutes.
struct ReplayWindow: Sendable {
    static let lifetime = Duration.seconds(120)
    /// Ids kept at most; beyond it the oldest are forgotten early.
    static let limit = 65_536

    private var ids: Set<String> = []
    /// In the order of their arrival; the first `forgotten` are no longer in `ids`.
    private var arrivals: [(id: String, time: Instant)] = []
    private var forgotten = 0

    /// False when `id` was used less than two minutes ago.
    mutating func isNew(_ id: String, at now: Instant) -> Bool {
        while forgotten < arrivals.count,
            arrivals[forgotten].time + Self.lifetime <= now || arrivals.count - forgotten >= Self.limit
        {
            ids.remove(arrivals[forgotten].id)
            forgotten += 1
        }
        if forgotten > arrivals.count / 2 {
            arrivals.removeFirst(forgotten)
            forgotten = 0
        }
        guard ids.insert(id).inserted else { return false }
        arrivals.append((id, now))
        return true
    }
}
