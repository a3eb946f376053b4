// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore
import Testing

@Suite struct MinimumReleaseTests {
    @Test(
        "the case table of minimum release holds",
        arguments: [
            FilterCase(1, "D0", "D0"),
            FilterCase(2, "D0 U100", "D0 U150"),
            FilterCase(3, "D0 U100 D149", "D0", rejected: ["minimumRelease 149"]),
            FilterCase(4, "D0 U100 D150", "D0 U150 D150"),
            FilterCase(5, "D0 U10 D20 U30", "D0 U80", rejected: ["minimumRelease 20"]),
        ])
    func table(_ each: FilterCase) {
        let run = each.run(.only(minimumRelease: 50))
        #expect(run.text == each.accepted)
        #expect(run.rejected == each.rejected)
    }

    @Test(
        "a new press 1 ms before, at and 1 ms after the release is believed",
        arguments: [("D0 U9 D58", "D0"), ("D0 U9 D59", "D0 U59 D59"), ("D0 U9 D60", "D0 U59 D60")])
    func boundary(contact: String, accepted: String) {
        #expect(FilterRun(Timeline(stringLiteral: contact), .only(minimumRelease: 50)).text == accepted)
    }
}
