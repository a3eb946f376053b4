// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore

/// The udev rule that opens exactly one device to the bridge: for a switch box that presents itself as a whole keyboard, which
/// udev/70-switchbridge.rules leaves closed. From then on it counts as nobody's keyboard. Adding it is root's and its user's decision: what is typed there can then be read.
package struct DeviceRule: Hashable, Sendable {
    /// Such as "/etc/udev/rules.d/71-switchbridge-pcsensor-footswitch.rules". The number is after the general rules, and before
    /// 73-seat-late.rules, which acts on the tag "uaccess".
    package let path: String
    /// The whole file.
    package let text: String
    /// What makes it count, to be typed in this order: the file is written, read, and applied to what is plugged in.
    package let commands: [String]

    /// Bytes of the name within the path.
    static let nameLimit = 40
    /// Bytes of a text from the device within the rule. What is cut is matched by "*".
    static let patternLimit = 128

    /// Characters that must be left beside a "*", for the pattern to mean one device.
    private static let leastPlain = 4

    /// - Parameter others: the nodes that are there. Among twins the rule names the serial number, or without one the place
    ///   where the device is plugged in.
    /// - Returns: nil for a node that has nothing by which a rule could tell it from others.
    package init?(for node: NodeDescription, among others: [NodeDescription] = []) {
        let identity = node.identity
        guard identity.vendor != 0 || identity.product != 0 else { return nil }
        var matches = [
            #"SUBSYSTEM=="input", KERNEL=="event*""#,
            #"ATTRS{id/vendor}=="\#(Self.hex(identity.vendor))", ATTRS{id/product}=="\#(Self.hex(identity.product))""#,
        ]
        if let interface = identity.interface {
            matches.append(#"ENV{ID_USB_INTERFACE_NUM}=="\#(Self.twoHexDigits(interface))""#)
        }
        let twins = others.filter { Self.isTwin($0, of: node) }.map(\.identity)
        let isNarrow = !twins.isEmpty || identity.bus == .bluetooth
        let marks = isNarrow ? Self.ownMarks(of: identity, among: twins) : []
        // A twin that nothing tells apart would be opened as well.
        if !twins.isEmpty, marks.isEmpty { return nil }
        let lines = (marks.isEmpty ? [[]] : marks.map { [$0] }).map { mark in
            (matches + mark + [
                #"ENV{\#(NodeDescription.mark)}="1", GROUP="switchbridge", MODE="0660", TAG+="uaccess""#
            ]).joined(separator: ", ")
        }
        path = "/etc/udev/rules.d/71-switchbridge-\(Self.fileName(of: identity, twin: !twins.isEmpty)).rules"
        text =
            (["# Opens \(Self.shown(identity.name)) to Switchbridge: its keys can then be read."] + lines)
            .joined(separator: "\n") + "\n"
        commands =
            [
                "printf '%s\\n' " + text.split(separator: "\n").map { "'\($0)'" }.joined(separator: " ")
                    + " | sudo tee \(path)"
            ] + UdevCommands.applyRules(to: "input")
    }

    /// Another device that the same rule would open. The other nodes of this one are not meant.
    private static func isTwin(_ other: NodeDescription, of node: NodeDescription) -> Bool {
        (other.identity.vendor, other.identity.product, other.identity.interface)
            == (node.identity.vendor, node.identity.product, node.identity.interface)
            && other.physicalDevice != node.physicalDevice
    }

    /// Matches of which one has to hold; none when the device has no mark of its own. A serial number is an attribute of the
    /// input device, or, where its driver does not pass it on, a property that udev finds.
    private static func ownMarks(of identity: DeviceIdentity, among twins: [DeviceIdentity]) -> [String] {
        if let text = identity.serial, !twins.contains(where: { $0.serial == text }), let serial = pattern(text) {
            let property = identity.bus == .bluetooth ? [] : [#"ENV{ID_SERIAL_SHORT}=="\#(serial)""#]
            return [#"ATTRS{uniq}=="\#(serial)""#] + property
        }
        guard let text = identity.port, !twins.contains(where: { $0.port == text }) else { return [] }
        return pattern(text).map { [#"ENV{ID_PATH}=="\#($0)""#] } ?? []
    }

    // MARK: Text from a device

    /// A match for `text` that neither ends the quotes, nor begins a pattern or a substitution, nor ends the shell's quotes: what
    /// could is matched by "*". Nil when hardly anything is left.
    private static func pattern(_ text: String) -> String? {
        var pattern = ""
        for scalar in text.unicodeScalars {
            guard pattern.utf8.count < patternLimit else {
                pattern += "*"
                break
            }
            if isPlain(scalar) { pattern.unicodeScalars.append(scalar) } else if pattern.last != "*" { pattern += "*" }
        }
        let plain = pattern.count { $0 != "*" }
        return plain >= (pattern.contains("*") ? leastPlain : 1) ? pattern : nil
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII
            && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                || " -_.:+/".unicodeScalars.contains(scalar))
    }

    /// For the comment.
    private static func shown(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter(isPlain).prefix(patternLimit)))
    }

    /// Letters, digits and single dashes.
    private static func fileName(of identity: DeviceIdentity, twin: Bool) -> String {
        var name = ""
        for scalar in identity.name.lowercased().unicodeScalars.prefix(nameLimit) {
            let isKept = scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
            if isKept { name.unicodeScalars.append(scalar) } else if !name.isEmpty, name.last != "-" { name += "-" }
        }
        while name.last == "-" { name.removeLast() }
        let ids = "\(hex(identity.vendor))-\(hex(identity.product))"
        let parts = [name, ids] + (twin ? [fingerprint(identity.serial ?? identity.port ?? "")] : [])
        return parts.filter { !$0.isEmpty }.joined(separator: "-")
    }

    /// Tells the files of twins apart without showing a serial number. FNV-1a, 32 bits.
    private static func fingerprint(_ text: String) -> String {
        let hash = text.utf8.reduce(0x811c_9dc5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
        return String(hash, radix: 16)
    }

    private static func hex(_ number: UInt16) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }

    /// As usb_id writes them.
    private static func twoHexDigits(_ number: Int) -> String {
        let digits = String(number & 0xff, radix: 16)
        return digits.count < 2 ? "0\(digits)" : digits
    }
}
