// SPDX-License-Identifier: GPL-3.0-or-later
import InputDevices
import SwitchCore

/// A node that is being read, for showing.
package struct OpenedDevice: Hashable, Sendable {
    package var name: String
    /// Such as "/dev/input/event3".
    package var devnode: String
    /// Whether what it sends counts.
    package var isUsed: Bool
    /// Whether nobody else gets its events now.
    package var isCaptured: Bool
}

extension EvdevSwitches {
    /// By their nodes.
    package var openedDevices: [OpenedDevice] {
        let used = Set(usableDevices.map(\.id))
        return readers.sorted { $0.key < $1.key }.map { id, captured in
            OpenedDevice(
                name: captured.reader.node.identity.name, devnode: captured.reader.node.devnode,
                isUsed: used.contains(id), isCaptured: captured.reader.isGrabbed)
        }
    }
}
