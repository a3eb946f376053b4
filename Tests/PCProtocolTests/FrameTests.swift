// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore
import Testing

@testable import PCProtocol

@Suite struct FrameTests {
    @Test("a frame has exactly the six keys of the protocol")
    func keys() throws {
        let bytes = Frame(
            messageID: "m", sequence: 3, isFinal: true, totalBytes: 7, payload: [0xFB, 0xEF, 0xFF]
        ).encoded()
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == #"{"isFinal":true,"messageId":"m","payloadBase64":"++//","sequence":3,"totalBytes":7,"version":1}"#)
        #expect(try Frame(decoding: bytes).payload == [0xFB, 0xEF, 0xFF])
    }

    @Test(
        "a message cut to any value size comes together again",
        arguments: [0, 1, 2, 3, 159, 160, 161, 320, 321, 1_000, 16_384], [120, 160, 180, 244, 400, 512, 514])
    func roundTrip(length: Int, size: Int) throws {
        let message = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let frames = try Frame.frames(of: message, messageID: "a1b2c3d4-77", maximumFrameSize: size)
        var assembler = FrameAssembler()
        var result: [UInt8]?
        for frame in frames {
            #expect(result == nil)
            #expect(frame.count <= size)
            result = try assembler.frameArrived(frame, at: Instant(nanoseconds: 0)).get()
        }
        #expect(result == message)
        #expect(assembler.partialCount == 0)
    }

    @Test("an edge with short ids is two frames at the largest value size")
    func edgeIsTwoFrames() throws {
        let session = SessionID("3f2c1a90-5b7e-4d21-9c33-0a1b2c3d4e5f")!
        let edge = Command.SwitchEdge(
            Command.SessionStep(sessionID: session, sequence: 12_345), SwitchID(8)!, .down)
        let command = try AuthenticatedCommand(
            .edge(edge), id: "a1b2c3d4-123456", deviceID: "sb-0123456789abc", timestamp: 1_724_000_000_000,
            token: PairingToken("shared-token")!)
        let message = RemoteMessage.command(command).encoded()
        for size in [512, 514] {
            let frames = try Frame.frames(of: message, messageID: "a1b2c3d4-123457", maximumFrameSize: size)
            #expect(frames.count == 2, "\(message.count) bytes")
        }
    }

    @Test("chunks shrink only as far as the value size demands")
    func shrinking() throws {
        let message = [UInt8](repeating: 65, count: 500)
        let room = try Frame.frames(of: message, messageID: "m", maximumFrameSize: 400)
        #expect(try room.map { try Frame(decoding: $0).payload.count } == [160, 160, 160, 20])
        let exact = try Frame.frames(of: message, messageID: "m", maximumFrameSize: room[0].count)
        #expect(exact == room)
        let less = try Frame.frames(of: message, messageID: "m", maximumFrameSize: room[0].count - 1)
        #expect(try Frame(decoding: less[0]).payload.count == 159)
    }

    @Test("a value size with no room for a byte is an error")
    func tooSmall() throws {
        let smallest = try Frame.frames(of: [1], messageID: "m", maximumFrameSize: 512)[0].count
        #expect(try Frame.frames(of: [1], messageID: "m", maximumFrameSize: smallest).count == 1)
        for size in [smallest - 1, 0, -1] {
            #expect(throws: FrameError.valueSizeTooSmall) {
                try Frame.frames(of: [1], messageID: "m", maximumFrameSize: size)
            }
        }
    }

    @Test("a message over 16,384 bytes and a message id over 128 bytes are errors")
    func overLimit() {
        #expect(throws: FrameError.messageTooLong) {
            try Frame.frames(of: [UInt8](repeating: 0, count: 16_385), messageID: "m", maximumFrameSize: 512)
        }
        #expect(throws: FrameError.shape(.outOfBounds(.messageID))) {
            try Frame.frames(of: [1], messageID: String(repeating: "m", count: 129), maximumFrameSize: 512)
        }
        #expect(throws: FrameError.shape(.outOfBounds(.messageID))) {
            try Frame.frames(of: [1], messageID: "", maximumFrameSize: 512)
        }
    }

    @Test(
        "a malformed frame is refused with its reason",
        arguments: [
            ("", FrameError.notJSON(.malformed)),
            ("[]", .shape(.notAnObject)),
            (
                #"{"version":2,"messageId":"m","sequence":0,"isFinal":true,"totalBytes":0,"payloadBase64":""}"#,
                .wrongVersion
            ),
            (
                #"{"version":1,"messageId":"","sequence":0,"isFinal":true,"totalBytes":0,"payloadBase64":""}"#,
                .shape(.outOfBounds(.messageID))
            ),
            (
                #"{"version":1,"messageId":"m","sequence":-1,"isFinal":true,"totalBytes":0,"payloadBase64":""}"#,
                .shape(.outOfBounds(.sequence))
            ),
            (
                #"{"version":1,"messageId":"m","sequence":0,"isFinal":1,"totalBytes":0,"payloadBase64":""}"#,
                .shape(.wrongType(.isFinal))
            ),
            (
                #"{"version":1,"messageId":"m","sequence":0,"isFinal":true,"totalBytes":16385,"payloadBase64":""}"#,
                .shape(.outOfBounds(.totalBytes))
            ),
            (
                #"{"version":1,"messageId":"m","sequence":0,"isFinal":true,"totalBytes":1,"payloadBase64":"QQ"}"#,
                .notBase64
            ),
            (
                #"{"version":1,"messageId":"m","sequence":0,"isFinal":true,"totalBytes":1,"payloadBase64":"Q Q="}"#,
                .notBase64
            ),
            (
                #"{"version":1,"messageId":"m","sequence":0,"isFinal":true,"totalBytes":0}"#,
                .shape(.missing(.payloadBase64))
            ),
            (
                #"{"version":1,"messageId":"m","sequence":0,"isFinal":true,"totalBytes":0,"payloadBase64":"","x":1}"#,
                .shape(.unexpectedKey)
            ),
        ])
    func malformed(text: String, error: FrameError) {
        #expect(throws: error) { try Frame(decoding: Array(text.utf8)) }
    }

    @Test("a frame cut short at any length is refused, and nothing traps")
    func truncated() throws {
        let whole = try Frame.frames(of: Array("hello".utf8), messageID: "m-1", maximumFrameSize: 512)[0]
        for length in 0..<whole.count {
            #expect(throws: FrameError.self) { try Frame(decoding: Array(whole[..<length])) }
        }
    }

    @Test("a frame with any one byte changed is read or refused, and nothing traps")
    func corrupted() throws {
        let whole = try Frame.frames(of: Array("hello".utf8), messageID: "m-1", maximumFrameSize: 512)[0]
        for index in whole.indices {
            for value in [0x00, 0x22, 0x2F, 0x39, 0x5C, 0x7B, 0x80, 0xFF] as [UInt8] {
                var bytes = whole
                bytes[index] = value
                _ = try? Frame(decoding: bytes)
            }
        }
    }

    @Test("a frame longer than any value is refused unread")
    func tooLong() {
        #expect(throws: FrameError.frameTooLong) { try Frame(decoding: [UInt8](repeating: 0x20, count: 513)) }
    }
}
