// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials

package enum JSONError: Error, Hashable, Sendable {
    case tooLong
    case tooDeep
    /// Not JSON in UTF-8, or a number that no computer holds.
    case malformed
}

extension JSONValue {
    /// How deep arrays and objects may be nested; the deepest message of the protocol needs six.
    package static let depthLimit = 16
    /// The longest text read, in bytes: a status may be longer than a message, but not by much.
    package static let byteLimit = 65_536

    /// Reads one JSON value (RFC 8259) that fills `bytes`, white space around it aside. The library also takes a comma
    /// behind the last element and a byte order mark. Of a key that comes twice in an object the first counts: a proof
    /// that covers the other does not fit, and elsewhere nothing hangs on it.
    /// - Parameter limit: of `bytes`.
    package init(parsing bytes: [UInt8], limit: Int = byteLimit) throws(JSONError) {
        guard bytes.count <= limit else { throw .tooLong }
        // Where a zero stands the library would guess UTF-16 or UTF-32; in UTF-8 no JSON text has one.
        guard !bytes.contains(0) else { throw .malformed }
        do { self = try JSONDecoder().decode(JSONValue.self, from: Data(bytes)) } catch {
            throw error as? JSONError ?? .malformed
        }
    }

    /// How a slash inside a string is written.
    package enum Slashes: Sendable {
        /// `\/`: the form that every PC accepts in what the proof covers (§3).
        case escaped
        /// `/`: shorter, for base64 in frames.
        case bare
    }

    /// UTF-8 without spaces, keys sorted, whole numbers without a fraction. Numbers must be finite: those that were read
    /// are, and commands are checked before they are sent.
    package func encoded(slashes: Slashes = .escaped) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = slashes == .escaped ? .sortedKeys : [.sortedKeys, .withoutEscapingSlashes]
        do { return Array(try encoder.encode(self)) } catch {
            preconditionFailure("a message of our own holds a number that is not finite")
        }
    }
}

extension JSONValue: Codable {
    /// The depth is checked on the way in, so that hostile nesting never goes deeper on our stack; the library's own
    /// reading of brackets ends at 512.
    package init(from decoder: any Decoder) throws {
        // A wrong guess is a thrown error, so what is frequent is tried first.
        if let scalar = Self.scalar(try decoder.singleValueContainer()) {
            self = scalar
        } else if let members = try? decoder.container(keyedBy: Name.self) {
            try Self.checkDepth(decoder)
            self = .object(try Self.members(of: members))
        } else if var elements = try? decoder.unkeyedContainer() {
            try Self.checkDepth(decoder)
            self = .array(try Self.elements(of: &elements))
        } else {
            self = .double(try decoder.singleValueContainer().decode(Double.self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .double(let value):
            // A reader takes "-0" for the integer 0, so that is what the proof has to cover.
            if let whole = exactInteger { try container.encode(whole) } else { try container.encode(value) }
        case .string(let value): try container.encode(value)
        case .array(let elements): try container.encode(elements)
        case .object(let members): try container.encode(members)
        }
    }

    private static func checkDepth(_ decoder: any Decoder) throws {
        guard decoder.codingPath.count < depthLimit else { throw JSONError.tooDeep }
    }

    private static func members(of container: KeyedDecodingContainer<Name>) throws -> [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        for name in container.allKeys { members[name.stringValue] = try container.decode(JSONValue.self, forKey: name) }
        return members
    }

    private static func elements(of container: inout any UnkeyedDecodingContainer) throws -> [JSONValue] {
        var elements: [JSONValue] = []
        while !container.isAtEnd { elements.append(try container.decode(JSONValue.self)) }
        return elements
    }

    /// Nil for a number with a fraction and for what is no scalar.
    private static func scalar(_ container: any SingleValueDecodingContainer) -> JSONValue? {
        if let text = try? container.decode(String.self) { return .string(text) }
        if let integer = try? container.decode(Int64.self) { return .integer(integer) }
        if let truth = try? container.decode(Bool.self) { return .bool(truth) }
        return container.decodeNil() ? .null : nil
    }

    /// Any name of a member.
    private struct Name: CodingKey {
        let stringValue: String
        init(stringValue: String) { self.stringValue = stringValue }
        var intValue: Int? { nil }
        init?(intValue: Int) { nil }
    }
}
