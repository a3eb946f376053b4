// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore
import Testing

@testable import InputDevices

@Suite("What a node is")
struct NodeDescriptionTests {
    static let pedal = NodeFacts(
        devnode: "/dev/input/event5",
        syspath: "/sys/devices/pci0000:00/0000:00:14.0/usb1/1-2/1-2:1.0/0003:05F3:00FF.0004/input/input21/event5",
        physicalPath: "/sys/devices/pci0000:00/0000:00:14.0/usb1/1-2",
        properties: [
            "ID_INPUT": "1", "ID_INPUT_KEY": "1", "ID_PATH": "pci-0000:00:14.0-usb-0:2:1.0",
            "ID_USB_INTERFACE_NUM": "00",
        ],
        attributes: [
            "name": "VEC VEC USB Footpedal", "phys": "usb-0000:00:14.0-2/input0", "uniq": "", "id/bustype": "0003",
            "id/vendor": "05f3", "id/product": "00ff", "id/version": "0100", "capabilities/key": "7 0 0 0 0",
            "capabilities/msc": "10",
        ])

    private func identity(_ change: (inout NodeFacts) -> Void = { _ in }) -> DeviceIdentity {
        var facts = Self.pedal
        change(&facts)
        return facts.identity
    }

    @Test("an identity is read from udev and sysfs")
    func identity() {
        #expect(
            identity()
                == DeviceIdentity(
                    bus: .usb, vendor: 0x05f3, product: 0x00ff, version: 0x0100, name: "VEC VEC USB Footpedal",
                    serial: nil, port: "pci-0000:00:14.0-usb-0:2:1.0", interface: 0,
                    capabilities: Self.pedal.capabilities.hash))
        let node = NodeDescription(Self.pedal, access: .full)
        #expect(node.canBeSwitch)
        #expect(node.classes == ["ID_INPUT_KEY"])
    }

    @Test("F16 the event number is no part of the identity")
    func eventNumber() {
        #expect(
            identity()
                == identity {
                    $0.devnode = "/dev/input/event17"
                    $0.syspath = "/sys/devices/elsewhere/input/input99/event17"
                })
    }

    @Test("F18 twins differ by serial number, and without one by port")
    func twins() {
        #expect(identity() != identity { $0.properties["ID_PATH"] = "pci-0000:00:14.0-usb-0:3:1.0" })
        #expect(identity { $0.attributes["uniq"] = "A" } != identity { $0.attributes["uniq"] = "B" })
        #expect(identity { $0.properties["ID_SERIAL_SHORT"] = "S1" }.serial == "S1")
        #expect(identity { $0.attributes["uniq"] = "c8:3f:26:00:00:01" }.serial == "c8:3f:26:00:00:01")
    }

    @Test("F22 a device made by another program is virtual, a Bluetooth LE device is not")
    func virtual() {
        var facts = Self.pedal
        #expect(!facts.isVirtual)
        facts.syspath = "/sys/devices/virtual/misc/uhid/0005:045E:0B0C.0002/input/input30/event8"
        #expect(!facts.isVirtual)
        facts.syspath = "/sys/devices/virtual/input/input31/event9"
        facts.properties["ID_PATH"] = nil
        #expect(facts.isVirtual)
        #expect(facts.identity.port == "usb-0000:00:14.0-2/input0")
    }

    @Test(
        "each bus has its name",
        arguments: [
            ("0003", .usb), ("0005", .bluetooth), ("0006", .virtual), ("0018", .i2c), ("0019", .host), ("0011", .other),
            ("", .other), ("zz", .other),
        ] as [(String, DeviceIdentity.Bus)])
    func bus(attribute: String, bus: DeviceIdentity.Bus) {
        #expect(identity { $0.attributes["id/bustype"] = attribute }.bus == bus)
    }

    @Test("a name from a device cannot write control characters to the terminal, nor grow without bound")
    func names() {
        #expect(identity { $0.attributes["name"] = "A\u{1b}[2JB\r\n\u{9b}C" }.name == "A[2JBC")
        #expect(identity { $0.attributes["name"] = String(repeating: "é", count: 300) }.name.utf8.count == 256)
        #expect(identity { $0.attributes["name"] = nil }.name == "")
    }

    @Test("attributes that are missing or not numbers leave zeros")
    func missing() {
        let identity = identity { $0.attributes = ["id/vendor": "12345"] }
        #expect(identity.vendor == 0)
        #expect(identity.bus == .other)
    }

    @Test("F21 what a rule of udev marks as a switch is nobody's keyboard, whatever keys it claims to have")
    func marked() {
        var facts = Self.pedal
        // A whole keyboard, as many switch boxes say of themselves.
        facts.attributes["capabilities/key"] = "fffffffffffffffe"
        #expect(NodeDescription(facts, access: .full).isKeyboardSomeoneTypesOn)
        facts.properties["SWITCHBRIDGE_SWITCH"] = "1"
        #expect(!NodeDescription(facts, access: .full).isKeyboardSomeoneTypesOn)
        #expect(NodeDescription(facts, access: .full).canBeSwitch)
    }

    @Test("F17 the nodes of one device stand together, named by what their names share")
    func grouping() {
        func node(_ number: Int, _ name: String, _ physical: String) -> NodeDescription {
            var facts = Self.pedal
            facts.devnode = "/dev/input/event\(number)"
            facts.physicalPath = physical
            facts.attributes["name"] = name
            return NodeDescription(facts, access: .full)
        }
        let devices = PhysicalDevice.grouping([
            node(10, "PCsensor FootSwitch Mouse", "/usb1/1-2"), node(3, "Pedal", "/usb1/1-3"),
            node(9, "PCsensor FootSwitch Keyboard", "/usb1/1-2"),
        ])
        #expect(devices.map(\.name) == ["Pedal", "PCsensor FootSwitch"])
        #expect(devices[1].nodes.map(\.devnode) == ["/dev/input/event9", "/dev/input/event10"])
    }
}
