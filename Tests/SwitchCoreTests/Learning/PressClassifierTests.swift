// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore
import Testing

/// What comes of a timeline after all that is due has come.
private func classified(_ timeline: Timeline) -> PressClass? {
    var classifier = PressClassifier(askedAt: ms(0))
    for change in timeline.changes {
        if let result = classifier.moved(change.state, at: change.time) { return result }
    }
    return classifier.deadline.flatMap { classifier.timeReached($0) }
}

struct ClassCase: Sendable, CustomTestStringConvertible {
    var number: Int
    var contact: String
    var expected: PressClass

    init(_ number: Int, _ contact: String, _ expected: PressClass) {
        self.number = number
        self.contact = contact
        self.expected = expected
    }

    var testDescription: String { "no. \(number)" }
}

@Suite("The long press") struct PressClassifierTests {
    @Test(
        "the case table of the long press holds",
        arguments: [
            ClassCase(1, "D500 U2500", .full(.milliseconds(2000))),
            ClassCase(2, "D500 U1500", .full(.milliseconds(1000))),
            ClassCase(3, "D500 U1499", .unclear(.milliseconds(999))),
            ClassCase(4, "D500 U800", .pulse(.milliseconds(300))),
            ClassCase(5, "D500 U801", .unclear(.milliseconds(301))),
            ClassCase(6, "D1499 U1507", .pulse(.milliseconds(8))),
            ClassCase(7, "D1500 U1508", .latePulse(.milliseconds(8))),
            ClassCase(8, "D500 U508 D1100 U1108 D1700 U1708", .repeatingPulses(3, every: .milliseconds(600))),
            ClassCase(9, "D500 U508 D1400 U1408", .unclear(.milliseconds(8))),
            ClassCase(10, "D500 U508 D2500 U2508", .repeatingPulses(2, every: .milliseconds(2000))),
            ClassCase(11, "D500 U900 D949 U2500", .full(.milliseconds(2000))),
            ClassCase(12, "D500 U900 D950 U2500", .full(.milliseconds(1550))),
            ClassCase(13, "D500", .staysDown),
        ])
    func table(_ each: ClassCase) {
        #expect(classified(Timeline(stringLiteral: each.contact)) == each.expected)
    }

    @Test(
        "F7 a pulse of 299, 300 and 301 ms; a hold of 999, 1000 and 1001 ms",
        arguments: [(299, true, false), (300, true, false), (301, false, false), (999, false, false)]
            + [(1000, false, true), (1001, false, true)] as [(Int, Bool, Bool)])
    func lengths(length: Int, isPulse: Bool, isFull: Bool) {
        let result = classified(Timeline(stringLiteral: "D500 U\(500 + length)"))
        #expect(result?.manner == (isPulse ? .pulse : isFull ? .ordinary : nil))
    }

    @Test(
        "F8 pulses that last 999, 1000 and 1001 ms in all",
        arguments: [(999, nil), (1000, .pulse), (1001, .pulse)] as [(Int, ProfileSwitch.Manner?)])
    func span(length: Int, manner: ProfileSwitch.Manner?) {
        #expect(classified(Timeline(stringLiteral: "D500 U508 D\(492 + length) U\(500 + length)"))?.manner == manner)
    }

    @Test("a pulse 1499, 1500 and 1501 ms after it was asked for", arguments: [1499, 1500, 1501])
    func late(time: Int) {
        let pulse = Duration.milliseconds(8)
        #expect(
            classified(Timeline(stringLiteral: "D\(time) U\(time + 8)"))
                == (time < 1500 ? .pulse(pulse) : .latePulse(pulse)))
    }

    @Test("it is judged after 2500 ms without a press, not before", arguments: [2499, 2500, 2501] as [Int64])
    func quiet(pause: Int64) {
        var classifier = PressClassifier(askedAt: ms(0))
        _ = classifier.moved(.down, at: ms(500))
        _ = classifier.moved(.up, at: ms(508))
        #expect((classifier.timeReached(ms(508 + pause)) != nil) == (pause >= 2500))
    }

    @Test("a switch that stays down is reported after 10 s, not before", arguments: [9999, 10000, 10001] as [Int64])
    func stuck(length: Int64) {
        var classifier = PressClassifier(askedAt: ms(0))
        _ = classifier.moved(.down, at: ms(500))
        #expect(classifier.timeReached(ms(500 + length)) == (length >= 10_000 ? .staysDown : nil))
    }

    @Test("a release that comes first, and everything after the verdict, changes nothing")
    func stale() {
        var classifier = PressClassifier(askedAt: ms(0))
        #expect(classifier.moved(.up, at: ms(10)) == nil && classifier.deadline == nil)
        _ = classifier.moved(.down, at: ms(500))
        #expect(classifier.timeReached(ms(20_000)) == .staysDown)
        #expect(classifier.moved(.up, at: ms(20_001)) == nil && classifier.timeReached(ms(30_000)) == nil)
    }
}
