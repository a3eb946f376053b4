// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore
import Testing

@testable import PCProtocol

@Suite struct CommandTests {
    static func decode(_ type: String, _ payload: String) throws -> Command {
        try Command.decode(type: type, payload: JSONValue(parsing: Array(payload.utf8)))
    }

    @Test("every command is read back as it was written, and every type is among the samples")
    func roundTrip() throws {
        for command in Command.samples {
            let payload = try JSONValue(parsing: command.payload.encoded())
            #expect(try Command.decode(type: command.type.rawValue, payload: payload) == command, "\(command)")
        }
        #expect(Set(Command.samples.map(\.type)) == Set(CommandType.allCases))
    }

    @Test("an extra key is refused in every payload, and so is a missing one")
    func exactKeys() throws {
        for command in Command.samples {
            let members = try #require(command.payload.members)
            var extra = members
            extra["extra"] = .null
            #expect(throws: CommandError.payload(.unexpectedKey), "\(command)") {
                try Command.decode(type: command.type.rawValue, payload: .object(extra))
            }
            let optional: Set<String> = ["deviceName", "includeScanning"]
            for key in members.keys where !optional.contains(key) {
                var fewer = members
                fewer[key] = nil
                #expect(throws: CommandError.self, "\(command) without \(key)") {
                    try Command.decode(type: command.type.rawValue, payload: .object(fewer))
                }
            }
        }
    }

    @Test("a value of any other type is refused in every payload")
    func wrongTypes() throws {
        let others: [JSONValue] = [
            .null, .bool(false), .integer(-7), .double(0.5), .string("\u{1}"), .array([.null]), .emptyObject,
        ]
        for command in Command.samples {
            let members = try #require(command.payload.members)
            for key in members.keys {
                for other in others {
                    var changed = members
                    changed[key] = other
                    let decoded = try? Command.decode(type: command.type.rawValue, payload: .object(changed))
                    guard let decoded else { continue }
                    #expect(decoded.payload.encoded() == JSONValue.object(changed).encoded(), "\(command)")
                }
            }
        }
    }

    @Test(
        "bounds are checked at their edges",
        arguments: [
            ("pointer.speed.set", #"{"scalePercent":5}"#, true), ("pointer.speed.set", #"{"scalePercent":225}"#, true),
            ("pointer.speed.set", #"{"scalePercent":0}"#, false),
            ("pointer.speed.set", #"{"scalePercent":230}"#, false),
            ("pointer.speed.set", #"{"scalePercent":7}"#, false),
            ("mouse.move", #"{"dx":500,"dy":-500}"#, true), ("mouse.move", #"{"dx":500.1,"dy":0}"#, false),
            ("mouse.move", #"{"dx":0,"dy":-501}"#, false), ("mouse.scroll", #"{"dx":50,"dy":-50}"#, true),
            ("mouse.scroll", #"{"dx":51,"dy":0}"#, false),
            ("mouse.repeat.start", #"{"command":{"type":"mouse.scroll","payload":{"dx":51,"dy":0}}}"#, false),
            ("mouse.repeat.start", #"{"command":{"type":"mouse.click","payload":{"dx":1,"dy":0}}}"#, false),
            ("mouse.repeat.start", #"{"command":{"type":"mouse.move","payload":{"dx":1,"dy":0},"x":1}}"#, false),
            ("mouse.click", #"{"button":"fourth"}"#, false), ("keyboard.modifierDown", #"{"key":"Enter"}"#, false),
            ("keyboard.key", #"{"key":"F13"}"#, false), ("keyboard.key", #"{"key":"é"}"#, true),
            ("keyboard.key", #"{"key":"ab"}"#, false), ("keyboard.key", #"{"key":"\n"}"#, false),
            ("keyboard.shortcut", #"{"keys":[]}"#, false),
            ("keyboard.shortcut", #"{"keys":["a","b","c","d","e","f","g","h","i"]}"#, false),
            ("keyboard.typeText", #"{"text":"\u0007"}"#, false), ("keyboard.typeText", #"{"text":"\t\n\r"}"#, true),
            ("keyboard.typeText", #"{"text":"\u0085"}"#, false),
            ("connection.ping", #"{"deviceName":""}"#, false),
            ("connection.ping", #"{"deviceName":"\u001b[2J"}"#, false),
            ("switch.profile.list", #"{"includeScanning":false}"#, false),
            ("grid.switch.set", #"{"switchId":1,"state":"up","sequence":1}"#, false),
            ("grid.switch.set", #"{"switchId":9,"state":"up"}"#, false),
            ("grid.switch.set", #"{"switchId":1,"state":"left"}"#, false), ("keyboard.fly", "{}", false),
        ])
    func bounds(type: String, payload: String, isRight: Bool) throws {
        if isRight {
            #expect(throws: Never.self, "\(payload)") { try Self.decode(type, payload) }
        } else {
            #expect(throws: CommandError.self, "\(payload)") { try Self.decode(type, payload) }
        }
    }

    static let session = #""sessionId":"3f2c1a90-5b7e-4d21-9c33-0a1b2c3d4e5f""#

    @Test(
        "sessions and sequences are checked at their edges",
        arguments: [
            ("switch.session.stop", "{\(session),\"sequence\":1}", true),
            ("switch.session.stop", "{\(session),\"sequence\":0}", false),
            ("switch.session.stop", "{\(session),\"sequence\":9007199254740991}", true),
            ("switch.session.stop", "{\(session),\"sequence\":9007199254740992}", false),
            ("switch.session.stop", "{\(session),\"sequence\":1.5}", false),
            ("switch.session.stop", #"{"sessionId":"x","sequence":1}"#, false),
            ("switch.session.stop", #"{"sessionId":"3f2c1a905b7e-4d21-9c33-0a1b2c3d4e5f-","sequence":1}"#, false),
            ("switch.session.stop", #"{"sessionId":"3f2c1a90-5b7e-4d21-9c33-0a1b2c3d4e5g","sequence":1}"#, false),
            ("switch.sync", "{\(session),\"sequence\":1,\"pressedSwitchIds\":[1,2,8]}", true),
            ("switch.sync", "{\(session),\"sequence\":1,\"pressedSwitchIds\":[2,1]}", false),
            ("switch.sync", "{\(session),\"sequence\":1,\"pressedSwitchIds\":[1,1]}", false),
            ("switch.sync", "{\(session),\"sequence\":1,\"pressedSwitchIds\":[0]}", false),
            ("switch.sync", "{\(session),\"sequence\":1,\"pressedSwitchIds\":[9]}", false),
            ("switch.sync", "{\(session),\"sequence\":1,\"pressedSwitchIds\":[9223372036854775807]}", false),
            ("switch.session.start", "{\(session),\"profileId\":\"\",\"profileVersion\":1,\"switchCount\":1}", false),
            ("switch.session.start", "{\(session),\"profileId\":\"p\",\"profileVersion\":0,\"switchCount\":1}", false),
            ("switch.session.start", "{\(session),\"profileId\":\"p\",\"profileVersion\":1,\"switchCount\":9}", false),
            ("switch.session.start", "{\(session),\"profileId\":\"p\",\"profileVersion\":1,\"switchCount\":8}", true),
        ])
    func sessions(type: String, payload: String, isRight: Bool) {
        let decoded = try? Self.decode(type, payload)
        #expect((decoded != nil) == isRight, "\(payload)")
    }

    @Test("a text may have 2,000 UTF-16 units, and what is over any bound is refused before it is signed")
    func overLimit() throws {
        let token = PairingToken("t")!
        func sign(_ command: Command) throws(ShapeError) -> AuthenticatedCommand {
            try AuthenticatedCommand(command, id: "i", deviceID: "d", timestamp: 0, token: token)
        }
        #expect(throws: Never.self) { try sign(.typeText(String(repeating: "😀", count: 1_000))) }
        #expect(throws: ShapeError.outOfBounds(.text)) { try sign(.typeText(String(repeating: "😀", count: 1_001))) }
        #expect(throws: ShapeError.outOfBounds(.dx)) { try sign(.moveMouse(Command.Movement(dx: .nan, dy: 0))) }
        #expect(throws: ShapeError.outOfBounds(.dy)) { try sign(.scroll(Command.Movement(dx: 0, dy: .infinity))) }
        #expect(throws: ShapeError.outOfBounds(.scalePercent)) { try sign(.setPointerSpeed(percent: 6)) }
        let step = Command.SessionStep(sessionID: PCBench.session, sequence: 0)
        #expect(throws: ShapeError.outOfBounds(.sequence)) { try sign(.stopSession(step)) }
        let long = String(repeating: "s", count: 129)
        #expect(throws: ShapeError.outOfBounds(.streamID)) { try sign(.openTextStream(streamID: long)) }
        #expect(throws: ShapeError.outOfBounds(.id)) {
            try AuthenticatedCommand(.stopRepeat, id: long, deviceID: "d", timestamp: 0, token: token)
        }
        #expect(throws: ShapeError.outOfBounds(.deviceID)) {
            try AuthenticatedCommand(.stopRepeat, id: "i", deviceID: "", timestamp: 0, token: token)
        }
    }

    @Test("a random session id is a version 4 UUID")
    func randomSession() {
        #expect(SessionID(random: (0, 0)).text == "00000000-0000-4000-8000-000000000000")
        #expect(SessionID(random: (.max, .max)).text == "ffffffff-ffff-4fff-bfff-ffffffffffff")
    }

    @Test(
        "a device name is trimmed, 1 to 40 characters, without control characters",
        arguments: [
            (" Chair ", "Chair"), ("", nil), (" \n ", nil), ("a\u{7}b", nil),
            (String(repeating: "ü", count: 40), String(repeating: "ü", count: 40)),
            (String(repeating: "ü", count: 41), nil),
        ])
    func deviceName(given: String, text: String?) {
        #expect(DeviceName(given)?.text == text)
    }

    @Test("a name that does not fit is made to fit")
    func fitting() {
        #expect(DeviceName(fitting: String(repeating: "a", count: 99))?.text.count == 40)
        #expect(DeviceName(fitting: " \u{1B}[2Jbox\u{202E} ")?.text == "[2Jbox")
        #expect(DeviceName(fitting: "\u{7}") == nil)
    }
}
