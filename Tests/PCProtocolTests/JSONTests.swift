// SPDX-License-Identifier: GPL-3.0-or-later
import SeededRandom
import Testing

@testable import PCProtocol

@Suite struct JSONTests {
    static func parse(_ text: String) throws(JSONError) -> JSONValue { try JSONValue(parsing: Array(text.utf8)) }

    @Test(
        "every value is read",
        arguments: [
            ("null", JSONValue.null), (" true ", .bool(true)), ("false", .bool(false)), ("0", .integer(0)),
            ("-0", .integer(0)), ("-12", .integer(-12)), ("9223372036854775807", .integer(.max)),
            ("9223372036854775808", .double(9_223_372_036_854_775_808)), ("1.5", .double(1.5)), ("1e3", .double(1000)),
            ("-2E-1", .double(-0.2)), ("\"\"", .string("")),
            (#""a\"\\\/\b\f\n\r\t""#, .string("a\"\\/\u{8}\u{c}\n\r\t")),
            (#""\u00e4\ud83d\ude00ä""#, .string("ä😀ä")), ("[]", .array([])),
            ("[1 , [2]]", .array([.integer(1), .array([.integer(2)])])), ("{ }", .emptyObject),
            (#"{"a" : {"b":null}}"#, .object(["a": .object(["b": JSONValue.null])])),
        ])
    func reads(text: String, value: JSONValue) throws {
        #expect(try Self.parse(text) == value, "\(text)")
    }

    @Test(
        "what is not JSON is refused",
        arguments: [
            "", " ", "nul", "+1", "01", ".5", "1e", "-", "0x1", "NaN", "[Infinity]", "1e999", "\"", "\"\u{1}\"",
            #""\x""#,
            #""\u12""#, #""\u12g4""#, #""\u0000""#, #"{"\\\u0000":1}"#, "\u{FEFF}[1]", "[", "[1", "[1,", "[1,]",
            "[,]", "{", "{1:2}", "{\"a\"}",
            "{\"a\":}", "{} {}", "1 2", "'a'", "[1}", "// c\n1", "{\0}\0",
            "1" + String(repeating: "0", count: 60_000) + ".0",
        ])
    func refuses(text: String) {
        #expect(throws: JSONError.malformed, "\(text)") { try Self.parse(text) }
    }

    @Test("of a key that comes twice the last counts")
    func duplicate() throws {
        let value = try Self.parse(#"{"a":1,"b":2,"\u0061":{"c":3}}"#)
        #expect(value == .object(["a": .object(["c": .integer(3)]), "b": .integer(2)]))
    }

    @Test(
        "the library takes a little more than JSON",
        arguments: [
            ("{'a':1}", .object(["a": .integer(1)])), ("[00,1.]", .array([.integer(0), .double(1)])),
            ("\"a\nb\"", .string("a\nb")), (#""\ud800x""#, .string("\u{FFFD}x")),
            ("-99999999999999999999", .integer(.min)),
        ] as [(String, JSONValue)])
    func lenient(text: String, value: JSONValue) throws {
        #expect(try Self.parse(text) == value)
    }

    @Test("an escaped zero is refused, and a text that only looks like one is not")
    func zero() throws {
        #expect(try Self.parse(#""\\u0000""#) == .string(#"\u0000"#))
        #expect(throws: JSONError.malformed) { try Self.parse(#"{"a\u0000b":1}"#) }
    }

    @Test("nesting is bounded, however deep it goes", arguments: [("[", "]"), (#"{"a":"#, "}")])
    func depth(open: String, close: String) {
        func nested(_ depth: Int) -> String {
            String(repeating: open, count: depth) + "[1]" + String(repeating: close, count: depth)
        }
        #expect(throws: Never.self) { try Self.parse(nested(JSONValue.depthLimit - 1)) }
        #expect(throws: JSONError.tooDeep) { try Self.parse(nested(JSONValue.depthLimit)) }
        #expect(throws: JSONError.tooDeep) { try Self.parse(nested(500)) }
        #expect(throws: JSONError.self) { try Self.parse(nested(9000)) }
        #expect(throws: JSONError.self) { try Self.parse(String(repeating: open, count: 10_000)) }
    }

    @Test("a text beyond the limit is refused unread")
    func length() {
        let limit = JSONValue.byteLimit
        #expect(throws: JSONError.tooLong) { try Self.parse(String(repeating: " ", count: limit + 1)) }
        #expect(throws: Never.self) { try Self.parse(String(repeating: " ", count: limit - 1) + "1") }
    }

    @Test(
        "bytes that are not UTF-8 are refused",
        arguments: [
            [0x22, 0xFF, 0x22], [0x22, 0xC3, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
        ] as [[UInt8]])
    func notUTF8(bytes: [UInt8]) {
        #expect(throws: JSONError.malformed) { try JSONValue(parsing: bytes) }
    }

    @Test("the canonical form has sorted keys, no spaces, whole numbers without fraction and escaped slashes")
    func canonical() throws {
        let value = try Self.parse(
            #" { "b" : 1.0 , "a" : [ -2.50, 1e2, "</\u007f\u001f é" ], "B" : null, "ab": true } "#)
        let expected = #"{"B":null,"a":[-2.5,100,"<\/"# + "\u{7f}" + #"\u001f é"],"ab":true,"b":1}"#
        #expect(String(decoding: value.encoded(), as: UTF8.self) == expected)
        #expect(String(decoding: JSONValue.string("/").encoded(.bareSlashes), as: UTF8.self) == #""/""#)
    }

    @Test("control characters are escaped, and all others stand for themselves")
    func characters() throws {
        let text = "\u{1}\u{1F}\u{8}\u{C}\n\r\t\"\\'\u{7F}\u{2028}😀ä"
        let expected = #""\u0001\u001f\b\f\n\r\t\"\\'"# + "\u{7F}\u{2028}😀ä\""
        #expect(JSONValue.string(text).encoded() == Array(expected.utf8))
        #expect(try Self.parse(expected) == .string(text))
    }

    @Test("whole numbers are written as integers", arguments: [0.0, -0.0, 3, -300, 1e15])
    func wholeDoubles(value: Double) {
        #expect(JSONValue.double(value).encoded() == Array("\(Int64(value))".utf8))
    }

    @Test("what is written is read back", arguments: [UInt64(1), 2, 3, 4])
    func roundTrip(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<200 {
            let value = Self.randomValue(depth: 3, &random)
            #expect(try JSONValue(parsing: value.encoded()) == value, "seed \(seed)")
        }
    }

    private static func randomValue(depth: Int, _ random: inout SeededRandom) -> JSONValue {
        switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &random) {
        case 0: return .null
        case 1: return .bool(.random(using: &random))
        case 2: return .integer(.random(in: .min ... .max, using: &random))
        case 3: return .double(.random(in: -1...1, using: &random))
        case 4: return .string(randomText(&random))
        case 5: return .array((0..<3).map { _ in randomValue(depth: depth - 1, &random) })
        default:
            var members: [String: JSONValue] = [:]
            for _ in 0..<3 { members[randomText(&random)] = randomValue(depth: depth - 1, &random) }
            return .object(members)
        }
    }

    private static func randomText(_ random: inout SeededRandom) -> String {
        let scalars = (0..<5).compactMap { _ in Unicode.Scalar(UInt32.random(in: 0...0x1_0FFF, using: &random)) }
        return String(String.UnicodeScalarView(scalars))
    }

    @Test("numbers are whole only when nothing is lost")
    func wholeNumbers() {
        #expect(JSONValue.double(3).exactInteger == 3)
        #expect(JSONValue.double(3.5).exactInteger == nil)
        #expect(JSONValue.double(0x1p63).exactInteger == nil)
        #expect(JSONValue.double(-0x1p62).exactInteger == -(1 << 62))
        #expect(JSONValue.string("3").exactInteger == nil)
    }
}
