// SPDX-License-Identifier: GPL-3.0-or-later
package import SwitchCore

/// A profile's text between one change and the next, when it need not be a good profile. Switches go by their names.
package struct ProfileDraft {
    /// Keys of a switch in the order in which a new one is put among those that are there.
    private static let switchKeys = ["name", "id", "input", "inputs", "kind", "press", "hold", "timing"]
    static let switches = YAMLStep.key(RootKey.switches.rawValue)
    static let devices = YAMLStep.key(RootKey.devices.rawValue)
    static let idle = YAMLStep.key(RootKey.idle.rawValue)
    static let safety = YAMLStep.key(RootKey.safety.rawValue)

    var text: YAMLText
    let names: any InputNaming

    package mutating func setProfileName(_ name: String) throws(ProfileEditProblem) {
        try text.set(RootKey.name.rawValue, to: .text(name), in: [], after: [RootKey.schema.rawValue])
    }

    // MARK: One switch

    /// Also where `safety` names it as the one that stops, and `idle` for what it does while forwarding is off.
    package mutating func rename(_ name: String, to newName: String) throws(ProfileEditProblem) {
        try set(SwitchKey.name.rawValue, .text(newName), of: name)
        for act in acts(of: name) {
            try text.set(GestureKey.switchName.rawValue, to: .text(newName), in: [Self.idle, .key(act)])
        }
        guard stopSwitch == name else { return }
        try text.set(SafetyKey.stopSwitch.rawValue, to: .text(newName), in: [Self.safety])
    }

    package mutating func setKind(_ kind: ProfileSwitch.Manner, of name: String) throws(ProfileEditProblem) {
        try set(SwitchKey.kind.rawValue, kind == .ordinary ? nil : .word(kind.rawValue), of: name)
    }

    /// - Parameter action: its id in the catalogue; nil for none.
    package mutating func setPress(_ action: String?, of name: String) throws(ProfileEditProblem) {
        try set("press", action.map { .text($0) }, of: name)
    }

    /// - Parameter actions: ids in the catalogue, in the order in which holding reaches them; empty for none.
    package mutating func setHolds(_ actions: [String], of name: String) throws(ProfileEditProblem) {
        let value: YAMLValue? =
            switch actions.count {
            case 0: nil
            case 1: .text(actions[0])
            default: .list(actions.map { .text($0) })
            }
        try set("hold", value, of: name)
    }

    /// - Parameters:
    ///   - key: as profiles name it, such as "ignore-repeat".
    ///   - time: nil goes back to what the profile says for all switches.
    package mutating func setTime(_ key: String, to time: Duration?, of name: String) throws(ProfileEditProblem) {
        let path = [Self.switches, .item(try index(of: name))]
        let timing = path + [.key(SwitchKey.timing.rawValue)]
        let isThere = text.node(timing) != nil
        if let time {
            let value = YAMLValue.word(DurationText.write(time))
            if isThere { return try text.set(key, to: value, in: timing) }
            try set(SwitchKey.timing.rawValue, .mapping((key, value)), of: name)
        } else if isThere, text.node(timing + [.key(key)]) != nil {
            try text.remove(key, in: timing)
        }
    }

    /// Sets a key of a switch, or removes it.
    mutating func set(_ key: String, _ value: YAMLValue?, of name: String) throws(ProfileEditProblem) {
        let path = [Self.switches, .item(try index(of: name))]
        if let value {
            let before = Self.switchKeys.prefix { $0 != key }
            try text.set(key, to: value, in: path, after: Array(before))
        } else if text.node(path + [.key(key)]) != nil {
            try text.remove(key, in: path)
        }
    }

    // MARK: The list of switches

    /// Adds a switch at the end, which gives it the next number.
    package mutating func addSwitch(
        _ name: String, inputs: [NewInput], kind: ProfileSwitch.Manner = .ordinary
    ) throws(ProfileEditProblem) {
        let written = try write(inputs)
        var entries = [YAMLValue.Entry(key: SwitchKey.name.rawValue, value: .text(name)), written]
        if kind != .ordinary {
            entries.append(YAMLValue.Entry(key: SwitchKey.kind.rawValue, value: .word(kind.rawValue)))
        }
        try text.append(.mapping(entries), to: [Self.switches])
    }

    /// With the comments that belong to it, with devices that only it was on, with what it does while forwarding is off, and
    /// where it is the stop switch, with that.
    package mutating func removeSwitch(_ name: String) throws(ProfileEditProblem) {
        let index = try index(of: name)
        guard switchNames.count > 1 else { throw .lastSwitch(name) }
        try text.remove(item: index, of: [Self.switches])
        if stopSwitch == name { try text.remove(SafetyKey.stopSwitch.rawValue, in: [Self.safety]) }
        for act in acts(of: name) { try text.remove(act, in: [Self.idle]) }
        try removeUnusedDevices()
    }

    /// Puts the switches into this order. Those without an `id` have the numbers of their places.
    package mutating func orderSwitches(_ names: [String]) throws(ProfileEditProblem) {
        var order: [Int] = []
        for name in names { order.append(try index(of: name)) }
        guard order.sorted() == Array(switchNames.indices) else { throw .incompleteOrder(choices: switchNames) }
        try text.reorder([Self.switches], order)
    }

    /// In the order of the file.
    package var switchNames: [String] {
        guard case .sequence(let items)? = text.node([Self.switches])?.content else { return [] }
        return items.map { $0[SwitchKey.name.rawValue]?.scalar ?? "" }
    }

    func index(of name: String) throws(ProfileEditProblem) -> Int {
        guard let index = switchNames.firstIndex(of: name) else {
            throw .unknownSwitch(name, choices: switchNames)
        }
        return index
    }

    private var stopSwitch: String? { text.node([Self.safety, .key(SafetyKey.stopSwitch.rawValue)])?.scalar }
}

extension YAMLNode {
    var scalar: String? { if case .scalar(let text) = content { text } else { nil } }

    subscript(key: String) -> YAMLNode? {
        guard case .mapping(let entries) = content else { return nil }
        return entries.first { $0.key == key }?.value
    }
}
