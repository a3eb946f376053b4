// SPDX-License-Identifier: GPL-3.0-or-later
package import SwitchCore

/// An input to write into a profile.
package struct NewInput: Hashable, Sendable {
    package enum Device: Hashable, Sendable {
        /// One that the profile has.
        case known(label: String)
        /// One that it may not have yet. Should it have just this one under any label, that is taken; else the label is
        /// made one that is free.
        case new(DeviceMatch, label: String)
    }

    package var device: Device
    package var input: SwitchInput

    package init(device: Device, input: SwitchInput) {
        self.device = device
        self.input = input
    }
}

extension ProfileDraft {
    /// What the switch is from now on; devices that no switch is on any more go.
    package mutating func setInputs(_ inputs: [NewInput], of name: String) throws(ProfileEditProblem) {
        let written = try write(inputs)
        let path = [Self.switches, .item(try index(of: name))]
        let isSingle = text.node(path + [.key(SwitchKey.input.rawValue)]) != nil
        try text.replace((isSingle ? SwitchKey.input : .inputs).rawValue, by: written, in: path)
        try removeUnusedDevices()
    }

    /// Which device is meant by the label from now on.
    package mutating func setDevice(_ label: String, to match: DeviceMatch) throws(ProfileEditProblem) {
        guard deviceLabels.contains(label) else { throw .unknownDevice(label, choices: deviceLabels) }
        try text.set(label, to: .mapping(match.entries), in: [Self.devices])
    }

    /// Labels in the order of the file.
    package var deviceLabels: [String] {
        guard case .mapping(let entries)? = text.node([Self.devices])?.content else { return [] }
        return entries.map(\.key)
    }

    /// As `input` or, for several, as `inputs`. Their devices are then there.
    mutating func write(_ inputs: [NewInput]) throws(ProfileEditProblem) -> YAMLValue.Entry {
        var labels: [String] = []
        for input in inputs { labels.append(try label(of: input.device)) }
        let isOnly = deviceLabels.count == 1
        let values = zip(inputs, labels).map { input, label in
            input.input.value(names, device: isOnly ? nil : label)
        }
        if let only = values.first, values.count == 1 {
            return YAMLValue.Entry(key: SwitchKey.input.rawValue, value: only)
        }
        return YAMLValue.Entry(key: SwitchKey.inputs.rawValue, value: .list(values))
    }

    private mutating func label(of device: NewInput.Device) throws(ProfileEditProblem) -> String {
        switch device {
        case .known(let label):
            guard deviceLabels.contains(label) else { throw .unknownDevice(label, choices: deviceLabels) }
            return label
        case .new(let match, let wanted):
            let value = YAMLValue.mapping(match.entries)
            if let known = label(saying: value) { return known }
            let label = freeLabel(wanted)
            if deviceLabels.count == 1 { try nameDevice(deviceLabels[0]) }
            try text.set(label, to: value, in: [Self.devices])
            return label
        }
    }

    private func label(saying value: YAMLValue) -> String? {
        let wanted = Set(value.entries.map(\.untyped))
        return deviceLabels.first { label in
            text.node([Self.devices, .key(label)]).map { Set(YAMLValue($0).entries) == wanted } ?? false
        }
    }

    private func freeLabel(_ wanted: String) -> String {
        let taken = Set(deviceLabels)
        let numbered = (2...).lazy.map { "\(wanted) \($0)" }
        return taken.contains(wanted) ? numbered.first { !taken.contains($0) } ?? wanted : wanted
    }

    // MARK: Devices that come and go

    /// Where there is one device, inputs need not say which; before a second one comes, they have to.
    private mutating func nameDevice(_ label: String) throws(ProfileEditProblem) {
        for path in inputPaths {
            guard let node = text.node(path) else { continue }
            let device = InputKey.device.rawValue
            if let name = node.scalar {
                let key: InputKey = name.hasPrefix(ProfileReader.axisPrefix) ? .axis : .key
                let value = YAMLValue.mapping((device, .text(label)), (key.rawValue, .word(name)))
                try replace(path, by: value)
            } else if node[device] == nil {
                try text.set(device, to: .text(label), in: path)
            }
        }
    }

    private mutating func replace(_ path: [YAMLStep], by value: YAMLValue) throws(ProfileEditProblem) {
        switch path.last {
        case .key(let key)?: try text.set(key, to: value, in: path.dropLast())
        case .item(let index)?: try text.replace(item: index, of: path.dropLast(), by: value)
        case nil: break
        }
    }

    mutating func removeUnusedDevices() throws(ProfileEditProblem) {
        guard deviceLabels.count > 1 else { return }
        let used = Set(inputPaths.compactMap { text.node($0)?[InputKey.device.rawValue]?.scalar })
        for label in deviceLabels where !used.contains(label) {
            try text.remove(label, in: [Self.devices], withComments: true)
        }
    }

    /// Where the inputs of all switches stand.
    private var inputPaths: [[YAMLStep]] {
        switchNames.indices.flatMap { index -> [[YAMLStep]] in
            let path = [Self.switches, YAMLStep.item(index)]
            let single = path + [.key(SwitchKey.input.rawValue)]
            let several = path + [.key(SwitchKey.inputs.rawValue)]
            if text.node(single) != nil { return [single] }
            guard case .sequence(let items)? = text.node(several)?.content else { return [] }
            return items.indices.map { several + [.item($0)] }
        }
    }
}

extension SwitchInput {
    /// As a profile writes it: the name alone where that says all.
    fileprivate func value(_ names: any InputNaming, device: String?) -> YAMLValue {
        let entries = entries(names)
        guard device != nil || entries.count > 1 || entries[0].key == InputKey.scan.rawValue else {
            return entries[0].value
        }
        let label = device.map { YAMLValue.Entry(key: InputKey.device.rawValue, value: .text($0)) }
        return .mapping([label].compactMap { $0 } + entries)
    }

    private func entries(_ names: any InputNaming) -> [YAMLValue.Entry] {
        switch self {
        case .key(let code): return [InputKey.key.entry(names.keyName(code: code) ?? hexadecimal(code))]
        case .scan(let value): return [InputKey.scan.entry(hexadecimal(UInt32(bitPattern: value)))]
        case .axis(let axis):
            let name = names.axisName(code: axis.code) ?? hexadecimal(axis.code)
            var entries = [InputKey.axis.entry(name + axis.direction.rawValue)]
            if axis.pressPercent != AxisInput.defaultPressPercent
                || axis.releasePercent != AxisInput.defaultReleasePercent
            {
                entries.append(InputKey.press.entry("\(axis.pressPercent)%"))
                entries.append(InputKey.release.entry("\(axis.releasePercent)%"))
            }
            return entries
        }
    }
}

extension DeviceMatch {
    fileprivate var entries: [YAMLValue.Entry] {
        [
            bus.map { DeviceKey.bus.entry($0.rawValue) }, vendor.map { DeviceKey.vendor.entry(hexadecimal($0)) },
            product.map { DeviceKey.product.entry(hexadecimal($0)) },
            version.map { DeviceKey.version.entry(hexadecimal($0)) }, name.map { DeviceKey.name.entry(text: $0) },
            serial.map { DeviceKey.serial.entry(text: $0) }, port.map { DeviceKey.port.entry(text: $0) },
            interface.map { DeviceKey.interface.entry("\($0)") },
            capabilities.map { DeviceKey.capabilities.entry(text: $0) },
        ].compactMap { $0 }
    }
}

extension ProfileKey {
    fileprivate func entry(_ word: String) -> YAMLValue.Entry { YAMLValue.Entry(key: rawValue, value: .word(word)) }
    fileprivate func entry(text: String) -> YAMLValue.Entry { YAMLValue.Entry(key: rawValue, value: .text(text)) }
}

private func hexadecimal(_ number: some FixedWidthInteger) -> String {
    let digits = String(number, radix: 16)
    return "0x" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
}
