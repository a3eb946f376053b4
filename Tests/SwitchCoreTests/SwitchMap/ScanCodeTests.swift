// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore
import Testing

/// `KEY_UNKNOWN` told apart by `MSC_SCAN`.
@Suite struct ScanCodeTests {
    private var bench = MapBench([(.scan(value: 0x90001), one), (.scan(value: 0x90002), two)])

    @Test("the scan code before the key in the same report tells which switch it is")
    mutating func toldApart() {
        #expect(bench.feed([scan(0x90002), key(Evdev.unknownKey, 1), report]) == "2D")
        #expect(bench.feed([scan(0x90002), key(Evdev.unknownKey, 0), report]) == "2U")
        #expect(bench.feed([scan(0x90001), key(Evdev.unknownKey, 1), report]) == "1D")
    }

    @Test("a scan code does not reach beyond its report or its key")
    mutating func notCarriedOver() {
        #expect(bench.feed([scan(0x90001), report, key(Evdev.unknownKey, 1)]) == "")
        #expect(
            bench.feed([key(Evdev.unknownKey, 0), scan(0x90001), key(spaceKey, 1), key(Evdev.unknownKey, 1)]) == "")
    }

    @Test("a release under another scan code lets go of what is held: the kernel reports no other release")
    mutating func sharedState() {
        #expect(bench.feed([scan(0x90001), key(Evdev.unknownKey, 1), report, scan(0x90002), report]) == "1D")
        #expect(bench.feed([scan(0x90002), key(Evdev.unknownKey, 0), report]) == "1U")
    }

    @Test("other keys are told apart by their codes, whatever their scan codes")
    func otherKeys() {
        var bench = MapBench([(.key(code: 0x101), one), (.scan(value: 0x90001), two)])
        #expect(bench.feed([scan(0x90001), key(0x101, 1), report]) == "1D")
    }

    @Test("KEY_UNKNOWN down at opening is no press until it has been up")
    func foundDown() {
        var bench = MapBench([(.scan(value: 7), one)], found: FoundState(keysDown: [Evdev.unknownKey]))
        #expect(bench.feed([scan(7), key(Evdev.unknownKey, 1)]) == "")
        #expect(bench.feed([key(Evdev.unknownKey, 0), scan(7), key(Evdev.unknownKey, 1)]) == "1D")
    }
}
