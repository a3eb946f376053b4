// SPDX-License-Identifier: GPL-3.0-or-later

/// The filters of all switches of a profile. Outputs come in the order of their times; at the same time in the order of
/// the switches' numbers. Edges of switches that the profile does not have are ignored.
package struct SwitchFilters: Sendable {
    private var filters: [(id: SwitchID, filter: SwitchFilter)]
    /// The longest that a clean press and a clean release are delayed on any switch (F15).
    package let addedDelay: (press: Duration, release: Duration)

    package init(_ switches: [ProfileSwitch]) {
        filters = switches.sorted { $0.id < $1.id }.map { ($0.id, SwitchFilter($0.id, settings: $0.timing)) }
        let delays = switches.map(\.timing.addedDelay)
        addedDelay = (delays.map(\.press).max() ?? .zero, delays.map(\.release).max() ?? .zero)
    }

    package mutating func edgeArrived(_ edge: Edge) -> [FilterOutput] {
        let outputs = timeReached(edge.time)
        guard let index = filters.firstIndex(where: { $0.id == edge.switchID }) else { return outputs }
        return outputs + filters[index].filter.contactChanged(to: edge.state, at: edge.time)
    }

    package mutating func timeReached(_ now: Instant) -> [FilterOutput] {
        var outputs: [FilterOutput] = []
        while let due = deadline, due <= now, let index = filters.firstIndex(where: { $0.filter.deadline == due }) {
            outputs += filters[index].filter.timeReached(due)
        }
        // All keep the same latest time, so that an edge of the past is taken as now whichever switch it is of.
        for index in filters.indices { outputs += filters[index].filter.timeReached(now) }
        return outputs
    }

    /// Forgets what went before. Switches in `down` must be up once before they can press.
    package mutating func reset(down: SwitchSet) {
        for index in filters.indices {
            filters[index].filter.reset(found: down.contains(filters[index].id) ? .down : .up)
        }
    }

    package var deadline: Instant? { filters.compactMap(\.filter.deadline).min() }
}
