// SPDX-License-Identifier: GPL-3.0-or-later
import InputDevices
import SwitchCore

/// Makes of the coming and going of nodes what a person wants to hear: each device once, when all its nodes are there,
/// and a loose plug once instead of hundreds of times (F20).
///
/// | what happens                              | what is said                                              |
/// | ----------------------------------------- | --------------------------------------------------------- |
/// | nodes of one device within `settlingTime` | pluggedIn once                                            |
/// | gone and back within `settlingTime`       | nothing, or changed                                       |
/// | `flapLimit` comings and goings within 10 s | flapping once; then silence until nothing happened for 10 s |
struct DeviceAnnouncer {
    enum Announcement: Hashable {
        case pluggedIn(PhysicalDevice)
        /// As it was last known.
        case unplugged(PhysicalDevice)
        case changed(PhysicalDevice)
        /// It comes and goes; how it ends is said when it rests.
        case flapping(PhysicalDevice)
    }

    /// The nodes of one device come within a few milliseconds of each other.
    static let settlingTime = Duration.milliseconds(300)
    static let flapWindow = Duration.seconds(10)
    /// Two times in and out are somebody trying; more are a fault.
    static let flapLimit = 5

    private struct Tracked {
        var nodes: [String: NodeDescription] = [:]
        /// What was last said of it: there, or not.
        var announced: PhysicalDevice?
        /// When it came or went lately, at most `flapLimit` times.
        var turns: [Instant] = []
        var due: Instant?
        var isFlapping = false

        var present: PhysicalDevice? { PhysicalDevice.grouping(Array(nodes.values)).first }
    }

    private var devices: [String: Tracked] = [:]

    /// - Parameter nodes: those that are known already, of which nothing is said.
    init(_ nodes: [NodeDescription]) {
        for node in nodes { devices[node.physicalDevice, default: Tracked()].nodes[node.syspath] = node }
        devices = devices.mapValues { tracked in
            var tracked = tracked
            tracked.announced = tracked.present
            return tracked
        }
    }

    var deadline: Instant? { devices.values.compactMap(\.due).min() }

    mutating func nodesChanged(_ event: DeviceMonitorEvent, at now: Instant) -> [Announcement] {
        switch event {
        case .added(let node), .changed(let node): change(node, at: now) { $0.nodes[node.syspath] = node }
        case .removed(let node): change(node, at: now) { $0.nodes[node.syspath] = nil }
        }
    }

    mutating func timeReached(_ now: Instant) -> [Announcement] {
        let due = devices.filter { $0.value.due.map { $0 <= now } ?? false }.keys.sorted()
        return due.compactMap { settled($0, at: now) }
    }

    private mutating func change(
        _ node: NodeDescription, at now: Instant, _ body: (inout Tracked) -> Void
    ) -> [Announcement] {
        var tracked = devices[node.physicalDevice] ?? Tracked()
        defer { devices[node.physicalDevice] = tracked }
        let wasThere = !tracked.nodes.isEmpty
        body(&tracked)
        if wasThere == tracked.nodes.isEmpty { tracked.turns.append(now) }
        tracked.turns = tracked.turns.suffix(Self.flapLimit).filter { now - $0 < Self.flapWindow }
        guard !tracked.isFlapping else {
            tracked.due = now + Self.flapWindow
            return []
        }
        guard tracked.turns.count < Self.flapLimit else {
            tracked.isFlapping = true
            tracked.due = now + Self.flapWindow
            return PhysicalDevice.grouping([node]).map { .flapping(tracked.present ?? tracked.announced ?? $0) }
        }
        tracked.due = now + Self.settlingTime
        return []
    }

    private mutating func settled(_ key: String, at now: Instant) -> Announcement? {
        guard var tracked = devices[key] else { return nil }
        let before = tracked.announced
        let present = tracked.present
        tracked.announced = present
        tracked.isFlapping = false
        // One that has gone is remembered for a while, so that its coming and going is counted.
        tracked.due = present == nil ? now + Self.flapWindow : nil
        devices[key] = before == nil && present == nil ? nil : tracked
        switch (before, present) {
        case (nil, let present?): return .pluggedIn(present)
        case (let before?, nil): return .unplugged(before)
        case (let before?, let present?): return before == present ? nil : .changed(present)
        case (nil, nil): return nil
        }
    }
}
