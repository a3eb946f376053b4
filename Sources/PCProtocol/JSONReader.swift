// SPDX-License-Identifier: GPL-3.0-or-later

package enum JSONError: Error, Hashable, Sendable {
    case tooLong
    case tooDeep
    case notUTF8
    case duplicateKey
    /// Not JSON; `offset` is the byte where reading stopped.
    case syntax(offset: Int)
}

extension JSONValue {
    /// How deep arrays and objects may be nested; the deepest message of the protocol needs six.
    package static let depthLimit = 16
    /// The longest text read, in bytes: a status may be longer than a message, but not by much.
    package static let byteLimit = 65_536

    /// Reads one JSON value (RFC 8259) that fills `bytes`, white space around it aside.
    package init(parsing bytes: [UInt8]) throws(JSONError) {
        guard bytes.count <= Self.byteLimit else { throw .tooLong }
        var reader = JSONReader(bytes: bytes)
        reader.skipWhitespace()
        self = try reader.value(depth: 0)
        reader.skipWhitespace()
        guard reader.position == bytes.count else { throw reader.syntaxError }
    }
}

private struct JSONReader {
    let bytes: [UInt8]
    var position = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    var syntaxError: JSONError { .syntax(offset: position) }
    var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    mutating func skipWhitespace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    /// Steps over `character` when it comes next.
    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    mutating func value(depth: Int) throws(JSONError) -> JSONValue {
        switch next {
        case UInt8(ascii: "{"): return try object(depth: depth + 1)
        case UInt8(ascii: "["): return try array(depth: depth + 1)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
        let expected = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
        guard bytes[position...].starts(with: expected) else { throw syntaxError }
        position += expected.count
        return value
    }

    mutating func object(depth: Int) throws(JSONError) -> JSONValue {
        guard depth <= JSONValue.depthLimit else { throw .tooDeep }
        position += 1
        var members: [String: JSONValue] = [:]
        skipWhitespace()
        if skip("}") { return .object(members) }
        repeat {
            skipWhitespace()
            guard next == UInt8(ascii: "\"") else { throw syntaxError }
            let key = try string()
            skipWhitespace()
            guard skip(":") else { throw syntaxError }
            skipWhitespace()
            guard members.updateValue(try value(depth: depth), forKey: key) == nil else { throw .duplicateKey }
            skipWhitespace()
        } while skip(",")
        guard skip("}") else { throw syntaxError }
        return .object(members)
    }

    mutating func array(depth: Int) throws(JSONError) -> JSONValue {
        guard depth <= JSONValue.depthLimit else { throw .tooDeep }
        position += 1
        var elements: [JSONValue] = []
        skipWhitespace()
        if skip("]") { return .array(elements) }
        repeat {
            skipWhitespace()
            elements.append(try value(depth: depth))
            skipWhitespace()
        } while skip(",")
        guard skip("]") else { throw syntaxError }
        return .array(elements)
    }

    mutating func string() throws(JSONError) -> String {
        position += 1
        var unescaped: [UInt8] = []
        while let byte = next {
            position += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let text = String(validating: unescaped, as: UTF8.self) else { throw .notUTF8 }
                return text
            case UInt8(ascii: "\\"): unescaped += try escape()
            case 0x00..<0x20: throw syntaxError
            default: unescaped.append(byte)
            }
        }
        throw syntaxError
    }

    /// What stands behind a backslash, as UTF-8.
    mutating func escape() throws(JSONError) -> [UInt8] {
        guard let byte = next else { throw syntaxError }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "u"): return Array(String(try escapedScalar()).utf8)
        default: throw syntaxError
        }
    }

    /// `\uXXXX`, or the two of a surrogate pair; half a pair is no character and is refused.
    mutating func escapedScalar() throws(JSONError) -> Unicode.Scalar {
        let unit = try hexadecimalUnit()
        if let scalar = Unicode.Scalar(unit) { return scalar }
        guard unit < 0xDC00, skip("\\"), skip("u") else { throw syntaxError }
        let low = try hexadecimalUnit()
        guard (0xDC00..<0xE000).contains(low) else { throw syntaxError }
        guard let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)) else { throw syntaxError }
        return scalar
    }

    mutating func hexadecimalUnit() throws(JSONError) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw syntaxError }
            unit = unit << 4 | UInt32(digit)
            position += 1
        }
        return unit
    }

    mutating func number() throws(JSONError) -> JSONValue {
        let start = position
        _ = skip("-")
        if !skip("0") { try digits() }
        var isWhole = true
        if skip(".") {
            isWhole = false
            try digits()
        }
        if skip("e") || skip("E") {
            isWhole = false
            if !skip("+") { _ = skip("-") }
            try digits()
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        if isWhole, let value = Int64(text) { return .integer(value) }
        guard let value = Double(text), value.isFinite else { throw syntaxError }
        return .double(value)
    }

    /// At least one digit.
    mutating func digits() throws(JSONError) {
        let start = position
        while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
        guard position > start else { throw syntaxError }
    }
}
