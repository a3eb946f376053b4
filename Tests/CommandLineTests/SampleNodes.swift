// SPDX-License-Identifier: GPL-3.0-or-later
import InputDevices
import SwitchCore

/// Made-up nodes.
enum SampleNodes {
    static func node(
        _ name: String, event: Int = 3, device: String? = nil, keys: [UInt16] = [0x100, 0x101], axes: [UInt16] = [],
        isVirtual: Bool = false, access: AccessState = .full
    ) -> NodeDescription {
        var capabilities = NodeCapabilities()
        capabilities.keys = keys
        capabilities.absoluteAxes = axes
        return NodeDescription(
            devnode: "/dev/input/event\(event)", syspath: "/sys/event\(event)",
            physicalDevice: device ?? "/sys/\(name)",
            identity: DeviceIdentity(
                bus: .usb, vendor: 0x05f3, product: 0xff, version: 0x100, name: name, serial: nil, port: "usb-1",
                interface: nil, capabilities: capabilities.hash),
            capabilities: capabilities, isVirtual: isVirtual, access: access)
    }

    /// Has every letter, so somebody may type on it.
    static let keyboard = node("Keyboard", event: 0, keys: Array(1...120))
    static let pedal = node("Pedal")
}

struct SampleNames: InputNaming {
    func keyCode(named name: String) -> UInt16? { nil }
    func axisCode(named name: String) -> UInt16? { nil }
    func keyName(code: UInt16) -> String? { "KEY_\(code)" }
    func axisName(code: UInt16) -> String? { "ABS_\(code)" }
    var allNames: [String] { [] }
}

extension Instant {
    static func at(_ milliseconds: Int64) -> Instant { Instant(nanoseconds: milliseconds * 1_000_000) }
}
