// SPDX-License-Identifier: GPL-3.0-or-later

/// Which switch: turns the events of opened nodes into physical edges of switches.
///
/// A switch with several inputs, on whichever nodes, is down with the first and up only with the last. It keeps a
/// pressed set of its own, since the kernel does not always show the releases of a device that is unplugged.
package struct SwitchMap: Sendable {
    private var nodes: [DeviceID: MappedNode] = [:]
    /// The switches whose last edge was down. A switch found down and not pressed since is not among them.
    package private(set) var pressed = SwitchSet()

    package init() {}

    /// `axes`: the ranges of the bound axes; a bound axis without a range never presses. An input that `found` shows
    /// as down is ignored until it has been up.
    package mutating func deviceAttached(
        _ id: DeviceID, bindings: [(SwitchInput, SwitchID)], axes: [UInt16: AxisRange], found: FoundState
    ) {
        nodes[id] = MappedNode(bindings: bindings, axes: axes, found: found)
    }

    /// The switches that are down and not pressed in our sight.
    package var found: SwitchSet {
        SwitchSet(nodes.values.flatMap(\.inputs).filter { $0.state == .ignored }.map(\.switchID))
    }

    /// The switches that this device holds down.
    package func pressed(on id: DeviceID) -> SwitchSet {
        guard let node = nodes[id] else { return [] }
        return SwitchSet(pressed.filter(node.isDown))
    }

    /// Returns the ups of what only this device held (F20).
    package mutating func deviceDetached(_ id: DeviceID, at time: Instant) -> [Edge] {
        guard let node = nodes.removeValue(forKey: id) else { return [] }
        return edges(of: SwitchSet(node.inputs.map(\.switchID)), at: time)
    }

    /// Events of unknown devices and of inputs that belong to no switch are ignored.
    package mutating func eventArrived(_ event: InputEvent, from id: DeviceID) -> [MapOutput] {
        guard var node = nodes[id] else { return [] }
        guard !node.meaningChanges(by: event) else {
            nodes[id] = node
            return forgetPresses(of: id, at: event.time).map(MapOutput.edge) + [.meaningChanged(id, at: event.time)]
        }
        return apply(event, to: id, foundDown: false)
    }

    /// `events`: the difference that libevdev yields after `SYN_DROPPED`. Releases only: what is found down is no
    /// press until it has been up (F24).
    package mutating func eventsResynchronised(_ events: [InputEvent], from id: DeviceID) -> [MapOutput] {
        var outputs: [MapOutput] = []
        for event in events {
            guard var node = nodes[id] else { return outputs }
            let meaningChanged = node.meaningChanges(by: event)
            nodes[id] = node
            outputs +=
                meaningChanged
                ? forgetPresses(of: id, at: event.time).map(MapOutput.edge) : apply(event, to: id, foundDown: true)
        }
        return outputs
    }

    private mutating func apply(_ event: InputEvent, to id: DeviceID, foundDown: Bool) -> [MapOutput] {
        guard let changes = nodes[id]?.changes(by: event) else { return [] }
        var outputs: [MapOutput] = []
        for change in changes {
            guard let touched = nodes[id]?.inputs[change.index] else { continue }
            nodes[id]?.apply(change, foundDown: foundDown)
            outputs += edges(of: [touched.switchID], at: event.time).map(MapOutput.edge)
            if touched.state == .ignored, nodes.values.allSatisfy({ $0.isUp(touched.switchID) }) {
                outputs.append(.letGo(touched.switchID, at: event.time))
            }
        }
        return outputs
    }

    private mutating func forgetPresses(of id: DeviceID, at time: Instant) -> [Edge] {
        nodes[id]?.ignoreAllDown()
        return edges(of: pressed, at: time)
    }

    /// The edges that bring `pressed` up to date for these switches, in ascending order.
    private mutating func edges(of switches: SwitchSet, at time: Instant) -> [Edge] {
        switches.compactMap { id in
            let isDown = nodes.values.contains { $0.isDown(id) }
            guard isDown != pressed.contains(id) else { return nil }
            if isDown { pressed.insert(id) } else { pressed.remove(id) }
            return Edge(id, isDown ? .down : .up, at: time)
        }
    }
}
