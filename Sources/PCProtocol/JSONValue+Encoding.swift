// SPDX-License-Identifier: GPL-3.0-or-later
import CJSON

extension JSONValue {
    package enum Form: Sendable {
        /// The one that the proof covers, on every PC: a slash in a text is `\/` (§3).
        case canonical
        /// Shorter, for base64 in frames: a slash is `/`.
        case bareSlashes
        /// For files that people may look into.
        case indented

        fileprivate var flags: CInt {
            switch self {
            case .canonical: JSON_C_TO_STRING_PLAIN
            case .bareSlashes: JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE
            case .indented: JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_SPACED | JSON_C_TO_STRING_NOSLASHESCAPE
            }
        }
    }

    /// UTF-8, without spaces unless indented, keys sorted, whole numbers without a fraction. Numbers must be finite: those
    /// that were read are, and commands are checked before they are sent.
    package func encoded(_ form: Form = .canonical) -> [UInt8] { Self.text(of: makeObject(), form) }

    /// An object of these members, in the order of their names: what is written for every press has no dictionary made and
    /// sorted first.
    static func encoded(_ members: KeyValuePairs<Key, JSONValue>, _ form: Form = .canonical) -> [UInt8] {
        assert(zip(members, members.dropFirst()).allSatisfy { $0.key.rawValue < $1.key.rawValue }, "not in order")
        let object = json_object_new_object()
        for (key, value) in members { add(value, as: key.rawValue, to: object) }
        return text(of: object, form)
    }

    /// What `object` is in JSON; it is put back.
    private static func text(of object: OpaquePointer?, _ form: Form) -> [UInt8] {
        defer { json_object_put(object) }
        var length = 0
        guard let text = json_object_to_json_string_length(object, form.flags, &length) else {
            preconditionFailure("no memory for a message")
        }
        return UnsafeBufferPointer(start: text, count: length).withMemoryRebound(to: UInt8.self) { Array($0) }
    }

    /// The library's own, which whoever calls has to put back; it knows no null but nothing.
    private func makeObject() -> OpaquePointer? {
        switch self {
        case .null: nil
        case .bool(let value): json_object_new_boolean(value ? 1 : 0)
        case .integer(let value): json_object_new_int64(value)
        case .double(let value): Self.makeNumber(value)
        case .string(var text): text.withUTF8 { Self.makeText($0) }
        case .array(let elements): Self.makeArray(elements)
        case .object(let members): Self.makeObject(members)
        }
    }

    /// A reader takes "-0" for the integer 0, so that is what the proof has to cover; and the library's own form of a fraction
    /// is not the shortest.
    private static func makeNumber(_ value: Double) -> OpaquePointer? {
        precondition(value.isFinite, "a message of our own holds a number that is not finite")
        if let whole = Int64(exactly: value) { return json_object_new_int64(whole) }
        return json_object_new_double_s(value, "\(value)")
    }

    private static func makeText(_ utf8: UnsafeBufferPointer<UInt8>) -> OpaquePointer? {
        utf8.withMemoryRebound(to: CChar.self) { characters in
            guard let start = characters.baseAddress else { return json_object_new_string("") }
            return json_object_new_string_len(start, CInt(characters.count))
        }
    }

    private static func makeArray(_ elements: [JSONValue]) -> OpaquePointer? {
        let array = json_object_new_array()
        for element in elements { json_object_array_add(array, element.makeObject()) }
        return array
    }

    /// It is written in the order in which it was made.
    private static func makeObject(_ members: [String: JSONValue]) -> OpaquePointer? {
        let object = json_object_new_object()
        for (name, value) in members.sorted(by: { $0.key < $1.key }) { add(value, as: name, to: object) }
        return object
    }

    /// The name is copied to the stack: handed over as a text, an array would be made of each.
    private static func add(_ value: JSONValue, as name: String, to object: OpaquePointer?) {
        var name = name
        name.withUTF8 { utf8 in
            withUnsafeTemporaryAllocation(of: CChar.self, capacity: utf8.count + 1) { text in
                for (index, byte) in utf8.enumerated() { text[index] = CChar(bitPattern: byte) }
                text[utf8.count] = 0
                json_object_object_add_ex(
                    object, text.baseAddress, value.makeObject(), UInt32(JSON_C_OBJECT_ADD_KEY_IS_NEW))
            }
        }
    }
}
