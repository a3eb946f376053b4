// SPDX-License-Identifier: GPL-3.0-or-later
import InputDevices
import SwitchCore

/// What the monitor makes of events: lines of what nodes send, and of what a profile's switches and filters make of it.
struct MonitorView {
    private let profile: Profile?
    private let showsAllKeys: Bool
    private var nodes: [DeviceID: MonitoredNode] = [:]
    private var map = SwitchMap()
    private var filters: SwitchFilters
    /// Of nodes that have gone, by the devices' names.
    private var hiddenBefore: [String: Int] = [:]

    init(profile: Profile?, showsAllKeys: Bool) {
        self.profile = profile
        self.showsAllKeys = showsAllKeys
        filters = SwitchFilters(profile?.switches ?? [])
    }

    /// How many presses were kept back on which device.
    var hidden: [String: Int] {
        nodes.values.reduce(into: hiddenBefore) { $0[$1.device, default: 0] += $1.hiddenPresses }.filter {
            $0.value > 0
        }
    }

    var deadline: Instant? { filters.deadline }

    mutating func attached(
        _ id: DeviceID, _ node: NodeDescription, axes: [UInt16: AxisRange], found: FoundState
    ) {
        let bindings = bindings(of: node)
        nodes[id] = MonitoredNode(node, axes: axes, inputs: bindings.map(\.0), showsAllKeys: showsAllKeys)
        map.deviceAttached(id, bindings: bindings, axes: axes, found: found)
    }

    mutating func detached(_ id: DeviceID, at now: Instant) -> [MonitorLine] {
        if let node = nodes.removeValue(forKey: id) { hiddenBefore[node.device, default: 0] += node.hiddenPresses }
        return map.deviceDetached(id, at: now).flatMap { edgeLines($0) }
    }

    mutating func reportArrived(_ events: [InputEvent], from id: DeviceID) -> [MonitorLine] {
        let raw = nodes[id]?.lines(of: events) ?? []
        return raw + events.flatMap { event in map.eventArrived(event, from: id).flatMap { lines($0, id) } }
    }

    func eventsLost(from id: DeviceID, at now: Instant) -> [MonitorLine] {
        nodes[id].map { [.eventsLost(device: $0.device, at: now)] } ?? []
    }

    mutating func resynchronised(_ events: [InputEvent], from id: DeviceID) -> [MonitorLine] {
        let raw = nodes[id]?.lines(of: events) ?? []
        return raw + map.eventsResynchronised(events, from: id).flatMap { lines($0, id) }
    }

    mutating func timeReached(_ now: Instant) -> [MonitorLine] { filters.timeReached(now).map(Self.line) }

    private func bindings(of node: NodeDescription) -> [(SwitchInput, SwitchID)] {
        guard let profile else { return [] }
        return profile.switches.flatMap { candidate in
            candidate.inputs
                .filter { profile.devices[$0.device].describes(node.identity) }
                .map { ($0.input, candidate.id) }
        }
    }

    private mutating func lines(_ output: MapOutput, _ id: DeviceID) -> [MonitorLine] {
        switch output {
        case .edge(let edge): edgeLines(edge)
        case .letGo: []
        case .meaningChanged(_, let time): [.meaningChanged(device: nodes[id]?.device ?? "", at: time)]
        }
    }

    private mutating func edgeLines(_ edge: Edge) -> [MonitorLine] {
        [.moved(edge.switchID, edge.state, at: edge.time)] + filters.edgeArrived(edge).map(Self.line)
    }

    private static func line(_ output: FilterOutput) -> MonitorLine {
        switch output {
        case .accepted(let edge): .accepted(edge.switchID, edge.state, at: edge.time)
        case .rejected(let id, let filter, let time): .rejected(id, by: filter, at: time)
        }
    }
}
