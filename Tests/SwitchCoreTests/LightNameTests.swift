// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore
import Testing

@Suite("Names of lights")
struct LightNameTests {
    @Test("A directory of lights can have them", arguments: ["led0", "input3::capslock", "a.b"])
    func fit(_ name: String) { #expect(LightName.isFit(name)) }

    @Test("No way out of it, nothing hidden and nothing cut short", arguments: ["", ".", "..", ".led", "a/b", "a\0b"])
    func unfit(_ name: String) { #expect(!LightName.isFit(name)) }

    @Test("The kernel has room for 63 bytes and the end of the string")
    func limit() {
        #expect(LightName.isFit(String(repeating: "x", count: 63)))
        #expect(!LightName.isFit(String(repeating: "x", count: 64)))
        #expect(!LightName.isFit(String(repeating: "ä", count: 32)))
    }
}
