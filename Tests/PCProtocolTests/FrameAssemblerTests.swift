// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore
import Testing

@testable import PCProtocol

@Suite struct FrameAssemblerTests {
    let zero = Instant(nanoseconds: 0)

    /// A message of 500 bytes in four frames.
    static let message = (0..<500).map { UInt8(truncatingIfNeeded: $0) }

    static func frames(_ id: String = "m") throws -> [[UInt8]] {
        try Frame.frames(of: message, messageID: id, maximumFrameSize: 512)
    }

    static func frame(
        _ sequence: Int, _ payload: [UInt8], total: Int, isFinal: Bool = false, id: String = "m"
    ) -> [UInt8] {
        Frame(messageID: id, sequence: sequence, isFinal: isFinal, totalBytes: total, payload: payload).encoded()
    }

    @Test(
        "frames come together in any order, and repeated ones are ignored",
        arguments: [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1], [0, 0, 1, 3, 3, 1, 2], [3, 0, 3, 2, 1]])
    func anyOrder(order: [Int]) throws {
        let frames = try Self.frames()
        var assembler = FrameAssembler()
        var results: [[UInt8]] = []
        for index in order {
            if let message = try assembler.frameArrived(frames[index], at: zero).get() { results.append(message) }
        }
        #expect(results == [Self.message])
        #expect(assembler.counts.repeatedFrames == order.count - 4)
        #expect(assembler.partialCount == 0)
    }

    @Test("messages may be interleaved")
    func interleaved() throws {
        var assembler = FrameAssembler()
        var complete = 0
        let first = try Self.frames("a")
        let second = try Self.frames("b")
        for (one, other) in zip(first, second) {
            for frame in [one, other] where try assembler.frameArrived(frame, at: zero).get() != nil { complete += 1 }
        }
        #expect(complete == 2)
    }

    struct Violation: Sendable {
        var name: String
        var frames: [[UInt8]]
        var error: FrameError
    }

    static let violations = [
        Violation(
            name: "changed total", frames: [frame(0, [1], total: 4), frame(1, [2], total: 5)], error: .totalChanged),
        Violation(
            name: "changed total in a repeated frame", frames: [frame(0, [1], total: 4), frame(0, [1], total: 5)],
            error: .totalChanged),
        Violation(
            name: "second final",
            frames: [frame(1, [1], total: 4, isFinal: true), frame(2, [2], total: 4, isFinal: true)],
            error: .secondFinal),
        Violation(
            name: "a frame already there said to be the end",
            frames: [
                frame(0, [1], total: 4), frame(2, [1], total: 4, isFinal: true), frame(0, [1], total: 4, isFinal: true),
            ], error: .secondFinal),
        Violation(
            name: "past the final", frames: [frame(1, [1], total: 4, isFinal: true), frame(2, [2], total: 4)],
            error: .pastFinal),
        Violation(
            name: "final before one already there",
            frames: [frame(5, [1], total: 4), frame(1, [2], total: 4, isFinal: true)], error: .pastFinal),
        Violation(
            name: "more than the total", frames: [frame(0, [1, 2], total: 3), frame(1, [3, 4], total: 3)],
            error: .moreThanTotal),
        Violation(
            name: "less than the total", frames: [frame(0, [1], total: 3), frame(1, [2], total: 3, isFinal: true)],
            error: .lessThanTotal),
        Violation(name: "empty chunk", frames: [frame(0, [1], total: 3), frame(1, [], total: 3)], error: .emptyChunk),
        Violation(
            name: "chunk over 160 bytes",
            frames: [frame(0, [1], total: 300), frame(1, [UInt8](repeating: 1, count: 161), total: 300)],
            error: .chunkTooLong),
    ]

    @Test("what breaks the rules is refused and its partial dropped", arguments: violations.indices)
    func violation(index: Int) throws {
        let violation = Self.violations[index]
        var assembler = FrameAssembler()
        for frame in violation.frames.dropLast() {
            #expect(try assembler.frameArrived(frame, at: zero).get() == nil)
        }
        let last = try #require(violation.frames.last)
        #expect(assembler.frameArrived(last, at: zero) == .failure(violation.error), "\(violation.name)")
        #expect(assembler.partialCount == 0)
        #expect(assembler.counts.refusedFrames == 1)
    }

    @Test("an empty message is one empty frame")
    func empty() throws {
        var assembler = FrameAssembler()
        #expect(try assembler.frameArrived(Self.frame(0, [], total: 0, isFinal: true), at: zero).get() == [])
    }

    @Test("a ninth partial pushes out the oldest")
    func ninth() throws {
        var assembler = FrameAssembler()
        for number in 0...8 {
            _ = assembler.frameArrived(Self.frame(0, [1], total: 2, id: "m\(number)"), at: zero + .seconds(number))
        }
        #expect(assembler.partialCount == FrameAssembler.partialLimit)
        #expect(assembler.counts.displacedPartials == 1)
        let end = { (number: Int) in Self.frame(1, [2], total: 2, isFinal: true, id: "m\(number)") }
        #expect(try assembler.frameArrived(end(1), at: zero + .seconds(8)).get() == [1, 2])
        #expect(try assembler.frameArrived(end(0), at: zero + .seconds(8)).get() == nil)
    }

    @Test(
        "a partial is dropped 10 s after its first frame, not after its last",
        arguments: [(9_999, true), (10_000, false), (10_001, false)])
    func expiry(milliseconds: Int, isComplete: Bool) throws {
        var assembler = FrameAssembler()
        let frames = try Self.frames()
        _ = assembler.frameArrived(frames[0], at: zero)
        _ = assembler.frameArrived(frames[1], at: zero + .seconds(9))
        _ = assembler.frameArrived(frames[2], at: zero + .seconds(9))
        let last = try assembler.frameArrived(frames[3], at: zero + .milliseconds(milliseconds)).get()
        #expect((last != nil) == isComplete)
        #expect(assembler.counts.expiredPartials == (isComplete ? 0 : 1))
    }

    @Test("a refused frame leaves other partials alone")
    func others() throws {
        var assembler = FrameAssembler()
        let frames = try Self.frames()
        for frame in frames.dropLast() { _ = assembler.frameArrived(frame, at: zero) }
        _ = assembler.frameArrived([0x7B], at: zero)
        _ = assembler.frameArrived(Self.frame(0, [], total: 3, id: "x"), at: zero)
        #expect(try assembler.frameArrived(frames[3], at: zero).get() == Self.message)
    }

    @Test("with the link its partials are gone")
    func linkLost() throws {
        var assembler = FrameAssembler()
        _ = assembler.frameArrived(try Self.frames()[0], at: zero)
        assembler.linkLost()
        #expect(assembler.partialCount == 0)
    }
}
