// SPDX-License-Identifier: GPL-3.0-or-later
import InputDevices
import SwitchCore

/// Bluetooth devices that come and go while their nodes stay.
extension EvdevSwitches {
    /// A Bluetooth device was lost or is back, as only the Bluetooth service knows: its node stays, and the kernel releases
    /// nothing that was down (BlueZ since 5.73, and HID over GATT before). While out of reach it counts as unplugged.
    /// - Parameter address: in upper case, with colons.
    package func reachChanged(address: String, isConnected: Bool) {
        guard isConnected ? outOfReach.remove(address) != nil : outOfReach.insert(address).inserted else { return }
        let lost = readers.filter { isOutOfReach($0.value.reader.node) }
        for (id, captured) in lost.sorted(by: { $0.key < $1.key }) {
            captured.endNow()
            gone(id, revoked: false)
        }
        // The one that is back, or of two twins the one that is left.
        for node in monitor.nodes { consider(node) }
        onEvent?(.devicesChanged)
    }

    /// On a cable a controller may carry its Bluetooth address too, and there the address says nothing.
    func isOutOfReach(_ node: NodeDescription) -> Bool {
        guard !outOfReach.isEmpty, node.identity.bus == .bluetooth, let address = node.identity.serial else {
            return false
        }
        return outOfReach.contains(address.uppercased())
    }
}
