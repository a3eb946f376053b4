// SPDX-License-Identifier: GPL-3.0-or-later
import Sentences
import SwitchCore

extension ProfileReader {
    /// As many as there can be switches.
    static let deviceLimit = SwitchID.limit
    /// Ids under which one kind of device is sold.
    static let matchLimit = 16
    /// The kernel cuts names of input devices at this many bytes.
    static let deviceTextLimit = 256

    /// The devices of the profile, in the order of the file; those with problems are left out.
    mutating func devices(_ node: YAMLNode) -> [ProfileDevice] {
        guard let entries = entries(of: node) else { return [] }
        guard !entries.isEmpty else {
            problems.add(.profileEmptyList, at: node.position, ["key": RootKey.devices.rawValue])
            return []
        }
        if entries.count > Self.deviceLimit {
            problems.add(
                .profileTooManyDevices, at: entries[Self.deviceLimit].keyPosition, ["limit": "\(Self.deviceLimit)"])
        }
        let kept = entries.prefix(Self.deviceLimit)
        deviceLabels = entries.map(\.key)
        var devices: [ProfileDevice] = []
        for entry in kept where isName(entry.key, at: entry.keyPosition) {
            let device = ProfileDevice(label: entry.key, matches: matches(entry.value))
            if let other = devices.first(where: { $0.overlaps(device) }) {
                problems.add(
                    .profileSameDevice, at: entry.keyPosition,
                    ["device": Quoted.text(device.label), "other": Quoted.text(other.label)])
            }
            devices.append(device)
        }
        return devices
    }

    /// One description, or a list of descriptions of which any may fit.
    private mutating func matches(_ node: YAMLNode) -> [DeviceMatch] {
        guard case .sequence(let items) = node.content else { return match(node).map { [$0] } ?? [] }
        guard (1...Self.matchLimit).contains(items.count) else {
            problems.add(.profileMatchCount, at: node.position, ["limit": "\(Self.matchLimit)"])
            return []
        }
        return items.compactMap { match($0) }
    }

    private mutating func match(_ node: YAMLNode) -> DeviceMatch? {
        let problemsBefore = problems.problems.count
        guard let fields = fields(of: node, DeviceKey.self) else { return nil }
        var match = DeviceMatch()
        match.bus = fields[.bus].flatMap { word($0, DeviceIdentity.Bus.self) }
        match.vendor = fields[.vendor].flatMap { identifier($0) }
        match.product = fields[.product].flatMap { identifier($0) }
        match.version = fields[.version].flatMap { identifier($0) }
        match.name = fields[.name].flatMap { text($0, limit: Self.deviceTextLimit) }
        match.serial = fields[.serial].flatMap { text($0, limit: Self.deviceTextLimit) }
        match.port = fields[.port].flatMap { text($0, limit: Self.deviceTextLimit) }
        match.interface = fields[.interface].flatMap { number($0, in: 0...255) }
        match.capabilities = fields[.capabilities].flatMap { capabilities($0) }
        guard problems.problems.count == problemsBefore else { return nil }
        guard match.isSpecific else {
            problems.add(.profileDeviceVague, at: node.position)
            return nil
        }
        return match
    }

    private mutating func identifier(_ node: YAMLNode) -> UInt16? {
        number(node, in: 0...0xFFFF, isHexadecimal: true).map(UInt16.init)
    }

    private mutating func capabilities(_ node: YAMLNode) -> String? {
        guard let text = scalar(node) else { return nil }
        guard text.utf8.count == 16, text.allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
            problems.add(.profileBadCapabilities, at: node.position, ["found": Quoted.text(text)])
            return nil
        }
        return text.lowercased()
    }
}

extension DeviceMatch {
    /// Says enough not to take whatever is plugged in, the machine's own keyboard for one (F3). Bus, version, interface
    /// and capabilities are shared by many devices.
    var isSpecific: Bool {
        name != nil || serial != nil || port != nil || (vendor != nil && product != nil)
    }

    /// Whether every device that fits `other` fits this, too.
    func covers(_ other: DeviceMatch) -> Bool {
        func covers<Value: Equatable>(_ mine: Value?, _ theirs: Value?) -> Bool { mine == nil || mine == theirs }
        return covers(bus, other.bus) && covers(vendor, other.vendor) && covers(product, other.product)
            && covers(version, other.version) && covers(name, other.name) && covers(serial, other.serial)
            && covers(port, other.port) && covers(interface, other.interface)
            && covers(capabilities, other.capabilities)
    }
}

extension ProfileDevice {
    fileprivate func overlaps(_ other: ProfileDevice) -> Bool {
        matches.contains { mine in other.matches.contains { mine.covers($0) || $0.covers(mine) } }
    }
}
