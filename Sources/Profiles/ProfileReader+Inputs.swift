// SPDX-License-Identifier: GPL-3.0-or-later
import Sentences
import SwitchCore

extension ProfileReader {
    /// `KEY_MAX` and `ABS_MAX` of linux/input-event-codes.h.
    private static let largestKey = 0x2FF
    private static let largestAxis = 0x3F
    static let axisPrefix = "ABS_"
    private static let pressRange = 2...100
    private static let releaseRange = 1...99

    /// An input: the name alone where the profile has one device, else `{device: box, key: KEY_SPACE}` and the like.
    mutating func input(_ node: YAMLNode) -> ProfileSwitch.Input? {
        let device: Int?
        let input: SwitchInput?
        if case .mapping = node.content {
            guard let fields = fields(of: node, InputKey.self) else { return nil }
            device = self.device(fields[.device], at: node.position)
            input = self.input(fields)
        } else {
            device = self.device(nil, at: node.position)
            input = keyOrAxis(node)
        }
        guard let device, let input else { return nil }
        let found = ProfileSwitch.Input(device: device, input: input)
        return isFirstUse(of: found, at: node.position) ? found : nil
    }

    private mutating func device(_ node: YAMLNode?, at position: TextPosition) -> Int? {
        guard let deviceLabels else {
            // The missing list of devices is the problem, and it is noted already.
            _ = node.flatMap { scalar($0) }
            return nil
        }
        guard let node else {
            if deviceLabels.count == 1 { return 0 }
            let labels = deviceLabels.map(Quoted.text).joined(separator: ", ")
            problems.add(.profileDeviceNotSaid, at: position, ["devices": labels])
            return nil
        }
        guard let label = scalar(node) else { return nil }
        if let index = deviceLabels.firstIndex(of: label) { return index }
        unknown(.profileUnknownDevice, label, at: node.position, choices: deviceLabels)
        return nil
    }

    private mutating func input(_ fields: Fields<InputKey>) -> SwitchInput? {
        if fields[.axis] == nil {
            for key in [InputKey.press, .release] {
                guard let node = fields[key] else { continue }
                problems.add(.profileOnlyWithAxis, at: node.position, ["key": key.rawValue])
            }
        }
        switch (fields[.key], fields[.axis], fields[.scan]) {
        case (let key?, nil, nil): return self.key(key)
        case (nil, let axis?, nil): return self.axis(axis, press: fields[.press], release: fields[.release])
        case (nil, nil, let scan?): return self.scan(scan)
        default:
            problems.add(.profileOneInput, at: fields.position)
            return nil
        }
    }

    private mutating func keyOrAxis(_ node: YAMLNode) -> SwitchInput? {
        guard let text = scalar(node) else { return nil }
        let isAxis = text.hasPrefix(Self.axisPrefix)
        return isAxis ? axis(node, press: nil, release: nil) : key(node)
    }

    private mutating func key(_ node: YAMLNode) -> SwitchInput? {
        guard let text = scalar(node) else { return nil }
        guard let code = code(text, most: Self.largestKey) ?? names.keyCode(named: text), code > 0 else {
            if text.hasPrefix(Self.axisPrefix) {
                problems.add(.profileAxisNotKey, at: node.position, ["found": Quoted.text(text)])
            } else {
                unknownCode(text, at: node.position)
            }
            return nil
        }
        guard code != Evdev.unknownKey else {
            problems.add(.profileNeedsScan, at: node.position)
            return nil
        }
        return .key(code: code)
    }

    private mutating func scan(_ node: YAMLNode) -> SwitchInput? {
        // The kernel reports the 32 bits of a HID usage as a signed number.
        number(node, in: 0...Int(UInt32.max), isHexadecimal: true).map {
            .scan(value: Int32(bitPattern: UInt32($0)))
        }
    }

    /// An axis with its direction at the end: `ABS_HAT0X-`, `ABS_Z+`.
    private mutating func axis(_ node: YAMLNode, press: YAMLNode?, release: YAMLNode?) -> SwitchInput? {
        let direction = axisDirection(node)
        let pressPercent = press.map { percent($0, in: Self.pressRange) } ?? AxisInput.defaultPressPercent
        let releasePercent = release.map { percent($0, in: Self.releaseRange) } ?? AxisInput.defaultReleasePercent
        guard var axis = direction, let pressPercent, let releasePercent else { return nil }
        guard releasePercent < pressPercent else {
            let arguments = ["press": "\(pressPercent)%", "release": "\(releasePercent)%"]
            problems.add(.profileReleaseAbovePress, at: (release ?? press ?? node).position, arguments)
            return nil
        }
        axis.pressPercent = pressPercent
        axis.releasePercent = releasePercent
        return .axis(axis)
    }

    private mutating func axisDirection(_ node: YAMLNode) -> AxisInput? {
        guard let text = scalar(node) else { return nil }
        let direction = text.last.flatMap { AxisInput.Direction(rawValue: String($0)) }
        let name = direction == nil ? text : String(text.dropLast())
        guard let code = code(name, most: Self.largestAxis) ?? names.axisCode(named: name) else {
            if names.keyCode(named: name) != nil {
                problems.add(.profileKeyNotAxis, at: node.position, ["found": Quoted.text(name)])
            } else {
                unknownCode(name, at: node.position)
            }
            return nil
        }
        guard let direction else {
            problems.add(.profileDirectionMissing, at: node.position, ["axis": Quoted.text(name)])
            return nil
        }
        return AxisInput(code: code, direction: direction)
    }

    /// A code without a name, as `switchbridge monitor` shows it: `0x1d0`. Decimal numbers are refused, since `1` would
    /// be taken for a first button and is the Escape key.
    private func code(_ text: String, most: Int) -> UInt16? {
        guard let number = NumberText(text), number.isHexadecimal, let value = number.value, value <= most else {
            return nil
        }
        return UInt16(value)
    }

    private mutating func unknownCode(_ text: String, at position: TextPosition) {
        guard !problems.isFull else { return problems.add(.profileUnknownCode, at: position) }
        let nearest = NearestName.of(text, among: names.allNames)
        let hint = nearest.map { Sentence(.profileHintNearest, ["name": $0]) } ?? Sentence(.profileHintMonitor)
        let sentence = Sentence(.profileUnknownCode, ["found": Quoted.text(text), "hint": hint.description])
        problems.add(ProfileProblem(at: position, sentence, suggestion: nearest))
    }

    private mutating func isFirstUse(of input: ProfileSwitch.Input, at position: TextPosition) -> Bool {
        var place = input
        // The same direction of an axis is the same place whatever its thresholds.
        if case .axis(let axis) = input.input {
            place.input = .axis(AxisInput(code: axis.code, direction: axis.direction))
        }
        if let first = seen.inputs[place] {
            problems.add(.profileInputTwice, at: position, ["line": "\(first.line)"])
            return false
        }
        seen.inputs[place] = position
        return true
    }
}
