// SPDX-License-Identifier: GPL-3.0-or-later

/// What stays the same about an event node when its event number changes (F16).
package struct DeviceIdentity: Hashable, Sendable {
    package enum Bus: String, Hashable, Sendable, CaseIterable {
        case usb, bluetooth, virtual, host, i2c, other
    }

    package var bus: Bus
    package var vendor: UInt16
    package var product: UInt16
    package var version: UInt16
    /// The node's own name, at most 256 bytes.
    package var name: String
    /// Serial number or Bluetooth address (`uniq`, else udev's `ID_SERIAL_SHORT`); nil when the device has none.
    package var serial: String?
    /// Where it is plugged in (udev's `ID_PATH`).
    package var port: String?
    /// USB interface number (udev's `ID_USB_INTERFACE_NUM`).
    package var interface: Int?
    /// A hash of everything the node can report, 16 hexadecimal digits: tells the nodes of one device apart.
    package var capabilities: String

    package init(
        bus: Bus, vendor: UInt16, product: UInt16, version: UInt16, name: String, serial: String?, port: String?,
        interface: Int?, capabilities: String
    ) {
        self.bus = bus
        self.vendor = vendor
        self.product = product
        self.version = version
        self.name = name
        self.serial = serial
        self.port = port
        self.interface = interface
        self.capabilities = capabilities
    }
}

/// What a profile says of a device. What it leaves out may be anything.
package struct DeviceMatch: Hashable, Sendable {
    package var bus: DeviceIdentity.Bus?
    package var vendor: UInt16?
    package var product: UInt16?
    package var version: UInt16?
    package var name: String?
    package var serial: String?
    package var port: String?
    package var interface: Int?
    package var capabilities: String?

    package init() {}

    package func matches(_ identity: DeviceIdentity) -> Bool {
        func agrees<Value: Equatable>(_ wanted: Value?, _ found: Value?) -> Bool { wanted == nil || wanted == found }
        return agrees(bus, identity.bus) && agrees(vendor, identity.vendor) && agrees(product, identity.product)
            && agrees(version, identity.version) && agrees(name, identity.name) && agrees(serial, identity.serial)
            && agrees(port, identity.port) && agrees(interface, identity.interface)
            && agrees(capabilities, identity.capabilities)
    }
}
