// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore

/// What udev and sysfs say of an event node, as text; the raw material of a `NodeDescription`.
struct NodeFacts: Hashable, Sendable {
    /// Such as "/dev/input/event3".
    var devnode: String
    /// The node's own directory in sysfs, such as "/sys/devices/…/input/input12/event3".
    var syspath: String
    /// The directory of the thing one can take in one's hand: the USB device, the Bluetooth device or the host's.
    var physicalPath: String
    /// udev's properties of the node.
    var properties: [String: String]
    /// sysfs attributes of its `inputN` parent, such as "id/vendor" and "capabilities/key".
    var attributes: [String: String]

    /// Names come from the device: no more than this of them is kept, without control characters, since they are shown
    /// on terminals.
    static let textLimit = 256

    /// Made with uinput by another program, as remappers do (F22). Bluetooth LE devices, which are made with uhid, lie
    /// elsewhere and are real.
    var isVirtual: Bool { syspath.contains("/devices/virtual/input/") }

    var capabilities: NodeCapabilities {
        NodeCapabilities(
            bitmaps: Dictionary(
                uniqueKeysWithValues: ["key", "rel", "abs", "msc", "sw"].compactMap { name in
                    attributes["capabilities/\(name)"].map { (name, $0) }
                }))
    }

    var identity: DeviceIdentity {
        DeviceIdentity(
            bus: bus, vendor: number("id/vendor"), product: number("id/product"), version: number("id/version"),
            name: Self.cleaned(attributes["name"]) ?? "", serial: serial, port: port,
            interface: properties["ID_USB_INTERFACE_NUM"].flatMap { Int($0, radix: 16) },
            capabilities: capabilities.hash)
    }

    private var serial: String? {
        Self.cleaned(attributes["uniq"]) ?? Self.cleaned(properties["ID_SERIAL_SHORT"])
    }

    /// A virtual device is plugged in nowhere; what its maker put into `phys` tells twins apart.
    private var port: String? {
        Self.cleaned(properties["ID_PATH"]) ?? (isVirtual ? Self.cleaned(attributes["phys"]) : nil)
    }

    private var bus: DeviceIdentity.Bus {
        // BUS_* of linux/input.h.
        switch number("id/bustype") {
        case 0x03: .usb
        case 0x05: .bluetooth
        case 0x06: .virtual
        case 0x18: .i2c
        case 0x19: .host
        default: .other
        }
    }

    private func number(_ attribute: String) -> UInt16 {
        attributes[attribute].flatMap { UInt16($0, radix: 16) } ?? 0
    }

    private static func cleaned(_ text: String?) -> String? {
        guard let text else { return nil }
        var result = ""
        for scalar in text.unicodeScalars where scalar.properties.generalCategory != .control {
            guard result.utf8.count + UTF8.width(scalar) <= textLimit else { break }
            result.unicodeScalars.append(scalar)
        }
        return result.allSatisfy(\.isWhitespace) ? nil : result
    }
}
