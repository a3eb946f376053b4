// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore
import Testing

/// The case table of `PressMachine`, each number at T−1, T and T+1, where T is the hold time or another moment at which
/// something could turn over.
@Suite("What presses and holds come to")
struct PressMachineTests {
    struct Case: CustomTestStringConvertible {
        var number: Int
        var why: String
        var switches: [String]
        /// Milliseconds; `T` stands for each of the three.
        var time: Int
        var edges: String
        /// For T−1, T and T+1; one where nothing turns over.
        var outputs: [String]

        var testDescription: String { "\(number) \(why)" }

        init(_ number: Int, _ why: String, _ switches: [String], _ time: Int, _ edges: String, _ outputs: String...) {
            self.number = number
            self.why = why
            self.switches = switches
            self.time = time
            self.edges = edges
            self.outputs = outputs
        }
    }

    static let cases = [
        Case(1, "with no hold there is nothing to wait for", ["press P"], 1000, "A+0 A-T", "P@0"),
        Case(
            2, "let go of before the hold", ["press P hold H"], 1000, "A+0 A-T", "P@999", "[H]@1000 H@1000",
            "[H]@1000 H@1001"),
        Case(
            3, "a time that is reached goes first", ["press P hold H"], 1000, "A+0 A-T", "P@999", "[H]@1000 H@1000",
            "[H]@1000 H@1001"),
        Case(
            4, "letting go does what was reached last", ["hold H I"], 2000, "A+0 A-T", "[H]@1000 H@1999",
            "[H]@1000 [I]@2000 I@2000", "[H]@1000 [I]@2000 I@2001"),
        Case(5, "it stays with the last", ["hold H I"], 4999, "A+0 A-T", "[H]@1000 [I]@2000 I@T"),
        Case(
            6, "no press is mapped", ["hold H"], 1000, "A+0 A-T", "", "[H]@1000 H@1000", "[H]@1000 H@1001"),
        Case(7, "its own release ends it", ["press X:held"], 1000, "A+0 A-T", "+X@0 -X@T"),
        Case(
            8, "a hold that acts while held", ["press P hold X:held"], 1000, "A+0 A-T", "P@999", "+X@1000 -X@1000",
            "+X@1000 -X@1001"),
        Case(9, "a repeat ends with its release", ["press X:repeating"], 1000, "A+0 A-T", "+X@0 -X@T"),
        Case(
            10, "the press that ends it does nothing else", ["press X:repeatingOn"], 1000, "A+0 A-100 A+T A-1500",
            "+X@0 -X@T"),
        Case(
            11, "any switch ends it", ["press X:repeatingOn", "press P"], 1000, "A+0 A-100 B+T B-1500 B+1600 B-1700",
            "+X@0 -X@T P@1600"),
        Case(
            11, "a switch without actions ends it as well", ["press X:repeatingOn", ""], 1000, "A+0 A-100 B+T B-1500",
            "+X@0 -X@T"),
        Case(
            12, "nor is that press a hold", ["hold X:repeatingOn"], 3000, "A+0 A-1200 A+2000 A-T",
            "[X]@1000 +X@1200 -X@2000"),
        Case(13, "the same action ends it", ["press X:toggled"], 1000, "A+0 A-100 A+T A-1500", "+X@0 -X@T"),
        Case(
            14, "it goes with the next action", ["press X:sticky", "press P"], 1000, "A+0 A-100 B+T B-1500",
            "+X@0 P@T -X@T"),
        Case(
            15, "until that is over", ["press X:sticky", "press Y:held"], 1000, "A+0 A-100 B+500 B-T",
            "+X@0 +Y@500 -Y@T -X@T"),
        Case(
            15, "not until something else is", ["press X:sticky", "press Y:held", "press P"], 1000,
            "A+0 A-100 B+500 C+600 C-650 B-T", "+X@0 +Y@500 P@600 -Y@T -X@T"),
        Case(
            16, "they add up", ["press X:sticky", "press Y:sticky", "press P"], 1000,
            "A+0 A-100 B+200 B-300 C+T C-1500", "+X@0 +Y@200 P@T -Y@T -X@T"),
        Case(17, "twice is taken back", ["press X:sticky"], 1000, "A+0 A-100 A+T A-1500", "+X@0 -X@T"),
        Case(
            18, "switches do not wait for each other", ["press P hold H", "press Q hold I"], 1000, "A+0 B+10 A-20 B-T",
            "P@20 Q@999", "P@20 Q@1000", "P@20 Q@1001"),
        Case(
            18, "switches do not wait for each other", ["press P hold H", "press Q hold I"], 1010, "A+0 B+10 A-20 B-T",
            "P@20 Q@1009", "P@20 [I]@1010 I@1010", "P@20 [I]@1010 I@1011"),
        Case(
            19, "as Shift and a click", ["press X:held", "press P"], 1000, "A+0 B+100 B-200 A-T", "+X@0 P@100 -X@T"),
        Case(
            20, "a PC repeats one thing at a time", ["press X:repeating", "press Y:repeating"], 1000,
            "A+0 B+100 A-200 B-T", "+X@0 -X@100 +Y@100 -Y@T"),
        Case(
            21, "each ends its own", ["press X:held", "press X:held"], 1000, "A+0 B+100 A-200 B-T",
            "+X@0 +X@100 -X@200 -X@T"),
        Case(
            22, "the last first", ["press X:toggled", "press Y:toggled", "press R:releaseEverything"], 1000,
            "A+0 A-10 B+20 B-30 C+T C-1500 A+1600", "+X@0 +Y@20 -Y@T -X@T +X@1600"),
        Case(
            23, "what moves ends", ["press X:repeatingOn:moves", "press Y:toggled", "press S:stopMovement"], 1000,
            "A+0 A-10 A+500 A-510 A+600 A-610 B+700 B-710 C+T", "+X@0 -X@500 +X@600 -X@700"),
        Case(
            23, "another repeat goes on", ["press X:repeating", "press S:stopMovement"], 1000, "A+0 B+500 B-600 A-T",
            "+X@0 -X@T"),
        Case(
            23, "what moves ends", ["press X:repeating:moves", "press S:stopMovement"], 1000, "A+0 B+500 B-600 A-T",
            "+X@0 -X@500"),
        Case(
            24, "whatever repeats", ["press X:repeating", "press S:stopRepeating"], 1000, "A+0 B+500 B-600 A-T",
            "+X@0 -X@500"),
        Case(25, "it is asked at once", ["press S:stopForwarding"], 1000, "A+0 A-T", "stopForwarding@0"),
        Case(25, "so is the next profile", ["press S:nextProfile"], 1000, "A+0 A-T", "nextProfile@0"),
        Case(
            25, "a hold asks when it is let go", ["hold S:nextPC"], 1000, "A+0 A-T", "", "[S]@1000 nextPC@1000",
            "[S]@1000 nextPC@1001"),
        Case(
            26, "a way out of a hold", ["press P hold N:nothing"], 1000, "A+0 A-T", "P@999", "[N]@1000", "[N]@1000"),
        Case(27, "a switch without actions does nothing", [""], 1000, "A+0 A-T", ""),
        Case(
            28, "a half-done hold at a stop does nothing", ["press P hold H"], 1000, "A+0 reset@T A-2000", "",
            "", "[H]@1000"),
        Case(
            28, "what the press was is forgotten with it", ["press X:held"], 1000, "A+0 reset@T A-2000", "+X@0"),
        Case(
            28, "what lasted at a stop takes no press to end after it", ["press X:repeatingOn", "press P"], 1000,
            "A+0 A-100 reset@T B+2000", "+X@0 P@2000"),
        Case(
            29, "what did not begin takes no press to end", ["press X:repeatingOn", "press P"], 1000,
            "A+0 A-100 refuse-X@500 B+T", "+X@0 P@T"),
        Case(
            29, "nor is it taken back by the next one", ["press X:toggled"], 1000, "A+0 A-100 refuse-X@500 A+T A-1500",
            "+X@0 +X@T"),
        Case(
            29, "nor is what another switch began at the same moment", ["press X:held", "press X:held"], 1000,
            "A+0 B+0 refuse-X@500 A-700 B-T", "+X@0 +X@0 -X@700"),
        Case(29, "nor ended by its release", ["press X:held"], 1000, "A+0 refuse-X@500 A-T", "+X@0"),
        Case(
            29, "only what was refused is meant", ["press X:toggled"], 1000,
            "A+0 A-100 A+200 A-300 refuse-X@400 A+T A-1100 refuse-X@1200 A+1300", "+X@0 -X@200 +X@T +X@1300"),
        Case(
            30, "nor does it keep what goes with it", ["press X:sticky", "press Y:held"], 1000,
            "A+0 A-100 B+500 refuse-Y@700 B-T", "+X@0 +Y@500 -X@700"),
        Case(
            30, "refused itself, it goes with nothing", ["press X:sticky", "press P"], 1000,
            "A+0 A-100 refuse-X@500 B+T", "+X@0 P@T"),
    ]

    @Test("the case table", arguments: cases)
    func table(_ given: Case) {
        for (index, time) in [given.time - 1, given.time, given.time + 1].enumerated() {
            var bench = PressBench(given.switches)
            bench.play(given.edges.replacing("T", with: time))
            let expected = given.outputs[given.outputs.count == 1 ? 0 : index].replacing("T", with: time)
            #expect(bench.outputs.joined(separator: " ") == expected, "T = \(time)")
        }
    }

    @Test("every number of the table has its case")
    func complete() {
        #expect(Set(Self.cases.map(\.number)) == Set(1...30))
    }

    @Test("holds that are reached at one time come in the order of the switches")
    func tie() {
        var bench = PressBench(["hold H", "hold I"])
        bench.play("B+0 A+0 wait@1000")
        #expect(bench.outputs == ["[H]@1000", "[I]@1000"])
    }

    @Test("a refusal that comes late means only what it is about")
    func lateRefusal() throws {
        var bench = PressBench(["press X:toggled"])
        bench.play("A+0 A-100")
        let first = try #require(bench.begun["X"])
        bench.play("A+200 A-300 A+400 A-500")
        bench.refuse(first, at: 600)
        bench.play("A+700")
        #expect(bench.outputs == ["+X@0", "-X@200", "+X@400", "-X@700"])
    }

    @Test("the loop may come late: each hold action is still reached at its own time, in order")
    func late() {
        var bench = PressBench(["hold H I", "hold J"])
        bench.play("A+0 B+500")
        bench.comeLate(at: 5000)
        #expect(bench.outputs == ["[H]@1000", "[J]@1500", "[I]@2000"])
    }

    @Test("an early or stale call does nothing")
    func early() {
        var bench = PressBench(["press P hold H"])
        bench.play("A+0 wait@999 A-999 wait@5000")
        #expect(bench.outputs == ["P@999"])
    }

    @Test("a second down without an up, and edges of switches that are not there, change nothing")
    func unexpected() {
        var bench = PressBench(["press X:held"])
        bench.play("A+0 A+100 H+200 H-300 A-400 A-500")
        #expect(bench.outputs == ["+X@0", "-X@400"])
    }

    @Test("F6 autorepeat never gets here, and F10 an ordinary press acts at once unless a hold is mapped")
    func ordinary() {
        var bench = PressBench(["press P", "press Q hold H"])
        bench.play("A+0 B+0 A-400 B-400")
        #expect(bench.outputs == ["P@0", "Q@400"])
    }

    @Test("F7 a pulse acts at once, and what it begins ends with it")
    func pulse() {
        var bench = PressBench(["press P"])
        bench.play("A+0 A-8 A+600 A-608")
        #expect(bench.outputs == ["P@0", "P@600"])
    }

    @Test("F9 a latching switch holds for as long as it is down")
    func latching() {
        var bench = PressBench(["press X:held"])
        bench.play("A+0 A-600000")
        #expect(bench.outputs == ["+X@0", "-X@600000"])
    }
}

extension String {
    /// The `T` of a case; no action of the table has that letter alone as its name.
    fileprivate func replacing(_ letter: Character, with time: Int) -> String {
        split(separator: letter, omittingEmptySubsequences: false).joined(separator: "\(time)")
    }
}
