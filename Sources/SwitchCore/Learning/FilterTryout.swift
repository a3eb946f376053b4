// SPDX-License-Identifier: GPL-3.0-or-later

/// One press as the contact made it, and what the filters made of that.
package struct SeenPress: Hashable, Sendable {
    package enum Verdict: Hashable, Sendable {
        case accepted
        case rejected(FilterKind)
    }

    package var switchID: SwitchID
    package var down: Instant
    package var up: Instant
    /// From the release of the press before to this one; nil for the first.
    package var gap: Duration?
    package var verdict: Verdict

    package init(_ switchID: SwitchID, down: Instant, up: Instant, gap: Duration?, verdict: Verdict) {
        self.switchID = switchID
        self.down = down
        self.up = up
        self.gap = gap
        self.verdict = verdict
    }

    package var length: Duration { up - down }
}

/// Filters that are tried out: passes on what they accept, and tells of each press how long it was, how long after the one
/// before it came, and which filter did not accept it.
///
/// A press is told once it is over and judged; both have come at the latest one minimum release after it was let go of.
package struct FilterTryout: Sendable {
    package enum Output: Hashable, Sendable {
        case accepted(Edge)
        case pressed(SeenPress)
    }

    /// Presses that may be undecided at once; a filter judges the next but one long before that.
    private static let openLimit = 16

    private struct OpenPress {
        let down: Instant
        var up: Instant?
        let gap: Duration?
        var verdict: SeenPress.Verdict?
    }

    private var filters: SwitchFilters
    private var open: [SwitchID: [OpenPress]] = [:]
    private var lastRelease: [SwitchID: Instant] = [:]

    package init(_ switches: [ProfileSwitch]) { filters = SwitchFilters(switches) }

    /// - Parameter edge: of the contact itself.
    package mutating func edgeArrived(_ edge: Edge) -> [Output] {
        let due = timeReached(edge.time)
        note(edge)
        return due + take(filters.edgeArrived(edge)) + over()
    }

    package var deadline: Instant? { filters.deadline }

    package mutating func timeReached(_ now: Instant) -> [Output] { take(filters.timeReached(now)) + over() }

    /// From here on with other settings; presses that are not over are forgotten.
    package mutating func settingsChanged(_ switches: [ProfileSwitch]) {
        filters = SwitchFilters(switches)
        open = [:]
    }

    private mutating func note(_ edge: Edge) {
        var presses = open[edge.switchID] ?? []
        switch edge.state {
        case .down:
            guard presses.last.map({ $0.up != nil }) ?? true else { return }
            presses.append(OpenPress(down: edge.time, gap: lastRelease[edge.switchID].map { edge.time - $0 }))
        case .up:
            guard let last = presses.indices.last, presses[last].up == nil else { return }
            presses[last].up = edge.time
            lastRelease[edge.switchID] = edge.time
        }
        open[edge.switchID] = presses.suffix(Self.openLimit)
    }

    private mutating func take(_ outputs: [FilterOutput]) -> [Output] {
        outputs.compactMap { output in
            switch output {
            case .accepted(let edge):
                if edge.state == .down { judge(edge.switchID, .accepted, newest: false) }
                return .accepted(edge)
            // These two melt a press into the one before it; the others drop the one that they were looking at.
            case .rejected(let id, let filter, _):
                judge(id, .rejected(filter), newest: filter == .debounce || filter == .minimumRelease)
                return nil
            }
        }
    }

    private mutating func judge(_ id: SwitchID, _ verdict: SeenPress.Verdict, newest: Bool) {
        let presses = open[id] ?? []
        let index =
            newest
            ? presses.lastIndex { $0.verdict == nil } : presses.firstIndex { $0.verdict == nil }
        if let index { open[id]?[index].verdict = verdict }
    }

    /// What is over and judged, in the order of the presses.
    private mutating func over() -> [Output] {
        var done: [SeenPress] = []
        for (id, presses) in open {
            for press in presses {
                guard let up = press.up, let verdict = press.verdict else { continue }
                done.append(SeenPress(id, down: press.down, up: up, gap: press.gap, verdict: verdict))
            }
            open[id] = presses.filter { $0.up == nil || $0.verdict == nil }
        }
        return done.sorted { ($0.down, $0.switchID) < ($1.down, $1.switchID) }.map(Output.pressed)
    }
}
