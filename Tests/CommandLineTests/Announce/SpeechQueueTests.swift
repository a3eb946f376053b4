// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore
import Testing

@testable import switchbridge

@Suite("What is spoken when")
struct SpeechQueueTests {
    private var queue = SpeechQueue()
    private var now = Instant(nanoseconds: 0)

    private mutating func came(_ text: String, isUrgent: Bool = false) -> [SpeechQueue.Action] {
        queue.came(text, isUrgent: isUrgent, at: now)
    }

    private func speak(_ text: String, isUrgent: Bool = false) -> [SpeechQueue.Action] {
        [.speak(text, isUrgent: isUrgent)]
    }

    @Test("one after the other, in their order")
    mutating func inOrder() {
        #expect(came("a") == speak("a"))
        #expect(came("b") == [])
        #expect(came("c") == [])
        #expect(queue.ended(at: now) == speak("b"))
        #expect(queue.ended(at: now) == speak("c"))
        #expect(queue.ended(at: now) == [])
        #expect(queue.state == .silent)
        #expect(queue.ended(at: now) == [])
    }

    @Test("five wait at most, and the oldest goes")
    mutating func bounded() {
        _ = came("0")
        for number in 1...6 { _ = came("\(number)") }
        var spoken: [SpeechQueue.Action] = []
        while queue.state != .silent { spoken += queue.ended(at: now) }
        #expect(spoken == (2...6).flatMap { speak("\($0)") })
    }

    @Test("an urgent one ends what is said and drops what waits")
    mutating func urgent() {
        _ = came("a")
        _ = came("b")
        #expect(came("stop", isUrgent: true) == [.interrupt])
        #expect(came("after") == [])
        #expect(queue.ended(at: now) == speak("stop", isUrgent: true))
        #expect(queue.ended(at: now) == speak("after"))
    }

    @Test("of several urgent ones the last is said, and one program at a time is asked to end")
    mutating func severalUrgent() {
        _ = came("a")
        #expect(came("first", isUrgent: true) == [.interrupt])
        #expect(came("second", isUrgent: true) == [])
        #expect(queue.ended(at: now) == speak("second", isUrgent: true))
    }

    @Test("a program that hangs is asked to end at its time, and then killed")
    mutating func hangs() {
        _ = came("a")
        now = now + SpeechQueue.longestSpeech + .nanoseconds(-1)
        #expect(queue.timerFired(at: now) == [])
        now = now + .nanoseconds(1)
        #expect(queue.timerFired(at: now) == [.interrupt])
        #expect(queue.timerFired(at: now) == [])
        now = now + SpeechQueue.endingTime
        #expect(queue.timerFired(at: now) == [.kill])
        #expect(queue.deadline == nil)
        #expect(queue.timerFired(at: now + .seconds(60)) == [])
        #expect(queue.ended(at: now) == [])
    }

    @Test("when it is closed, nothing more is said")
    mutating func closed() {
        #expect(queue.closed(at: now) == [])
        _ = came("a")
        _ = came("b")
        #expect(queue.closed(at: now) == [.interrupt])
        #expect(queue.closed(at: now) == [])
        #expect(queue.ended(at: now) == [])
        #expect(queue.state == .silent)
    }
}
