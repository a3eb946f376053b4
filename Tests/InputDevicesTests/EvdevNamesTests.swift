// SPDX-License-Identifier: GPL-3.0-or-later
import InputDevices
import SwitchCore
import Testing

@Suite("Names of keys and axes")
struct EvdevNamesTests {
    private let names = EvdevNames()

    @Test(
        "the kernel's names are known, aliases too",
        arguments: [
            ("KEY_SPACE", 57), ("BTN_0", 0x100), ("BTN_SOUTH", 0x130), ("BTN_A", 0x130), ("BTN_TRIGGER_HAPPY40", 0x2e7),
            ("KEY_MACRO1", 0x290), ("KEY_UNKNOWN", 240),
        ] as [(String, UInt16)])
    func keys(name: String, code: UInt16) {
        #expect(names.keyCode(named: name) == code)
    }

    @Test("axes have names of their own")
    func axes() {
        #expect(names.axisCode(named: "ABS_HAT0X") == 0x10)
        #expect(names.keyCode(named: "ABS_HAT0X") == nil)
        #expect(names.axisCode(named: "KEY_SPACE") == nil)
        #expect(names.axisName(code: 2) == "ABS_Z")
        #expect(names.keyName(code: 57) == "KEY_SPACE")
    }

    @Test(
        "what is no name or no code is refused", arguments: ["", "KEY_", "space", "KEY_MAX", "ABS_MAX", "KEY_SPACE\0x"])
    func unknown(name: String) {
        #expect(names.keyCode(named: name) == nil)
        #expect(names.axisCode(named: name) == nil)
    }

    @Test("codes beyond the last have no name", arguments: [0x2ff, 0x300, .max] as [UInt16])
    func beyond(code: UInt16) {
        #expect(names.keyName(code: code) == nil)
        #expect(names.axisName(code: code) == nil)
    }

    @Test("every listed name leads back to its code")
    func roundTrip() {
        #expect(names.allNames.count > 500)
        for name in names.allNames {
            #expect(names.keyCode(named: name) ?? names.axisCode(named: name) != nil, "\(name)")
        }
    }
}
