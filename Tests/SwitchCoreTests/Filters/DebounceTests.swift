// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore
import Testing

@Suite struct DebounceTests {
    @Test(
        "the case table of debounce holds",
        arguments: [
            FilterCase(1, "D0", "D0"),
            FilterCase(2, "D0 U1 D2", "D0", rejected: ["debounce 2"]),
            FilterCase(3, "D0 U3", "D0 U5"),
            FilterCase(4, "D0 U5", "D0 U5"),
            FilterCase(5, "D0 U20 D21 U22", "D0 U20", rejected: ["debounce 22"]),
            FilterCase(6, "D0 U20 D22", "D0 U20 D25"),
            FilterCase(7, "D0 U3 D7 U12", "D0 U5 D10 U15"),
            FilterCase(8, "D0 U0", "D0 U5"),
        ])
    func table(_ each: FilterCase) {
        let run = each.run(.only(debounce: 5))
        #expect(run.text == each.accepted)
        #expect(run.rejected == each.rejected)
    }

    @Test(
        "a release 1 ms before, at and 1 ms after the end of the window",
        arguments: [("D0 U4", "D0 U5"), ("D0 U5", "D0 U5"), ("D0 U6", "D0 U6")])
    func boundary(contact: String, accepted: String) {
        #expect(FilterRun(Timeline(stringLiteral: contact), .only(debounce: 5)).text == accepted)
    }

    @Test("F7 F25 press and release in one report count, with debounce and without")
    func oneReport() {
        #expect(FilterRun("D0 U0", .only()).text == "D0 U0")
        #expect(FilterRun("D0 U0", FilterSettings()).text == "D0 U5")
    }

    @Test("the first press of an untouched switch passes at once")
    func noDelay() {
        var filter = SwitchFilter(one, settings: FilterSettings())
        #expect(filter.contactChanged(to: .down, at: ms(100)) == [.accepted(Edge(one, .down, at: ms(100)))])
    }
}
