// SPDX-License-Identifier: GPL-3.0-or-later

/// A JSON value, for looking at a message before its type is known and for the one exact form that the proof covers (§3).
package enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    case double(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    package static let emptyObject = JSONValue.object([String: JSONValue]())
}

extension JSONValue {
    /// The number when it is whole and exact, however it was written (`1`, `1.0`, `1e0`).
    package var exactInteger: Int64? {
        switch self {
        case .integer(let value): value
        case .double(let value): Int64(exactly: value)
        case .null, .bool, .string, .array, .object: nil
        }
    }

    /// Any number; always finite.
    package var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .double(let value): value
        case .null, .bool, .string, .array, .object: nil
        }
    }

    package var text: String? {
        if case .string(let value) = self { value } else { nil }
    }

    package var truth: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    package var elements: [JSONValue]? {
        if case .array(let value) = self { value } else { nil }
    }

    package var members: [String: JSONValue]? {
        if case .object(let value) = self { value } else { nil }
    }
}

/// A value may carry a token or typed text, so neither logs nor failing tests ever print one.
extension JSONValue: CustomStringConvertible, CustomReflectable {
    package var description: String {
        switch self {
        case .null: "JSON null"
        case .bool: "JSON bool"
        case .integer, .double: "JSON number"
        case .string: "JSON string"
        case .array(let elements): "JSON array of \(elements.count)"
        case .object(let members): "JSON object of \(members.count)"
        }
    }

    package var customMirror: Mirror { Mirror(self, children: []) }
}
