// SPDX-License-Identifier: GPL-3.0-or-later
import InputDevices
import SwitchCore
import Testing

@Suite("What a node can report")
struct NodeCapabilitiesTests {
    /// As sysfs shows them; the pedal's and the keyboard's on a 64-bit machine.
    static let pedal = NodeCapabilities(bitmaps: ["key": "700000000 0 0 0 0", "msc": "10"], wordBits: 64)
    static let keyboard = NodeCapabilities(
        bitmaps: ["key": "1000000000007 ff9f207ac14057ff febeffdfffefffff fffffffffffffffe", "msc": "10"], wordBits: 64)

    @Test("bitmaps are read whatever the machine's word is")
    func words() {
        #expect(NodeCapabilities(bitmaps: ["key": "7 0 0 0 0"], wordBits: 64).keys == [0x100, 0x101, 0x102])
        #expect(NodeCapabilities(bitmaps: ["key": "7 0 0 0 0 0 0 0 0"], wordBits: 32).keys == [0x100, 0x101, 0x102])
        #expect(
            NodeCapabilities(bitmaps: ["abs": "3003f"], wordBits: 64).absoluteAxes == [0, 1, 2, 3, 4, 5, 0x10, 0x11])
    }

    @Test("bitmaps that cannot be read count as nothing", arguments: ["", "xyz", "0", "-1", "11111111111111111"])
    func garbage(bitmap: String) {
        #expect(NodeCapabilities(bitmaps: ["key": bitmap], wordBits: 64).keys == [])
    }

    @Test("no more than 1024 codes of a type are read")
    func limit() {
        let bitmap = Array(repeating: "1", count: 1000).joined(separator: " ")
        #expect(NodeCapabilities(bitmaps: ["key": bitmap], wordBits: 64).keys.count == 16)
    }

    @Test("F21 a pedal of three buttons without a class can be a switch, and so can any key above 255")
    func pedals() {
        #expect(NodeCapabilities(bitmaps: ["key": "7 0 0 0 0"], wordBits: 64).canBeSwitch)
        #expect(NodeCapabilities(bitmaps: ["key": "1 0 0 0 0 0 0 0 0 0 0"], wordBits: 64).switchKeys == [0x280])
    }

    @Test(
        "what cannot be a switch",
        arguments: [
            ("power button", ["key": "10000000000000 0"]), ("sleep button", ["key": "4000 0 0"]), ("lid", ["sw": "1"]),
            ("wheel", ["rel": "103"]), ("finger", ["abs": "260800000000000"]),
            ("controller's profile", ["abs": "200000000"]),
        ])
    func refused(name: String, bitmaps: [String: String]) {
        #expect(!NodeCapabilities(bitmaps: bitmaps, wordBits: 64).canBeSwitch, "\(name)")
    }

    @Test("a node with letters, Enter and Space may be a keyboard that someone types on, a switch box is none")
    func typing() {
        #expect(Self.keyboard.hasFullKeyboard)
        #expect(!Self.pedal.hasFullKeyboard)
        #expect(!NodeCapabilities(bitmaps: ["key": "200000010000000"], wordBits: 64).hasFullKeyboard)
    }

    @Test("the hash is the same for ever, and not the same for different capabilities")
    func hash() {
        #expect(NodeCapabilities().hash == "fefc48442a3222b9")
        #expect(Self.pedal.hash.count == 16)
        #expect(Self.pedal.hash != Self.keyboard.hash)
        // A key and an axis of the same number differ.
        #expect(NodeCapabilities(bitmaps: ["key": "1"]).hash != NodeCapabilities(bitmaps: ["abs": "1"]).hash)
    }
}
