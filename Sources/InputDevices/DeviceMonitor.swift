// SPDX-License-Identifier: GPL-3.0-or-later
package import EventLoop
import Glibc
import SwitchCore

package enum DeviceMonitorEvent: Hashable, Sendable {
    case added(NodeDescription)
    /// The description as it was last known.
    case removed(NodeDescription)
    /// The same node, described anew: its permissions or properties changed.
    case changed(NodeDescription)
}

/// Knows the event nodes that are plugged in, and says when they come and go. It opens none of them.
package final class DeviceMonitor {
    /// How long a new node that may not be read yet is looked at again before it is reported as it is (F19).
    package static let settlingTime = Duration.seconds(2)
    private static let messagesInATurn = 8
    private static let settlingInterval = Duration.milliseconds(100)

    /// Hears of every change after `init`.
    package var onEvent: (DeviceMonitorEvent) -> Void = { _ in }

    /// Hears of changes to `leftOut`.
    package var onLeftOutChange: () -> Void = {}

    /// Hears of each word of udev about a known node that is as it was: whoever lost it may try again.
    package var onSeenAgain: (NodeDescription) -> Void = { _ in }

    /// The nodes that are there, by event number.
    package var nodes: [NodeDescription] { known.values.sorted { $0.number < $1.number } }

    /// The virtual nodes that were not asked for, by event number: to say why a device is not used.
    package var leftOut: [NodeDescription] { virtual.values.sorted { $0.number < $1.number } }

    private let udev: Udev
    private let loop: EventLoop
    private let includesVirtual: Bool
    private var known: [String: NodeDescription] = [:]
    private var virtual: [String: NodeDescription] = [:]
    /// New nodes that may not be read yet, by sysfs path, and until when they are waited for.
    private var settling: [String: (facts: NodeFacts, until: Instant)] = [:]
    private var settlingTimer: LoopTimer?
    private var watch: Watch?

    /// Virtual devices are left out unless asked for (F22). Where there are no input devices, or no udev, it finds none.
    package init(loop: EventLoop, includesVirtual: Bool = false) throws(SystemError) {
        self.loop = loop
        self.includesVirtual = includesVirtual
        udev = try Udev()
        for facts in try udev.nodes() {
            if isWanted(facts) {
                known[facts.syspath] = Self.describe(facts)
            } else {
                virtual[facts.syspath] = Self.describe(facts)
            }
        }
        settlingTimer = loop.makeTimer { [weak self] _ in self?.settlingTimerFired() }
        watch = try loop.watch(udev.descriptor, for: .readable) { [weak self] _ in self?.messagesArrived() }
    }

    deinit {
        settlingTimer?.deadline = nil
        watch?.cancel()
    }

    // MARK: Events

    /// A few in a turn, since each takes many reads of sysfs and a stop must not wait for a whole dock. The rest stay in the
    /// socket, which stays ready.
    private func messagesArrived() {
        for _ in 0..<Self.messagesInATurn {
            guard let change = udev.nextChange() else { return }
            switch change {
            case .present(let facts): nodeSeen(facts)
            case .removed(let syspath): nodeRemoved(syspath)
            case .messagesLost: rescan()
            }
        }
    }

    /// A second message about the same node reports nothing unless something changed.
    private func nodeSeen(_ facts: NodeFacts) {
        let node = Self.describe(facts)
        guard isWanted(facts) else {
            if virtual.updateValue(node, forKey: node.syspath) == nil { onLeftOutChange() }
            return
        }
        if let before = known[node.syspath] {
            guard before != node else { return onSeenAgain(node) }
            known[node.syspath] = node
            onEvent(.changed(node))
        } else if node.access.isReadable {
            report(node)
        } else if settling[node.syspath] == nil {
            settling[node.syspath] = (facts, loop.now + Self.settlingTime)
            armSettlingTimer()
        }
    }

    private func nodeRemoved(_ syspath: String) {
        settling[syspath] = nil
        if virtual.removeValue(forKey: syspath) != nil { onLeftOutChange() }
        if let node = known.removeValue(forKey: syspath) { onEvent(.removed(node)) }
    }

    private func settlingTimerFired() {
        for waiting in settling.values {
            let node = Self.describe(waiting.facts)
            if node.access.isReadable || loop.now >= waiting.until { report(node) }
        }
        armSettlingTimer()
    }

    /// After lost messages: what is gone is removed, what is there is seen.
    private func rescan() {
        guard let present = try? udev.nodes() else { return }
        let paths = Set(present.map(\.syspath))
        let gone = Set(known.keys).union(settling.keys).union(virtual.keys).subtracting(paths)
        for syspath in gone.sorted() { nodeRemoved(syspath) }
        for facts in present { nodeSeen(facts) }
    }

    // MARK: Steps

    private func report(_ node: NodeDescription) {
        settling[node.syspath] = nil
        known[node.syspath] = node
        onEvent(.added(node))
    }

    private func armSettlingTimer() {
        guard !settling.isEmpty else { return }
        settlingTimer?.deadline = loop.now + Self.settlingInterval
    }

    private func isWanted(_ facts: NodeFacts) -> Bool { includesVirtual || !facts.isVirtual }

    private static func describe(_ facts: NodeFacts) -> NodeDescription {
        NodeDescription(facts, access: AccessFacts(reading: facts.devnode).state)
    }
}
