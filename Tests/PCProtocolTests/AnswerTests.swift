// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore
import Testing

@testable import PCProtocol

@Suite struct AnswerTests {
    static func decode(_ text: String) throws(Answer.Problem) -> Answer { try Answer(decoding: Array(text.utf8)) }

    static let samples: [Answer] = [
        .ack(id: "r"),
        .pairingComplete(
            id: "r", PairingGrant(desktopID: "pc", deviceID: "me", token: PairingToken("made-up/token")!)),
        .pointerProfile(id: "r", PointerProfile(capabilities: .everything)),
        .profileList(
            id: "r", SwitchCatalogue(revision: "12", profiles: OfferedProfile.all.map(\.profile))),
        .profileList(id: "r", SwitchCatalogue(revision: "abc", profiles: [])),
        .profileList(id: "r", SwitchCatalogue(revision: "007", profiles: [])),
        .error(id: nil, code: .invalidVersion, message: ""), .error(id: "r", code: .other("new_code"), message: "why"),
    ]

    @Test("every answer is read back as it was written, and cut short it is refused", arguments: samples.indices)
    func roundTrip(index: Int) throws {
        let answer = Self.samples[index]
        let bytes = answer.encoded()
        #expect(try Answer(decoding: bytes) == answer)
        for length in 0..<bytes.count {
            #expect(throws: Answer.Problem.self) { try Answer(decoding: Array(bytes[..<length])) }
        }
    }

    @Test("the answers of the protocol's text are read")
    func transcripts() throws {
        #expect(try Self.decode(#"{"version":1,"id":"r","type":"ack","ok":true,"error":null}"#) == .ack(id: "r"))
        let error = #"{"version":1,"id":null,"type":"error","ok":false,"error":{"code":"input_failed","message":"no"}}"#
        #expect(try Self.decode(error) == .error(id: nil, code: .inputFailed, message: "no"))
    }

    @Test("keys that are not known are ignored")
    func openness() throws {
        let text = #"{"version":1,"id":"r","type":"ack","ok":true,"error":null,"payload":{"x":1},"later":[1]}"#
        #expect(try Self.decode(text) == .ack(id: "r"))
    }

    @Test(
        "what is no answer is refused with its reason",
        arguments: [
            ("[]", Answer.Problem.shape(.notAnObject)), (#"{"version":1}"#, .shape(.missing(.type))),
            (#"{"version":2,"id":"r","type":"ack","ok":true}"#, .wrongVersion),
            (#"{"id":"r","type":"ack","ok":true}"#, .wrongVersion),
            (#"{"version":1,"id":"r","type":"news","ok":true}"#, .unknownType),
            (#"{"version":1,"type":"ack","ok":true}"#, .shape(.missing(.id))),
            (#"{"version":1,"id":null,"type":"ack","ok":true}"#, .shape(.wrongType(.id))),
            (#"{"version":1,"id":"","type":"ack","ok":true}"#, .shape(.outOfBounds(.id))),
            (#"{"version":1,"id":"r","type":"ack","ok":false}"#, .shape(.outOfBounds(.ok))),
            (#"{"version":1,"id":"r","type":"ack","ok":1}"#, .shape(.wrongType(.ok))),
            (#"{"version":1,"id":"r","type":"error","ok":false}"#, .shape(.missing(.error))),
            (#"{"version":1,"id":"r","type":"error","error":{"code":7}}"#, .shape(.wrongType(.code))),
            (#"{"version":1,"id":"r","type":"pairing.complete","ok":true}"#, .payload(id: "r", .notAnObject)),
            (
                #"{"version":1,"id":"r","type":"pairing.complete","ok":true,"payload":{"desktopId":"a","deviceId":"b","token":""}}"#,
                .payload(id: "r", .outOfBounds(.token))
            ),
            (
                #"{"version":1,"id":"r","type":"pointer.profile","ok":true,"payload":{}}"#,
                .payload(id: "r", .missing(.capabilities))
            ),
        ])
    func refused(text: String, problem: Answer.Problem) {
        #expect(throws: problem) { try Self.decode(text) }
    }

    @Test("every code keeps its name, and one that is not known is kept short and fit to be shown")
    func codes() {
        let known = [
            "invalid_version", "invalid_type", "invalid_payload", "invalid_auth", "unknown_device", "expired_timestamp",
            "duplicate_request", "unsupported_command", "input_failed", "name_update_failed",
        ]
        for text in known {
            #expect(ErrorCode(text).text == text)
            if case .other = ErrorCode(text) { Issue.record("\(text) is not known") }
        }
        #expect(ErrorCode("\u{1B}[31mnew" + String(repeating: "x", count: 99)).text.count == ErrorCode.otherLimit)
        #expect(ErrorCode("\u{1B}new") == .other("new"))
        #expect(ErrorCode(" input_failed\u{200E}") == .inputFailed)
    }

    @Test("an error's message is kept short and fit to be shown")
    func message() throws {
        let text = #"{"version":1,"id":"r","type":"error","ok":false,"error":{"code":"x","message":"\u001b]0;"#
        let answer = try Self.decode(text + String(repeating: "m", count: 999) + #""}}"#)
        guard case .error(_, _, let message) = answer else {
            Issue.record("no error")
            return
        }
        #expect(message.count == Answer.messageLimit && message.hasPrefix("]0;m"))
    }

    // MARK: Capabilities

    @Test("capabilities that are not known, or said in an unknown way, are absent")
    func capabilities() throws {
        let text = #"""
            {"version":1,"id":"r","type":"pointer.profile","ok":true,"payload":{"displays":[],"capabilities":{
            "supportedCommands":["switch.edge","brain.read",7],"noAckCommands":"all","switchScanning":"yes",
            "mouseRepeat":true,"keyRepeat":{"commands":[]},"pointerSpeed":null,"hover":true}}}
            """#
        guard case .pointerProfile(_, let profile) = try Self.decode(text) else {
            Issue.record("no profile")
            return
        }
        var expected = Capabilities()
        expected.supportedCommands = [.edge]
        expected.mouseRepeat = true
        expected.keyRepeat = true
        #expect(profile.capabilities == expected)
    }

    @Test("what is described as not supported is not offered")
    func describedCapabilities() throws {
        let text = #"""
            {"version":1,"id":"r","type":"pointer.profile","ok":true,"payload":{"capabilities":{
            "mouseRepeat":{"supported":true,"intervalMs":250},"keyRepeat":{"supported":false},"pointerSpeed":[]}}}
            """#
        guard case .pointerProfile(_, let profile) = try Self.decode(text) else {
            Issue.record("no profile")
            return
        }
        #expect(profile.capabilities.mouseRepeat)
        #expect(!profile.capabilities.keyRepeat)
        #expect(!profile.capabilities.pointerSpeed)
    }

    @Test(
        "recommended distances are taken when all three are there, too long ones cut to the bound",
        arguments: [
            (#"{"small":49,"medium":130.5,"large":281}"#, MoveDistances(small: 49, medium: 130.5, large: 281)),
            (#"{"small":49,"medium":130,"large":9000}"#, MoveDistances(small: 49, medium: 130, large: 500)),
            (#"{"small":49,"medium":130}"#, .standard), (#"{"small":0,"medium":1,"large":2}"#, .standard),
            (#"{"small":"49","medium":1,"large":2}"#, .standard), ("7", .standard), ("null", .standard),
        ])
    func distances(json: String, expected: MoveDistances) throws {
        let text =
            #"{"version":1,"id":"r","type":"pointer.profile","ok":true,"payload":{"capabilities":{},"#
            + #""recommendedDeltas":"# + json + "}}"
        guard case .pointerProfile(_, let profile) = try Self.decode(text) else {
            Issue.record("no profile")
            return
        }
        #expect(profile.moveDistances == expected)
    }

    // MARK: Catalogue

    static func catalogue(_ profiles: String, revision: String = "1") throws -> SwitchCatalogue {
        try SwitchCatalogue(
            JSONValue(parsing: Array("{\"catalogRevision\":\(revision),\"profiles\":\(profiles)}".utf8)))
    }

    static func profile(id: String = "p", kind: String = "mapped", bindings: String = "[]", version: String = "1")
        -> String
    {
        "{\"id\":\"\(id)\",\"version\":\(version),\"name\":\"N\",\"kind\":\"\(kind)\",\"bindings\":\(bindings)}"
    }

    static func binding(_ id: Int, behavior: String = "pulse") -> String {
        "{\"switchId\":\(id),\"label\":\"\\u001b[2JSpace\\n\",\"behavior\":\"\(behavior)\"}"
    }

    @Test("labels are made fit to be shown")
    func labels() throws {
        let catalogue = try Self.catalogue("[\(Self.profile(bindings: "[\(Self.binding(1))]"))]")
        #expect(catalogue.profiles[0].bindings[0].label == "[2JSpace")
        #expect(catalogue.profiles[0].binding(of: SwitchID(1)!) != nil)
        #expect(catalogue.profiles[0].binding(of: SwitchID(2)!) == nil)
    }

    @Test(
        "a catalogue with anything unknown or out of bounds in it is refused whole",
        arguments: [
            "[\(profile()),\(profile(id: "q", kind: "thinking"))]",
            "[\(profile(bindings: "[\(binding(1, behavior: "toggle"))]"))]",
            "[\(profile(bindings: "[\(binding(9))]"))]", "[\(profile(bindings: "[\(binding(0))]"))]",
            "[\(profile(bindings: "[\(binding(1)),\(binding(1))]"))]", "[\(profile()),\(profile())]",
            "[\(profile(id: ""))]", "[\(profile(id: String(repeating: "p", count: 81)))]", "[\(profile(version: "0"))]",
            "[\(profile(version: "\"1\""))]", "[7]", "{}", "null",
            "[\(profile(bindings: "[\((1...9).map { binding($0) }.joined(separator: ","))]"))]",
        ])
    func refusedWhole(profiles: String) {
        #expect(throws: ShapeError.self) { try Self.catalogue(profiles) }
    }

    @Test("34 profiles are taken, 35 are refused")
    func profileLimit() throws {
        func list(_ count: Int) -> String {
            "[\((0..<count).map { Self.profile(id: "p\($0)") }.joined(separator: ","))]"
        }
        #expect(try Self.catalogue(list(34)).profiles.count == 34)
        #expect(throws: ShapeError.outOfBounds(.profiles)) { try Self.catalogue(list(35)) }
    }

    @Test("the revision may be a number or a text", arguments: [("7", "7"), ("\"a\"", "a")])
    func revision(given: String, text: String) throws {
        #expect(try Self.catalogue("[]", revision: given).revision == text)
        #expect(throws: ShapeError.wrongType(.catalogRevision)) { try Self.catalogue("[]", revision: "true") }
    }
}
