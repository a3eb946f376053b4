// SPDX-License-Identifier: GPL-3.0-or-later

/// Which Bluetooth input devices are within reach, as BlueZ says (org.bluez.Device(5)). What is not known is taken to be
/// within reach: a lack of words must not make a switch unusable.
///
/// A device may be known to several adapters, and so under several object paths; one connection is enough.
package struct BluetoothReach: Hashable, Sendable {
    /// Input devices kept; those over it are never reported.
    package static let deviceLimit = 64

    package struct Report: Hashable, Sendable {
        /// In upper case, with colons.
        package var address: String
        package var isConnected: Bool

        package init(address: String, isConnected: Bool) {
            self.address = address
            self.isConnected = isConnected
        }
    }

    /// What a message says of a device; nil where it says nothing.
    package struct Facts: Hashable, Sendable {
        package var isInput: Bool?
        package var isConnected: Bool?

        package init(isInput: Bool? = nil, isConnected: Bool? = nil) {
            self.isInput = isInput
            self.isConnected = isConnected
        }
    }

    private struct Device: Hashable {
        var address: String
        var isConnected: Bool?
    }

    /// By object path. Only input devices: discovery brings others by the hundred.
    private var devices: [String: Device] = [:]

    package init() {}

    /// A device, or news of one.
    package mutating func deviceSeen(path: String, _ facts: Facts) -> [Report] {
        guard let address = Self.address(in: path) else { return [] }
        return changing([address]) { devices in
            if devices[path] == nil {
                guard facts.isInput == true, devices.count < Self.deviceLimit else { return }
                devices[path] = Device(address: address)
            }
            if let isConnected = facts.isConnected { devices[path]?.isConnected = isConnected }
        }
    }

    /// The pairing is gone.
    package mutating func deviceRemoved(path: String) -> [Report] {
        guard let device = devices[path] else { return [] }
        return changing([device.address]) { $0[path] = nil }
    }

    /// BlueZ ended, or can no longer be heard.
    package mutating func serviceLost() -> [Report] {
        changing(Set(devices.values.map(\.address))) { $0 = [:] }
    }

    private mutating func changing(
        _ addresses: Set<String>, _ change: (inout [String: Device]) -> Void
    ) -> [Report] {
        let before = addresses.filter(isWithinReach)
        change(&devices)
        return addresses.sorted().compactMap { address in
            let isConnected = isWithinReach(address)
            return before.contains(address) == isConnected ? nil : Report(address: address, isConnected: isConnected)
        }
    }

    private func isWithinReach(_ address: String) -> Bool {
        let known = devices.values.filter { $0.address == address }
        return known.isEmpty || known.contains { $0.isConnected != false }
    }

    /// "AA:BB:CC:DD:EE:FF" of "/org/bluez/hci0/dev_AA_BB_CC_DD_EE_FF"; nil for any other path, such as a service of a device.
    package static func address(in path: String) -> String? {
        let parts = path.split(separator: "/")
        guard path.hasPrefix("/org/bluez/"), parts.count == 4, parts[3].hasPrefix("dev_") else { return nil }
        let bytes = parts[3].dropFirst(4).split(separator: "_", omittingEmptySubsequences: false)
        guard bytes.count == 6, bytes.allSatisfy({ $0.utf8.count == 2 && $0.utf8.allSatisfy(Self.isHexDigit) }) else {
            return nil
        }
        return bytes.joined(separator: ":").uppercased()
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        Unicode.Scalar(byte).properties.isASCIIHexDigit
    }
}

extension BluetoothReach.Facts {
    /// Human Interface Device and HID over GATT (Bluetooth Assigned Numbers, 3.3 and 3.4.1).
    private static let inputServices = ["00001124-0000-1000-8000-00805f9b34fb", "00001812-0000-1000-8000-00805f9b34fb"]

    /// From properties of org.bluez.Device1. `Icon` is "input-gaming", "input-keyboard" and the like.
    init(_ properties: [String: BusValue]) {
        self.init()
        if case .bool(let value) = properties["Connected"] { isConnected = value }
        if case .text(let icon) = properties["Icon"], icon.hasPrefix("input-") { isInput = true }
        if case .texts(let services) = properties["UUIDs"],
            services.contains(where: { Self.inputServices.contains($0.lowercased()) })
        {
            isInput = true
        }
    }
}
