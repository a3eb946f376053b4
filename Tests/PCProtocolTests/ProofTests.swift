// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import PCProtocol

@Suite struct ProofTests {
    struct Vector: Sendable {
        var id: String
        var device: String
        var timestamp: Int64
        var command: Command
        var proof: String
    }

    static let vectors = [
        Vector(
            id: "req-1", device: "device-1", timestamp: 1000, command: .ping(deviceName: nil),
            proof: "98bZHKWHa3ooOYZyXBuYpzOdbPWGW5FV04fEjxAl9sI"),
        Vector(
            id: "profile-1", device: "device-1", timestamp: 1000, command: .pointerProfile,
            proof: "lgHsjgfWbqbrE-ugPTIDzjxm5MjEdNRpbHQV9B4ZNPM"),
        Vector(
            id: "apostrophe-1", device: "android-1", timestamp: 1_724_000_000_000, command: .typeText("'"),
            proof: "W0OLnbhllDOCd0Gf_00WLpHRvfidYjHeY69nbcmTFYA"),
        Vector(
            id: "slash-1", device: "android-1", timestamp: 1_724_000_000_000, command: .typeText("</"),
            proof: "70F2Z7SU6ur1gSYzR3Q9t1y5D02z_OuXfst15lQ_3yg"),
        Vector(
            id: "plain-slash-1", device: "android-1", timestamp: 1_724_000_000_000, command: .typeText("/"),
            proof: "ckTEIQrJqsQSd7zoFkIaMzs0wuGvsDeaZwGvFnnU50E"),
    ]

    let token = PairingToken("shared-token")!

    @Test("the proof of every vector is what the protocol says", arguments: vectors.indices)
    func vector(index: Int) throws {
        let vector = Self.vectors[index]
        let message = try AuthenticatedCommand(
            vector.command, id: vector.id, deviceID: vector.device, timestamp: vector.timestamp, token: token)
        let fields = try #require(JSONValue(parsing: message.encoded()).members)
        #expect(fields["auth"]?.text == vector.proof)
    }

    @Test("a command that arrives whole is authentic, whichever way its slashes were written")
    func slashes() throws {
        let sent = try AuthenticatedCommand(
            .typeText("</a>"), id: "r", deviceID: "d", timestamp: 1, wantsAnswer: false, token: token)
        for form in [JSONValue.Form.canonical, .bareSlashes] {
            let bytes = try JSONValue(parsing: sent.encoded()).encoded(form)
            guard case .command(let received) = try RemoteMessage(decoding: bytes) else {
                Issue.record("not a command")
                continue
            }
            #expect(received.isAuthentic(with: token))
            #expect(!received.wantsAnswer)
            #expect(try received.command() == .typeText("</a>"))
        }
    }

    @Test(
        "a command that was changed in any part is not authentic",
        arguments: [
            ("\"id\":\"req-7\"", "\"id\":\"req-8\""), ("\"deviceId\":\"dev\"", "\"deviceId\":\"dew\""),
            ("\"timestamp\":1000", "\"timestamp\":1001"), ("connection.ping", "pointer.profile"),
            ("\"payload\":{}", "\"payload\":{\"a\":1}"), ("\"version\":1", "\"responseMode\":\"none\",\"version\":1"),
            ("\"auth\":\"", "\"auth\":\"A"),
        ])
    func changed(part: (String, String)) throws {
        let sent = try AuthenticatedCommand(
            .ping(deviceName: nil), id: "req-7", deviceID: "dev", timestamp: 1000, token: token)
        let text = String(decoding: sent.encoded(), as: UTF8.self)
        let forged = text.replacing(part.0, with: part.1)
        try #require(forged != text)
        guard case .command(let received) = try RemoteMessage(decoding: Array(forged.utf8)) else {
            Issue.record("not a command")
            return
        }
        #expect(!received.isAuthentic(with: token))
    }

    @Test("a proof that is right as far as it goes proves nothing", arguments: [0, 4, 40])
    func shortProof(characters: Int) throws {
        let sent = try AuthenticatedCommand(
            .ping(deviceName: nil), id: "r", deviceID: "d", timestamp: 1, token: token)
        let parts = String(decoding: sent.encoded(), as: UTF8.self).split(separator: #""auth":""#)
        let cut = #"\#(parts[0])"auth":"\#(parts[1].prefix(characters))\#(parts[1].drop { $0 != "\"" })"#
        guard case .command(let received) = try RemoteMessage(decoding: Array(cut.utf8)) else {
            Issue.record("not a command")
            return
        }
        #expect(!received.isAuthentic(with: token))
    }

    @Test("another token proves nothing")
    func otherToken() throws {
        let sent = try AuthenticatedCommand(
            .ping(deviceName: nil), id: "r", deviceID: "d", timestamp: 1, token: token)
        #expect(!sent.isAuthentic(with: PairingToken("shared-tokem")!))
        #expect(sent.isAuthentic(with: token))
    }

    @Test("a token and what carries it never show")
    func secrecy() throws {
        let grant = PairingGrant(desktopID: "pc", deviceID: "me", token: token)
        let command = try AuthenticatedCommand(
            .typeText("my words"), id: "r", deviceID: "d", timestamp: 1, token: token)
        var shown = "\(token) \(grant) \(command) \(Command.typeText("my words"))"
        dump(grant, to: &shown)
        dump(command, to: &shown)
        dump([Command.typeText("my words")], to: &shown)
        dump(try JSONValue(parsing: command.encoded()), to: &shown)
        debugPrint(token, grant, to: &shown)
        #expect(!shown.contains("shared-token"))
        #expect(!shown.contains("my words"))
    }

    @Test("a token of no bytes or too many is none")
    func tokenBounds() {
        #expect(PairingToken("") == nil)
        #expect(PairingToken(String(repeating: "t", count: 512)) != nil)
        #expect(PairingToken(String(repeating: "t", count: 513)) == nil)
    }

    @Test(
        "the pairing code is six digits that both sides can work out",
        arguments: [("desktop-1", "android-1", "nonce-1", "610717")])
    func code(desktop: String, device: String, nonce: String, code: String) {
        #expect(pairingCode(desktopID: desktop, deviceID: device, requestNonce: nonce) == code)
    }

    @Test("a pairing code has six digits whatever the ids are")
    func codeLength() {
        for number in 0..<2000 {
            let code = pairingCode(desktopID: "ü\(number)", deviceID: "😀", requestNonce: "")
            #expect(code.count == 6 && code.allSatisfy(\.isASCII))
        }
    }
}
