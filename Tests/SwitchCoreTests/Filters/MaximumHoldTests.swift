// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore
import Testing

@Suite struct MaximumHoldTests {
    @Test(
        "the case table of the maximum hold holds",
        arguments: [
            FilterCase(1, "D0 U59999", "D0 U59999"), FilterCase(2, "D0 U60000", "D0 U60000"),
            FilterCase(3, "D0 U90000", "D0 U60000"), FilterCase(4, "D0 U90000 D91000", "D0 U60000 D91000 U151000"),
            FilterCase(5, "D0", "D0 U60000"),
        ])
    func table(_ each: FilterCase) {
        let run = each.run(.only(maximumHold: 60_000))
        #expect(run.text == each.accepted)
        #expect(run.rejected.isEmpty)
    }

    @Test(
        "let go of 1 ms before, at and 1 ms after the maximum",
        arguments: [("D0 U999", "D0 U999"), ("D0 U1000", "D0 U1000"), ("D0 U1001", "D0 U1000")])
    func boundary(contact: String, accepted: String) {
        #expect(FilterRun(Timeline(stringLiteral: contact), .only(maximumHold: 1000)).text == accepted)
    }

    @Test("F13 it counts from the accepted press, which hold-to-accept has delayed")
    func countsFromAcceptedPress() {
        let settings = FilterSettings.only(holdToAccept: 300, maximumHold: 1000)
        #expect(FilterRun("D0 U5000", settings).text == "D300 U1300")
    }

    @Test("F15 with the others: the pause of ignore-repeat counts from the real release")
    func withIgnoreRepeat() {
        let settings = FilterSettings.only(minimumRelease: 50, ignoreRepeat: 500, maximumHold: 1000)
        #expect(FilterRun("D0 U2000 D2400 U2500 D2600 U2700", settings).text == "D0 U1000 D2600 U2750")
    }

    @Test("F9 it is off unless it is asked for")
    func off() {
        #expect(FilterRun("D0 U7200000", FilterSettings(debounce: .zero)).text == "D0 U7200000")
    }

    @Test("a switch found down is not let go of, nor is it a press")
    func foundDown() {
        #expect(FilterRun("U5000 D6000 U6100", .only(maximumHold: 1000), foundDown: true).text == "D6000 U6100")
    }

    @Test("a stale or early wake-up does nothing")
    func staleTimer() {
        var filter = SwitchFilter(one, settings: .only(maximumHold: 1000))
        let start = Instant(nanoseconds: 0)
        _ = filter.contactChanged(to: .down, at: start)
        #expect(filter.deadline == start + .milliseconds(1000))
        #expect(filter.timeReached(start + .milliseconds(999)).isEmpty)
        _ = filter.contactChanged(to: .up, at: start + .milliseconds(999))
        #expect(filter.deadline == nil)
        #expect(filter.timeReached(start + .milliseconds(2000)).isEmpty)
    }
}
