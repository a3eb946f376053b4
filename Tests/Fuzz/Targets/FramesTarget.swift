// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol
import SwitchCore

extension FuzzTarget {
    /// GATT values, one on each line, into an assembler; an empty line lets three seconds pass.
    static let frames = FuzzTarget("frames") {
        let messages = [Array("{}".utf8), [], [UInt8](repeating: 65, count: 400)]
        let whole = try messages.flatMap { try Frame.frames(of: $0, messageID: "m", maximumFrameSize: 200) }
        let mixed = try Frame.frames(of: messages[2], messageID: "n/\u{e9}", maximumFrameSize: 512)
        return [
            whole.flatMap(FuzzOutput.line), mixed.reversed().flatMap(FuzzOutput.line),
            (mixed + [[], [], [], []] + mixed).flatMap(FuzzOutput.line),
        ]
    } run: { bytes in
        var input = FuzzInput(bytes)
        var assembler = FrameAssembler()
        var now = Instant(nanoseconds: 0)
        while !input.isEmpty {
            let line = input.line()
            if line.isEmpty { now = now + .seconds(3) }
            try checkFrame(line)
            if case .success(let message?) = assembler.frameArrived(line, at: now) { try checkMessage(message) }
            try hold(assembler.partialCount <= FrameAssembler.partialLimit, "too many partial messages are kept")
        }
    }

    private static func checkFrame(_ bytes: [UInt8]) throws {
        guard let frame = try? Frame(decoding: bytes) else { return }
        let again = frame.encoded()
        // Numbers written shortly, such as 1e3, are written in full.
        guard again.count <= Frame.encodedLimit else { return }
        try hold(try Frame(decoding: again) == frame, "a frame is not the same once written again")
    }

    private static func checkMessage(_ message: [UInt8]) throws {
        try hold(message.count <= Frame.messageLimit, "a message is too long")
        var other = FrameAssembler()
        var whole: [UInt8]?
        for frame in try Frame.frames(of: message, messageID: "again", maximumFrameSize: 244) {
            try hold(whole == nil && frame.count <= 244, "frames are too long or too many")
            whole = try other.frameArrived(frame, at: Instant(nanoseconds: 0)).get()
        }
        try hold(whole == message, "a message does not come together again")
    }
}
