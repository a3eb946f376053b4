// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore
import Testing

struct LearnerCase: Sendable, CustomTestStringConvertible {
    var number: Int
    var script: String
    var found: [String]

    init(_ number: Int, _ script: String, _ found: String...) {
        self.number = number
        self.script = script
        self.found = found
    }

    var testDescription: String { "no. \(number)" }
}

private let noise = (0..<10).map { "a \($0 * 100) x0=32767|a \($0 * 100 + 50) x0=0" }.joined(separator: "|")

@Suite("The learner") struct SwitchLearnerTests {
    @Test(
        "the case table of the learner holds, with F6, F17 and F25",
        arguments: [
            LearnerCase(1, "a 0 k256=1|a 200 k256=0", "k256 of a at 500"),
            LearnerCase(2, "a 0 k30=1|a 250 k30=2|a 283 k30=2|a 400 k30=0", "k30 of a at 700"),
            LearnerCase(3, "a 0 k256=1 k256=0", "k256 of a at 300"),
            LearnerCase(4, "a 0 k256=1|a 5 k256=0|a 9 k256=1|a 200 k256=0", "k256 of a at 500"),
            LearnerCase(
                5, "a 0 x2=450|a 100 x2=1000 k312=1|a 250 k312=0|a 300 x2=0",
                "k312 of a else x2+60/40 of a at 600"),
            LearnerCase(6, "a 0 x2=1023|a 200 x2=0", "x2+60/40 of a at 500"),
            LearnerCase(7, "a 0 x2=500|a 200 x2=0", "x2+28/19 of a at 500"),
            LearnerCase(8, "a 0 x16=-1|a 200 x16=0", "x16-60/40 of a at 500"),
            LearnerCase(
                9, "a 0 k30=1|b 0 k30=1|a 200 k30=0|b 200 k30=0", "k30 of a else k30 of b at 500"),
            LearnerCase(10, "b 0 k256=1|b 200 k256=0", "k256 of b at 500"),
            LearnerCase(
                11, "a 0 k29=1|a 0 k46=1|a 50 k46=0|a 50 k29=0", "k46 of a else k29 of a at 350"),
            LearnerCase(12, "a 0 m7 k240=1|a 200 m7 k240=0", "m7 of a at 500"),
            LearnerCase(13, "a 0 m7 k256=1|a 200 m7 k256=0", "k256 of a at 500"),
            LearnerCase(14, "a 0 x0=4000|a 10 x0=-4000|a 20 k256=1|a 30 x0=4000|a 220 k256=0", "k256 of a at 520"),
            LearnerCase(15, noise),
            LearnerCase(16, "k 0 k30=1|k 100 k30=0"),
            LearnerCase(17, "k 0 k28=1|allow|k 50 k28=0|k 500 k30=1|k 600 k30=0", "k30 of k at 900"),
            LearnerCase(
                18, "a 0 k116=1|a 50 k116=0|a 100 k330=1|a 150 k330=0|a 200 r0=9|a 250 s0=1|a 300 x33=1"),
            LearnerCase(19, "a 0 k256=1", "k256 of a still down at 10000"),
            LearnerCase(21, "a 0 k256=1|c 50 k257=1|c 90 k257=0|a 200 k256=0", "k256 of a at 500"),
            LearnerCase(22, "a 0 k256=1|a 100 unplugged"),
        ])
    func table(_ each: LearnerCase) {
        var bench = LearnerBench()
        bench.play(each.script)
        #expect(bench.findings == each.found)
    }

    @Test("no. 20: a switch found down has to be let go of before it counts")
    func foundDown() {
        var bench = LearnerBench(found: FoundState(keysDown: [256]))
        bench.play("a 0 k256=0|a 500 k256=1|a 600 k256=0")
        #expect(bench.findings == ["k256 of a at 900"])
    }

    @Test("the keyboard that somebody types on is named once, its keys never")
    func privacy() {
        var bench = LearnerBench()
        bench.play("k 0 k30=1|k 100 k30=0|k 200 k31=1|k 300 k31=0")
        #expect(bench.others == ["k spoke"])
        #expect(bench.learner.down.isEmpty)
    }

    @Test("a press that began before it was asked for is not the answer")
    func begunBefore() {
        var bench = LearnerBench()
        bench.learner.askingEnded()
        bench.play("a 0 k256=1|a 10 x16=1")
        bench.learner.pressAsked()
        bench.play("a 100 k256=0|a 110 x16=0|a 500 x16=-1|a 600 x16=0")
        #expect(bench.findings == ["x16-60/40 of a at 900"])
    }

    @Test("what belongs to a press comes within 300 ms of its last release", arguments: [299, 300, 301] as [Int64])
    func settling(pause: Int64) {
        var bench = LearnerBench()
        bench.play("a 0 k256=1|a 100 k256=0|a \(100 + pause) k257=1|a \(200 + pause) k257=0")
        #expect(bench.findings.first == (pause < 300 ? "k256 of a else k257 of a at \(500 + pause)" : "k256 of a"))
    }

    @Test("of very many inputs in one press the first is proposed and 8 others are told")
    func manyInputs() {
        var bench = LearnerBench()
        let keys = (256..<300).map { "k\($0)=1" }.joined(separator: " ")
        bench.play("a 0 \(keys)|a 100 \(keys.replacing("=1", with: "=0"))")
        #expect(bench.findings.first?.hasPrefix("k256 of a else k257 of a") == true)
        #expect(bench.findings.first?.split(separator: " ").filter { $0 == "else" }.count == 8)
    }

    @Test("a trigger that is pressed when its device is opened is not learnt by being let go of")
    func triggerFoundPressed() {
        var bench = LearnerBench(found: FoundState(axisValues: [2: 1023]))
        bench.play("a 0 x2=0|a 500 x2=900|a 700 x2=0")
        #expect(bench.findings == ["x2+60/40 of a at 1000"])
    }

    @Test("23: an axis that comes from one end only as far as the middle is none that a profile can name")
    func onlyToTheMiddle() {
        var bench = LearnerBench(found: FoundState(axisValues: [0: -32768]))
        bench.play("a 0 x0=0|a 300 x0=-32768")
        #expect(bench.findings == [])
    }

    @Test("an axis that rests at one end and is pressed to the other is one direction, whatever its kind")
    func restElsewhere() {
        var bench = LearnerBench(found: FoundState(axisValues: [0: -32768]))
        bench.play("a 0 x0=32767|a 300 x0=-32768")
        #expect(bench.findings == ["x0+60/40 of a at 600"])
    }
}
