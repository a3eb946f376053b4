// SPDX-License-Identifier: GPL-3.0-or-later
import InputDevices
import SwitchCore
import Testing

@Suite("The rule that opens one device")
struct DeviceRuleTests {
    private static func node(
        _ name: String = "PCsensor FootSwitch Keyboard", vendor: UInt16 = 0x0c45, serial: String? = nil,
        port: String? = "pci-0000:00:14.0-usb-0:2:1.0", interface: Int? = 0, bus: DeviceIdentity.Bus = .usb,
        number: Int = 1
    ) -> NodeDescription {
        NodeDescription(
            devnode: "/dev/input/event\(number)", syspath: "/sys/\(number)", physicalDevice: "/sys/device\(number)",
            identity: DeviceIdentity(
                bus: bus, vendor: vendor, product: 0x7403, version: 1, name: name, serial: serial, port: port,
                interface: interface, capabilities: ""),
            capabilities: NodeCapabilities())
    }

    @Test("one device is named by its ids and its interface")
    func alone() throws {
        let rule = try #require(DeviceRule(for: Self.node(serial: "1234")))
        #expect(rule.path == "/etc/udev/rules.d/71-switchbridge-pcsensor-footswitch-keyboard-0c45-7403.rules")
        #expect(
            rule.text == """
                # Opens PCsensor FootSwitch Keyboard to Switchbridge: its keys can then be read.
                SUBSYSTEM=="input", KERNEL=="event*", ATTRS{id/vendor}=="0c45", ATTRS{id/product}=="7403", \
                ENV{ID_USB_INTERFACE_NUM}=="00", ENV{SWITCHBRIDGE_SWITCH}="1", GROUP="switchbridge", MODE="0660", \
                TAG+="uaccess"

                """)
        #expect(rule.commands.count == 3)
        #expect(rule.commands[0].hasSuffix(" | sudo tee \(rule.path)"))
        #expect(
            rule.commands[1...] == ["sudo udevadm control --reload", "sudo udevadm trigger --subsystem-match=input"])
    }

    @Test("F18 one of twins is named by its serial number, else by where it is plugged in, else not at all")
    func twins() throws {
        let (one, two) = (Self.node(serial: "1234"), Self.node(serial: "5678", number: 2))
        let rule = try #require(DeviceRule(for: one, among: [one, two]))
        #expect(rule.text.contains(#"ATTRS{uniq}=="1234""#) && rule.text.contains(#"ENV{ID_SERIAL_SHORT}=="1234""#))
        #expect(!rule.path.contains("1234"))
        #expect(rule.path != DeviceRule(for: two, among: [one, two])?.path)

        let (left, right) = (Self.node(serial: "1", port: "usb-1"), Self.node(serial: "1", port: "usb-2", number: 2))
        #expect(try #require(DeviceRule(for: left, among: [left, right])).text.contains(#"ENV{ID_PATH}=="usb-1""#))
        let (same, other) = (Self.node(port: nil), Self.node(port: nil, number: 2))
        #expect(DeviceRule(for: same, among: [same, other]) == nil)
    }

    @Test("the other nodes of the same device are no twins")
    func siblings() throws {
        var sibling = Self.node(number: 2)
        sibling.physicalDevice = Self.node().physicalDevice
        #expect(DeviceRule(for: Self.node(), among: [Self.node(), sibling]) == DeviceRule(for: Self.node()))
    }

    @Test("a Bluetooth device is named by its address")
    func bluetooth() throws {
        let node = Self.node(serial: "00:1b:dc:0f:aa:01", port: nil, interface: nil, bus: .bluetooth)
        let rule = try #require(DeviceRule(for: node))
        #expect(rule.text.contains(#"ATTRS{uniq}=="00:1b:dc:0f:aa:01", ENV{SWITCHBRIDGE_SWITCH}="1", GROUP"#))
        #expect(!rule.text.contains("ID_SERIAL_SHORT") && !rule.text.contains("INTERFACE"))
    }

    static let hostile = [
        #"x", RUN+="/bin/sh -c evil"#, "a'b; rm -rf /; 'c", "line\nRUN+=\"x\"", "%k$env{PATH}", "a*b?c[d]e|f\\g",
        "ÄÖÜ…",
        "../../passwd", String(repeating: "x", count: 5000), "", "\u{0}\u{7}",
    ]

    @Test("no text from a device gets out of its quotes, in the rule, the path or the commands", arguments: hostile)
    func staysInside(text: String) throws {
        let node = Self.node(text, serial: text)
        let twin = Self.node(text, serial: "other", port: "elsewhere", number: 2)
        for rule in [DeviceRule(for: node), DeviceRule(for: node, among: [node, twin])] {
            let rule = try #require(rule)
            let lines = rule.text.split(separator: "\n")
            #expect(lines.first?.hasPrefix("# Opens ") == true && lines.count <= 3)
            for line in lines.dropFirst() {
                #expect(line.utf8.count < 1000)
                // Every part is one of the keys that we write, with quotes around a value that has none.
                for part in line.split(separator: ", ") {
                    let quotes = part.split(separator: "\"", omittingEmptySubsequences: false)
                    #expect(quotes.count == 3 && quotes[2].isEmpty, "\(part)")
                    let keys = [
                        "SUBSYSTEM==", "KERNEL==", "ATTRS{", "ENV{ID_", "ENV{SWITCHBRIDGE_SWITCH}=", "GROUP=", "MODE=",
                        "TAG+=",
                    ]
                    #expect(keys.contains { part.hasPrefix($0) }, "\(part)")
                }
                #expect(!line.contains { "$%'\\|?[`".contains($0) })
            }
            #expect(rule.path.hasPrefix("/etc/udev/rules.d/71-switchbridge-") && rule.path.hasSuffix(".rules"))
            #expect(rule.path.split(separator: "/").count == 4 && rule.path.utf8.count < 128)
            #expect(rule.commands[0].count { $0 == "'" } == 2 * (1 + lines.count))
        }
    }

    @Test("a device without ids cannot be told from others")
    func withoutIDs() {
        var node = Self.node()
        (node.identity.vendor, node.identity.product) = (0, 0)
        #expect(DeviceRule(for: node) == nil)
    }
}
