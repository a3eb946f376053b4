// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore
import Testing

@Suite struct IgnoreRepeatTests {
    @Test(
        "the case table of ignore-repeat holds",
        arguments: [
            FilterCase(1, "D0 U20 D35 U120", "D0 U20", rejected: ["ignoreRepeat 35"]),
            FilterCase(2, "D0 U20 D69", "D0 U20", rejected: ["ignoreRepeat 69"]),
            FilterCase(3, "D0 U20 D70", "D0 U20 D70"),
            FilterCase(4, "D0 U20 D35 U60 D75", "D0 U20 D75", rejected: ["ignoreRepeat 35"]),
            FilterCase(5, "D0", "D0"),
        ])
    func table(_ each: FilterCase) {
        let run = each.run(.only(ignoreRepeat: 50))
        #expect(run.text == each.accepted)
        #expect(run.rejected == each.rejected)
    }

    @Test(
        "a press 1 ms before, at and 1 ms after the pause ends",
        arguments: [("D0 U20 D69", "D0 U20"), ("D0 U20 D70", "D0 U20 D70"), ("D0 U20 D71", "D0 U20 D71")])
    func boundary(contact: String, accepted: String) {
        #expect(FilterRun(Timeline(stringLiteral: contact), .only(ignoreRepeat: 50)).text == accepted)
    }

    @Test("F11 a second down 15 ms after the release is no new press, and its release goes with it")
    func f11() {
        let settings = FilterSettings(ignoreRepeat: .milliseconds(50))
        #expect(FilterRun("D0 U20 D35 U120", settings).text == "D0 U20")
    }
}
