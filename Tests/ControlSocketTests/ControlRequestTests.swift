// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol
import Testing

@testable import ControlSocket

@Suite("What a client of the daemon asks for")
struct ControlRequestTests {
    private static let requests: [ControlRequest] = [
        .start(untilGone: true), .start(untilGone: false), .stop, .status, .use(profile: "mine", pc: nil),
        .use(profile: nil, pc: "desk"), .use(profile: "mine", pc: "desk"), .choose(pcProfile: "builtin.keyboard"),
        .watch(edges: true), .watch(edges: false), .lend(.switches), .lend(.pc), .diagnostics,
    ]

    private func parsed(_ text: String) throws(ControlProblem) -> ControlCall {
        try ControlCall(parsing: Array(text.utf8))
    }

    @Test("every request is read as it is written", arguments: requests)
    func roundTrip(request: ControlRequest) throws {
        let fields = request.fields.merging(["id": .integer(7)]) { $1 }
        let call = try ControlCall(parsing: JSONValue.object(fields).encoded(.bareSlashes))
        #expect(call == ControlCall(id: 7, request: request))
    }

    @Test("what may be left out is false, and what is not known beside it is passed over")
    func defaults() throws {
        #expect(try parsed(#"{"id":1,"request":"start"}"#).request == .start(untilGone: false))
        #expect(try parsed(#"{"id":1,"request":"watch","new":[1,{}]}"#).request == .watch(edges: false))
        #expect(try parsed(#"{"id":1,"request":"use","pc":null,"profile":"a"}"#).request == .use(profile: "a", pc: nil))
    }

    @Test("numbers of requests are whole, within 64 bits")
    func numbers() throws {
        #expect(try parsed(#"{"id":-9223372036854775808,"request":"stop"}"#).id == .min)
        for number in ["1.5", "1e99", "9223372036854775808", "\"1\"", "null", "[1]"] {
            #expect(throws: ControlProblem.notARequest) { try parsed(#"{"id":\#(number),"request":"stop"}"#) }
        }
    }

    @Test(
        "what is no request at all is said to be none",
        arguments: [
            "", " ", "{", "null", "[]", "\"stop\"", "stop", "{}", #"{"request":"stop"}"#,
            #"{"id":1,"request":"stop"}{}"#,
            "{\"id\":1,\"request\":\"stop\0\"}", #"{"id":1,"request":"use","pc":"a\u0000b"}"#,
        ])
    func notARequest(text: String) { #expect(throws: ControlProblem.notARequest) { try parsed(text) } }

    @Test(
        "a request that is not known is named by its number",
        arguments: [#""reload""#, #""""#, "null", "5", #"["stop"]"#, #""STOP""#, #""run""#])
    func unknown(word: String) {
        #expect(throws: ControlProblem.unknownRequest(id: 3)) { try parsed(#"{"id":3,"request":\#(word)}"#) }
    }

    @Test("a field of the wrong kind is named")
    func badFields() {
        let cases = [
            (#""request":"start","untilGone":1"#, "untilGone"), (#""request":"watch","edges":"true""#, "edges"),
            (#""request":"watch","edges":null"#, "edges"), (#""request":"use""#, "profile"),
            (#""request":"use","profile":"""#, "profile"), (#""request":"use","pc":{}"#, "pc"),
            (#""request":"choose""#, "pcProfile"),
            (#""request":"lend""#, "what"), (#""request":"lend","what":"keys""#, "what"),
        ]
        for (fields, name) in cases {
            #expect(throws: ControlProblem.badField(id: 2, name: name)) { try parsed("{\"id\":2,\(fields)}") }
        }
    }

    @Test("a text of the greatest length is taken, one byte more is not")
    func textLimit() throws {
        let longest = String(repeating: "é", count: ControlCall.textLimit / 2)
        #expect(try parsed(#"{"id":1,"request":"use","pc":"\#(longest)"}"#).request == .use(profile: nil, pc: longest))
        #expect(throws: ControlProblem.badField(id: 1, name: "pc")) {
            try parsed(#"{"id":1,"request":"use","pc":"\#(longest)x"}"#)
        }
    }

    @Test("a line of the greatest length is taken, one byte more is not")
    func lineLimit() throws {
        let line = #"{"id":1,"request":"stop"}"#
        let padding = String(repeating: " ", count: ControlCall.lengthLimit - line.utf8.count)
        #expect(try parsed(line + padding).request == .stop)
        #expect(throws: ControlProblem.notARequest) { try parsed(line + padding + " ") }
    }

    @Test("nesting without end is no request, and no end of the daemon")
    func nested() {
        for text in [String(repeating: "[", count: 4096), String(repeating: "{\"a\":", count: 800)] {
            #expect(throws: ControlProblem.notARequest) { try parsed(text) }
        }
    }

    @Test("each problem has a code for programs and a sentence for people")
    func problems() {
        let problems: [ControlProblem] = [.notARequest, .unknownRequest(id: 4), .badField(id: 5, name: "pc")]
        #expect(problems.map(\.code) == ["notARequest", "unknownRequest", "badField"])
        #expect(problems.map(\.id) == [0, 4, 5])
        #expect(problems.allSatisfy { !"\($0.sentence)".isEmpty })
    }
}
