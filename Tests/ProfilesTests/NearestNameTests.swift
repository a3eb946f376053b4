// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import Profiles

@Suite struct NearestNameTests {
    private static let names = ["KEY_SPACE", "KEY_A", "KEY_B", "KEY_ENTER", "BTN_LEFT", "ABS_HAT0X", "hold-to-stop"]

    @Test(
        "The nearest name is found past slips of the pen, letter case and a missing prefix",
        arguments: [
            ("KEY_SPCE", "KEY_SPACE"), ("KEY_SAPCE", "KEY_SPACE"), ("key_space", "KEY_SPACE"), ("space", "KEY_SPACE"),
            ("LEFT", "BTN_LEFT"), ("hold_to_stop", "hold-to-stop"), ("KEY_ENTRE", "KEY_ENTER"), ("a", "KEY_A"),
            ("KEY-B", "KEY_B"),
        ])
    func near(word: String, name: String) {
        #expect(NearestName.of(word, among: Self.names) == name)
    }

    @Test(
        "Nothing is suggested for a word that is near to none",
        arguments: ["", "x", "KEYBOARD_OF_MINE", "1", String(repeating: "KEY_A", count: 100)])
    func far(word: String) {
        #expect(NearestName.of(word, among: Self.names) == nil)
    }
}
