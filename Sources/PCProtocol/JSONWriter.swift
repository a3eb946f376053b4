// SPDX-License-Identifier: GPL-3.0-or-later

extension JSONValue {
    /// How a slash inside a string is written.
    package enum Slashes: Sendable {
        /// `\/`: the form that every PC accepts in what the proof covers (§3).
        case escaped
        /// `/`: shorter, for base64 in frames.
        case bare
    }

    /// UTF-8 without spaces, keys in the order of their bytes, whole numbers without a fraction.
    package func encoded(slashes: Slashes = .escaped) -> [UInt8] {
        var output: [UInt8] = []
        write(to: &output, slashes)
        return output
    }

    private func write(to output: inout [UInt8], _ slashes: Slashes) {
        switch self {
        case .null: output += "null".utf8
        case .bool(let value): output += (value ? "true" : "false").utf8
        case .integer(let value): output += String(value).utf8
        case .double(let value): output += Self.text(of: value).utf8
        case .string(let value): Self.write(value, to: &output, slashes)
        case .array(let elements):
            output.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                element.write(to: &output, slashes)
            }
            output.append(UInt8(ascii: "]"))
        case .object(let members):
            output.append(UInt8(ascii: "{"))
            let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            for (index, member) in sorted.enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                Self.write(member.key, to: &output, slashes)
                output.append(UInt8(ascii: ":"))
                member.value.write(to: &output, slashes)
            }
            output.append(UInt8(ascii: "}"))
        }
    }

    /// JSON has no infinities; none of ours gets here, and 0 does no harm where one would.
    private static func text(of value: Double) -> String {
        if let whole = whole(value) { return String(whole) }
        return value.isFinite ? value.description : "0"
    }

    private static func write(_ text: String, to output: inout [UInt8], _ slashes: Slashes) {
        output.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""): output += #"\""#.utf8
            case UInt8(ascii: "\\"): output += #"\\"#.utf8
            case UInt8(ascii: "/"): output += (slashes == .escaped ? #"\/"# : "/").utf8
            case 0x08: output += #"\b"#.utf8
            case 0x09: output += #"\t"#.utf8
            case 0x0A: output += #"\n"#.utf8
            case 0x0C: output += #"\f"#.utf8
            case 0x0D: output += #"\r"#.utf8
            case 0x00..<0x20: output += ((byte < 0x10 ? #"\u000"# : #"\u00"#) + String(byte, radix: 16)).utf8
            default: output.append(byte)
            }
        }
        output.append(UInt8(ascii: "\""))
    }
}
