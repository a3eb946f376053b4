// SPDX-License-Identifier: GPL-3.0-or-later
package import SwitchCore

/// An event node as the rest of the program sees it.
package struct NodeDescription: Hashable, Sendable {
    /// Such as "/dev/input/event3"; good only until it is unplugged (F16).
    package var devnode: String
    /// Its directory in sysfs. Never used twice while the machine is up, unlike `devnode`.
    package var syspath: String
    /// The same for all nodes of one physical device (F17).
    package var physicalDevice: String
    package var identity: DeviceIdentity
    package var capabilities: NodeCapabilities
    /// udev's classes, such as "ID_INPUT_KEYBOARD": for display only, decisions never rest on them (F21).
    package var classes: [String]
    /// Made by another program, not by hardware (F22).
    package var isVirtual: Bool
    /// A udev rule says that it is a switch, whatever else it claims to be: ours for known hardware, or the one that root added
    /// for this device (`DeviceRule`).
    package var isMarkedAsSwitch: Bool
    package var access: AccessState

    /// Whether it has anything that can be a switch.
    package var canBeSwitch: Bool { capabilities.canBeSwitch }
    /// Whether this may be the keyboard that somebody types on; see `NodeCapabilities.hasFullKeyboard`.
    package var isKeyboardSomeoneTypesOn: Bool { capabilities.hasFullKeyboard && !isMarkedAsSwitch }

    /// The property of udev by which a rule says so.
    static let mark = "SWITCHBRIDGE_SWITCH"

    package init(
        devnode: String, syspath: String, physicalDevice: String, identity: DeviceIdentity,
        capabilities: NodeCapabilities,
        classes: [String] = [], isVirtual: Bool = false, isMarkedAsSwitch: Bool = false, access: AccessState = .full
    ) {
        self.devnode = devnode
        self.syspath = syspath
        self.physicalDevice = physicalDevice
        self.identity = identity
        self.capabilities = capabilities
        self.classes = classes
        self.isVirtual = isVirtual
        self.isMarkedAsSwitch = isMarkedAsSwitch
        self.access = access
    }

    init(_ facts: NodeFacts, access: AccessState) {
        self.init(
            devnode: facts.devnode, syspath: facts.syspath, physicalDevice: facts.physicalPath,
            identity: facts.identity, capabilities: facts.capabilities,
            classes: facts.properties.filter { $0.key.hasPrefix("ID_INPUT_") && $0.value == "1" }.keys.sorted(),
            isVirtual: facts.isVirtual, isMarkedAsSwitch: facts.properties[Self.mark] == "1", access: access)
    }

    /// The number in `devnode`, by which lists are ordered; nodes without one come last.
    var number: Int { Int(devnode.drop { !$0.isNumber }) ?? .max }
}

/// The nodes of one thing that can be taken in one's hand.
package struct PhysicalDevice: Hashable, Sendable {
    /// At least one, by event number.
    package var nodes: [NodeDescription]

    /// The name that its nodes' names begin with: "PCsensor FootSwitch" of "PCsensor FootSwitch Keyboard" and "… Mouse".
    package var name: String {
        nodes.dropFirst().reduce(nodes[0].identity.name) { name, node in
            let common = name.commonPrefix(with: node.identity.name)
            return common.isEmpty ? name : common
        }
    }

    package var canBeSwitch: Bool { nodes.contains(where: \.canBeSwitch) }

    /// Groups nodes by the device that they belong to, in the order of their first nodes.
    package static func grouping(_ nodes: [NodeDescription]) -> [PhysicalDevice] {
        Dictionary(grouping: nodes, by: \.physicalDevice).values
            .map { PhysicalDevice(nodes: $0.sorted { $0.number < $1.number }) }
            .sorted { $0.nodes[0].number < $1.nodes[0].number }
    }
}

extension String {
    /// What both begin with, in whole words.
    fileprivate func commonPrefix(with other: String) -> String {
        let words = zip(split(separator: " "), other.split(separator: " ")).prefix { $0 == $1 }.map(\.0)
        return words.joined(separator: " ")
    }
}
