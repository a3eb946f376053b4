// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore
import Testing

@Suite struct HoldToAcceptTests {
    @Test(
        "the case table of hold-to-accept holds",
        arguments: [
            FilterCase(1, "D0", "D300"),
            FilterCase(2, "D0 U150", "", rejected: ["holdToAccept 150"]),
            FilterCase(3, "D0 U299", "", rejected: ["holdToAccept 299"]),
            FilterCase(4, "D0 U300", "D300 U300"),
            FilterCase(5, "D0 U900", "D300 U900"),
        ])
    func table(_ each: FilterCase) {
        let run = each.run(.only(holdToAccept: 300))
        #expect(run.text == each.accepted)
        #expect(run.rejected == each.rejected)
    }

    @Test(
        "a release 1 ms before, at and 1 ms after the acceptance",
        arguments: [("D0 U299", ""), ("D0 U300", "D300 U300"), ("D0 U301", "D300 U301")])
    func boundary(contact: String, accepted: String) {
        #expect(FilterRun(Timeline(stringLiteral: contact), .only(holdToAccept: 300)).text == accepted)
    }

    @Test("F12 a touch of 150 ms forwards nothing; a press of 900 ms forwards down at 300 and up at 900")
    func f12() {
        let settings = FilterSettings(holdToAccept: .milliseconds(300))
        #expect(FilterRun("D0 U150", settings).text == "")
        #expect(FilterRun("D0 U900", settings).text == "D300 U900")
    }

    @Test("an acceptance due at 300 is stamped 300 when the loop comes at 350, and one before 300 does nothing")
    func lateAndEarlyTimer() {
        var filter = SwitchFilter(one, settings: .only(holdToAccept: 300))
        _ = filter.contactChanged(to: .down, at: ms(0))
        #expect(filter.deadline == ms(300))
        #expect(filter.timeReached(ms(299)) == [])
        #expect(filter.timeReached(ms(350)) == [.accepted(Edge(one, .down, at: ms(300)))])
        #expect(filter.timeReached(ms(400)) == [])
        #expect(filter.deadline == nil)
    }
}
