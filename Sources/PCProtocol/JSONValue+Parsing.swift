// SPDX-License-Identifier: GPL-3.0-or-later
import CJSON

package enum JSONError: Error, Hashable, Sendable {
    case tooLong
    case tooDeep
    /// Not JSON in UTF-8, a number that no computer holds, or a text with a zero in it.
    case malformed
}

extension JSONValue {
    /// How deep arrays and objects may be nested; the deepest message of the protocol needs six.
    package static let depthLimit = 16
    /// The longest text read, in bytes: a status may be longer than a message, but not by much.
    package static let byteLimit = 65_536

    /// Reads one JSON value (RFC 8259) that fills `bytes`, white space around it aside. Of a key that comes twice in an object
    /// the last counts: a proof that covers the other does not fit, and elsewhere nothing hangs on it.
    ///
    /// The library also takes keys in single quotes, `00`, `1.` and line ends within a text. Half a surrogate pair becomes
    /// U+FFFD, and a whole number beyond 64 bits the nearest one: both are as wrong as before wherever they stand.
    /// - Parameter limit: of `bytes`.
    package init(parsing bytes: [UInt8], limit: Int = byteLimit) throws(JSONError) {
        guard bytes.count <= limit else { throw .tooLong }
        guard Self.isPlainText(bytes), let tokener = json_tokener_new_ex(CInt(Self.tokenerDepth)) else {
            throw .malformed
        }
        defer { json_tokener_free(tokener) }
        json_tokener_set_flags(tokener, JSON_TOKENER_STRICT)
        let root = Self.parse(bytes, tokener)
        defer { json_object_put(root) }
        switch json_tokener_get_error(tokener) {
        case json_tokener_success: break
        case json_tokener_error_depth: throw .tooDeep
        default: throw .malformed
        }
        guard let value = JSONValue(root) else { throw .malformed }
        self = value
    }

    /// The library counts what stands within the innermost brackets as a level of its own.
    private static let tokenerDepth = depthLimit + 1

    private static func parse(
        _ bytes: [UInt8], _ tokener: UnsafeMutablePointer<json_tokener>
    ) -> OpaquePointer? {
        let root = bytes.withUnsafeBufferPointer { buffer in
            buffer.withMemoryRebound(to: CChar.self) {
                json_tokener_parse_ex(tokener, $0.baseAddress, CInt($0.count))
            }
        }
        // A number at the very end could go on, as far as the library knows, until the zero that ends a text in C.
        guard json_tokener_get_error(tokener) == json_tokener_continue else { return root }
        return json_tokener_parse_ex(tokener, "", 1)
    }

    private static let escapedZero = Array("u0000".utf8)

    /// UTF-8 without control characters and without a zero, written out or escaped: the library would cut off a key there.
    private static func isPlainText(_ bytes: [UInt8]) -> Bool {
        guard (try? UTF8Span(validating: bytes.span)) != nil else { return false }
        var index = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\\"):
                if bytes[(index + 1)...].starts(with: escapedZero) { return false }
                index += 2
            case UInt8(ascii: " ")..., UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): index += 1
            default: return false
            }
        }
        return true
    }

    /// Nil where a number is not finite. No deeper than the tokener went.
    private init?(_ object: OpaquePointer?) {
        switch json_object_get_type(object) {
        case json_type_null: self = .null
        case json_type_boolean: self = .bool(json_object_get_boolean(object) != 0)
        case json_type_int: self = Self.wholeNumber(object)
        case json_type_double:
            let value = json_object_get_double(object)
            guard value.isFinite else { return nil }
            self = .double(value)
        case json_type_string: self = .string(Self.text(object))
        case json_type_array:
            guard let elements = Self.elements(of: object) else { return nil }
            self = .array(elements)
        case json_type_object:
            guard let members = Self.members(of: object) else { return nil }
            self = .object(members)
        default: return nil
        }
    }

    private static func wholeNumber(_ object: OpaquePointer?) -> JSONValue {
        let value = json_object_get_int64(object)
        guard value == .max, let exact = Double(exactly: json_object_get_uint64(object)) else { return .integer(value) }
        return .double(exact)
    }

    private static func text(_ object: OpaquePointer?) -> String {
        let length = Int(json_object_get_string_len(object))
        guard let start = json_object_get_string(object) else { return "" }
        return UnsafeBufferPointer(start: start, count: length).withMemoryRebound(to: UInt8.self) {
            String(decoding: $0, as: UTF8.self)
        }
    }

    private static func elements(of array: OpaquePointer?) -> [JSONValue]? {
        var elements: [JSONValue] = []
        for index in 0..<json_object_array_length(array) {
            guard let element = JSONValue(json_object_array_get_idx(array, index)) else { return nil }
            elements.append(element)
        }
        return elements
    }

    private static func members(of object: OpaquePointer?) -> [String: JSONValue]? {
        var members = [String: JSONValue](minimumCapacity: Int(json_object_object_length(object)))
        var next = json_object_iter_begin(object)
        var end = json_object_iter_end(object)
        while json_object_iter_equal(&next, &end) == 0 {
            guard let name = json_object_iter_peek_name(&next),
                let value = JSONValue(json_object_iter_peek_value(&next))
            else { return nil }
            members[String(cString: name)] = value
            json_object_iter_next(&next)
        }
        return members
    }
}
