// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles
import SwitchCore

@testable import InputDevices

extension FuzzTarget {
    /// What the kernel and udev say of nodes: lines of a name and a value, an empty line between two nodes.
    static let devices = FuzzTarget("devices") {
        let pedal = """
            name=VEC VEC USB Footpedal
            id/bustype=0003
            id/vendor=05f3
            id/product=00ff
            id/version=0110
            uniq=
            capabilities/key=7 0 0 0 0
            ID_PATH=pci-0000:00:14.0-usb-0:1:1.0
            ID_USB_INTERFACE_NUM=00
            """
        let keyboard = """
            name="'$attr{x}\u{e9}
            id/bustype=0005
            id/vendor=1209
            id/product=1
            uniq=aa:bb
            phys=usb-1/input0
            capabilities/key=10000 7 ff9f207ac14057ff febeffdfffefffff fffffffffffffffe
            capabilities/abs=3
            SWITCHBRIDGE_SWITCH=1
            """
        return [pedal, pedal + "\n\n" + pedal + "\nphys=x", keyboard, keyboard + "\n\n" + pedal].map { Array($0.utf8) }
    } run: { bytes in
        let nodes = nodes(bytes)
        let identities = nodes.map(\.identity)
        for (place, node) in nodes.enumerated() {
            let keys = node.capabilities.keys
            try hold(zip(keys, keys.dropFirst()).allSatisfy(<), "codes out of order")
            var others = nodes
            others.remove(at: place)
            if let rule = DeviceRule(for: node, among: others) { try check(rule) }
            let proposal = IdentityProposal(of: node.identity, among: others.map(\.identity))
            try hold(proposal.match.matches(node.identity), "a device does not fit what is proposed for it")
            try hold(proposal.alsoDescribed.allSatisfy(identities.contains), "others that are not there")
            try checkWritten(proposal.match)
        }
    }

    private static func nodes(_ bytes: [UInt8]) -> [NodeDescription] {
        var input = FuzzInput(bytes)
        var nodes: [NodeDescription] = []
        while !input.isEmpty, nodes.count < 8 {
            var facts = NodeFacts(
                devnode: "/dev/input/event\(nodes.count)", syspath: "/sys/devices/input/input1/event\(nodes.count)",
                physicalPath: "/sys/devices/\(nodes.count)", properties: [:], attributes: [:])
            while !input.isEmpty {
                let line = input.text()
                guard let sign = line.firstIndex(of: "=") else { break }
                let (name, value) = (String(line[..<sign]), String(line[line.index(after: sign)...]))
                if name.first?.isUppercase == true {
                    facts.properties[name] = value
                } else {
                    facts.attributes[name] = value
                }
            }
            nodes.append(NodeDescription(facts, access: .full))
        }
        return nodes
    }

    /// A name must not end the quotes of udev or of the shell, nor begin a line of its own.
    private static func check(_ rule: DeviceRule) throws {
        for line in rule.text.split(separator: "\n") {
            let isRule = line.hasPrefix(#"SUBSYSTEM=="input", KERNEL=="event*", "#)
            let remark = "# Opens "
            try hold(isRule || line.hasPrefix(remark), "a line that is neither the rule nor its remark")
            try hold(!isRule || line.count { $0 == "\"" }.isMultiple(of: 2), "a quote that does not end")
        }
        let substitutions: [Character] = ["'", "$", "%", "\\", "`", "\0"]
        try hold(!rule.text.contains { substitutions.contains($0) }, "a character that means something")
        let name = rule.path.dropFirst("/etc/udev/rules.d/".count)
        try hold(name.utf8.allSatisfy { (0x21...0x7e).contains($0) && $0 != UInt8(ascii: "/") }, "a path elsewhere")
    }

    /// What learning writes of a device is what is read of it, or is refused.
    private static func checkWritten(_ match: DeviceMatch) throws {
        var edit = try ProfileEdit(Array(profileSeeds[0].utf8), path: "test.yaml", names: EvdevNames())
        do {
            try edit.change { draft throws(ProfileEditProblem) in try draft.setDevice("box", to: match) }
        } catch { return }
        try hold(edit.profile.devices.map(\.matches) == [[match]], "a device is not read as it was written")
    }
}
