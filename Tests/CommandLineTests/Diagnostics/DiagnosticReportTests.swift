// SPDX-License-Identifier: GPL-3.0-or-later
import InputDevices
import PCProtocol
import Profiles
import Sentences
import SwitchCore
import Testing

@testable import switchbridge

@Suite("What is attached to a report")
struct DiagnosticReportTests {
    /// Made up, and nowhere else in the program's words.
    enum Planted {
        static let token = "tokenQ7xzzzz"
        static let nonce = "nonceQ7xzzzz"
        static let proof = "proofQ7xzzzz"
        static let typed = "typedQ7xzzzz"
        static let serial = "serialQ7xzzzz"
        static let address = "AA:BB:CC:Q7:EE:FF"
        static let user = "userQ7xzzzz"
        static let pc = "pcnameQ7xzzzz"
        static let pcID = "pcidQ7xzzzz"
        static let device = "deviceQ7xzzzz"
        static let person = "personQ7xzzzz"

        static let never = [token, nonce, proof, typed]
        static let named = [serial, address, user, pc, pcID, device, person]
    }

    private static let profileText = """
        schema: 1
        name: \(Planted.person)s chair
        devices:
          \(Planted.person)s box: {name: \(Planted.device), serial: \(Planted.serial)}
        switches:
          - {name: \(Planted.person)s head, input: KEY_SPACE, press: "text:\(Planted.typed)", hold: click}
          - {name: \(Planted.person)s foot, input: KEY_ENTER, press: "text-note:\(Planted.typed)"}

        """

    private static func node() -> NodeDescription {
        var node = SampleNodes.node(
            Planted.device, keys: [28, 57], access: .denied(.notInGroup("input", user: Planted.user)))
        node.identity.serial = Planted.serial
        node.identity.port = Planted.address
        return node
    }

    /// Whatever a daemon could say, in each place that is read and in some that are not.
    private static func answer(decidedHere: Bool) -> [String: JSONValue] {
        let secrets = JSONValue.array(Planted.never.map { .string($0) })
        let sentence: JSONValue = .object([
            "label": .string("\(Planted.person)s box"), "problem": .string("device.busyOwner"),
            "arguments": .object(["device": .string(Planted.device), "owner": .string("evsieve")]),
        ])
        return [
            "token": .string(Planted.token),
            "status": .object([
                "state": .string("idle"), "next": .string(Planted.proof), "profile": .string(Planted.person),
                "lastStop": .object(["reason": .string("linkLost"), "text": .string(Planted.nonce)]),
            ]),
            "diagnosis": .object([
                "token": .string(Planted.token), "profilePath": .string("/home/\(Planted.user)/\(Planted.person).yaml"),
                "devices": .array([
                    .object([
                        "name": .string(Planted.device), "node": .string("/dev/input/event3"), "used": .bool(true),
                        "nonce": .string(Planted.nonce),
                    ])
                ]),
                "devicesNotUsed": .array([sentence]),
                "switches": .array([.object(["switch": .integer(1), "label": .string("\(Planted.person) drinks")])]),
                "pc": .object([
                    "id": .string(Planted.pcID), "name": .string(Planted.pc), "platform": .string(Planted.person),
                    "isReady": .bool(true), "profile": decidedHere ? .null : .string(Planted.person),
                    "commands": secrets, "offers": .object([Planted.proof: .bool(true)]),
                    "token": .string(Planted.token),
                ]),
                "savedPCs": .array([
                    .object(["id": .string(Planted.pcID), "name": .string(Planted.pc), "token": .string(Planted.token)])
                ]),
                "tally": .object([
                    "events": .array([
                        .object(["event": .string("ready"), "detail": .string(Planted.typed), "at": .integer(5)])
                    ]),
                    "stops": .array([.object(["reason": .string(Planted.nonce), "at": .integer(5)])]),
                    Planted.token: .string(Planted.token),
                ]),
            ]),
        ]
    }

    private static func facts(_ profile: BoxFacts.ProfileInUse, decidedHere: Bool = false) throws -> BoxFacts {
        var facts = try SampleBox.facts()
        facts.user.name = Planted.user
        facts.devices = [SampleBox.device(node())]
        facts.profile = profile
        facts.pcs = .known([
            BoxFacts.PC(id: Planted.pcID, name: Planted.pc, isChosen: true, isAccessVoid: false, isWireless: true)
        ])
        facts.service.answer = .answered(Diagnosis(answer(decidedHere: decidedHere), version: "1"))
        return facts
    }

    private static func good() throws -> BoxFacts.ProfileInUse {
        .good(
            name: "\(Planted.person)-chair", path: "/home/\(Planted.user)/chair.yaml",
            try SampleBox.profile(profileText))
    }

    private static func bad() -> BoxFacts.ProfileInUse {
        let text = profileText + "\(Planted.typed): 1\npress: \"text:\(Planted.typed)\"\n"
        return .bad(name: "\(Planted.person)-chair", SampleBox.problems(text))
    }

    /// Its text and its JSON.
    private func texts(_ facts: BoxFacts, isFull: Bool) -> String {
        let report = DiagnosticReport(facts, isFull: isFull, names: EvdevNames())
        let lines = report.sections.flatMap { [$0.heading.description] + $0.lines }
        return lines.joined(separator: "\n") + "\n"
            + String(decoding: report.json.encoded(.bareSlashes), as: UTF8.self)
    }

    @Test("neither a name nor a secret is in it, wherever it stood", arguments: [true, false], [true, false])
    func discreet(isGood: Bool, decidedHere: Bool) throws {
        let facts = try Self.facts(isGood ? try Self.good() : Self.bad(), decidedHere: decidedHere)
        let text = texts(facts, isFull: false)
        for secret in Planted.never + Planted.named {
            #expect(!text.contains(secret), "\(secret.prefix(6))… in the report")
        }
        #expect(!text.contains("Q7"))
        #expect(text.contains("device 1") && text.contains("PC 1"))
    }

    @Test(
        "with --full names, serials and ids are in it, and still no secret and nothing to type",
        arguments: [true, false])
    func full(isGood: Bool) throws {
        let facts = try Self.facts(isGood ? try Self.good() : Self.bad())
        let text = texts(facts, isFull: true)
        for secret in Planted.never { #expect(!text.contains(secret), "\(secret.prefix(6))… in the report") }
        for name in [Planted.serial, Planted.pc, Planted.pcID, Planted.device, Planted.user, Planted.person] {
            #expect(text.contains(name), "\(name.prefix(6))… is missing")
        }
    }

    @Test("the doctor shows no secret, nothing to type, and no serial number or address", arguments: [true, false])
    func doctor(isGood: Bool) throws {
        let facts = try Self.facts(isGood ? try Self.good() : Self.bad())
        let findings = Doctor(facts: facts).findings
        let text = findings.map { "\($0.sentence) \($0.commands)" }.joined(separator: "\n")
        for secret in Planted.never + [Planted.serial, Planted.address] { #expect(!text.contains(secret)) }
    }

    @Test("each switch says whether it is pressed, not active or unknown")
    func states() throws {
        var facts = try SampleBox.facts()
        let state = { (facts: BoxFacts) in
            let report = DiagnosticReport(facts, isFull: false, names: EvdevNames())
            return (report.facts.goodProfile?.switches ?? []).map { report.state(of: $0) }
        }
        #expect(state(facts) == [.pressed, .notPressed])
        facts.devices = []
        #expect(state(facts) == [.notActive, .notActive])
        facts.service.answer = .hung
        #expect(state(facts) == [.unknown, .unknown])
    }

    @Test("what comes first are the switches, with what they do and the PC's label")
    func switchesFirst() throws {
        let report = DiagnosticReport(try SampleBox.facts(), isFull: true, names: EvdevNames())
        let first = try #require(report.sections.first)
        #expect(first.heading.id == .diagnosticsSwitches)
        #expect(
            first.lines == [
                #"Switch 1 "Left": KEY_SPACE; pressed now; on the PC: Space"#,
                #"Switch 2 "Right": KEY_ENTER; not pressed; not used on this PC"#,
            ])
    }

    @Test(
        "a service that is not there, does not answer or may not be asked is said, and the rest is there all the same")
    func silence() throws {
        for answer: ServiceFacts.Answer in [.notRunning, .hung, .notPermitted, .failed(Sentence(.serviceHung))] {
            var facts = try SampleBox.facts()
            facts.service.answer = answer
            let text = texts(facts, isFull: false)
            #expect(text.contains("KEY_SPACE") && text.contains("hci0") && text.contains("switchbridge 1"))
            #expect(DiagnosticReport(facts, isFull: false, names: EvdevNames()).silence != nil)
        }
    }

    @Test(
        "a time is written as it was",
        arguments: [
            (0 as Int64, "1970-01-01 00:00:00.000"), (1_796_055_638_123, "2026-11-30 16:20:38.123"),
            (-5, "1970-01-01 00:00:00.000"),
            (.max, "9999-12-31 23:59:59.999"),
        ])
    func times(milliseconds: Int64, text: String) { #expect(UTCTime.words(milliseconds) == text) }
}
