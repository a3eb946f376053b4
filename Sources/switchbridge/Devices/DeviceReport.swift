// SPDX-License-Identifier: GPL-3.0-or-later
import InputDevices
import PCProtocol
import Sentences
import SwitchCore

/// What is said of one physical device.
struct DeviceReport {
    /// Up to so many inputs are named; of more, the number is said.
    static let namedLimit = 6

    let device: PhysicalDevice
    let names: any InputNaming
    /// Other programs that have it open, where that shows.
    var owners: String?

    /// The name, what can be a switch and whether it may be used: one line.
    var line: String {
        let name = device.name.isEmpty ? "(no name)" : device.name
        return "\(name): \(inputWords). \(accessWords) (\(identityWords))"
    }

    /// What blocks it and the command that mends it, each once however many nodes it has.
    var remarks: [Sentence] {
        var remarks: [Sentence] = []
        for case .denied(let problem) in accesses where !remarks.contains(problem.sentence) {
            remarks.append(problem.sentence)
        }
        if let owners { remarks.append(Sentence(.deviceOpenIn, ["owners": owners])) }
        return remarks
    }

    // MARK: Words

    private var usableNodes: [NodeDescription] { device.nodes.filter(\.canBeSwitch) }
    private var accesses: [AccessState] { (usableNodes.isEmpty ? device.nodes : usableNodes).map(\.access) }

    private var inputWords: String {
        guard device.canBeSwitch else { return "nothing on it can be a switch" }
        let keys = unique(\.switchKeys).map { names.keyName(code: $0) ?? "key \($0)" }
        let axes = unique(\.switchAxes).map { names.axisName(code: $0) ?? "axis \($0)" }
        if device.nodes.contains(where: \.isKeyboardSomeoneTypesOn) { return "a keyboard with \(keys.count) keys" }
        let parts = [words(keys, one: "button", many: "buttons"), words(axes, one: "axis", many: "axes")]
        return parts.compactMap(\.self).joined(separator: ", ")
    }

    private func unique(_ codes: KeyPath<NodeCapabilities, [UInt16]>) -> [UInt16] {
        Set(usableNodes.flatMap { $0.capabilities[keyPath: codes] }).sorted()
    }

    private func words(_ names: [String], one: String, many: String) -> String? {
        guard !names.isEmpty else { return nil }
        let number = names.count == 1 ? "1 \(one)" : "\(names.count) \(many)"
        return names.count > Self.namedLimit ? number : "\(number) \(names.joined(separator: " "))"
    }

    private var accessWords: String {
        if accesses.allSatisfy({ $0 == .full }) { return "You may use it." }
        if accesses.allSatisfy(\.isReadable) { return "You may read it, but not write to it." }
        return accesses.contains(where: \.isReadable) ? "You may use a part of it." : "You may not use it."
    }

    private var identityWords: String {
        let identity = device.nodes[0].identity
        let ids = "\(identity.bus.rawValue) \(hex(identity.vendor)):\(hex(identity.product))"
        let nodes = device.nodes.map { $0.devnode.split(separator: "/").last.map(String.init) ?? "" }
        let parts = [
            device.nodes[0].isVirtual ? "virtual" : nil, ids, identity.serial.map { "serial \($0)" },
            identity.port.map { "port \($0)" }, nodes.joined(separator: " "),
        ]
        return parts.compactMap(\.self).joined(separator: ", ")
    }

    private func hex(_ number: UInt16) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }

    // MARK: JSON

    func json(event: String) -> JSONValue {
        .object([
            "event": .string(event), "name": .string(device.name), "canBeSwitch": .bool(device.canBeSwitch),
            "openIn": owners.map { .string($0) } ?? .null, "nodes": .array(device.nodes.map(json)),
        ])
    }

    private func json(_ node: NodeDescription) -> JSONValue {
        var members: [String: JSONValue] = [
            "node": .string(node.devnode), "name": .string(node.identity.name), "virtual": .bool(node.isVirtual),
            "keyboard": .bool(node.isKeyboardSomeoneTypesOn), "bus": .string(node.identity.bus.rawValue),
            "vendor": .string("0x\(hex(node.identity.vendor))"), "product": .string("0x\(hex(node.identity.product))"),
            "version": .string("0x\(hex(node.identity.version))"),
            "serial": node.identity.serial.map { .string($0) } ?? .null,
            "port": node.identity.port.map { .string($0) } ?? .null,
            "interface": node.identity.interface.map { .int($0) } ?? .null,
            "capabilities": .string(node.identity.capabilities),
            "keys": .array(node.capabilities.switchKeys.map { .string(names.keyName(code: $0) ?? "\($0)") }),
            "axes": .array(node.capabilities.switchAxes.map { .string(names.axisName(code: $0) ?? "\($0)") }),
        ]
        switch node.access {
        case .full: members["access"] = .string("full")
        case .readOnly: members["access"] = .string("readOnly")
        case .missing: members["access"] = .string("missing")
        case .denied(let problem):
            members["access"] = .string("denied")
            members["problem"] = .string(problem.sentence.id.rawValue)
            members["message"] = .string(problem.sentence.description)
        }
        return .object(members)
    }
}
