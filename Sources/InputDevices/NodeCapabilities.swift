// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore

/// Everything a node can report, by event type; known from sysfs, without opening the node.
package struct NodeCapabilities: Hashable, Sendable {
    /// Codes of keys and buttons (`KEY_*`, `BTN_*`), ascending; so are all others.
    package var keys: [UInt16] = []
    package var relativeAxes: [UInt16] = []
    package var absoluteAxes: [UInt16] = []
    package var miscellaneous: [UInt16] = []
    /// Lid, dock and headphone switches (`SW_*`), which are not switches in our sense.
    package var systemSwitches: [UInt16] = []

    package init() {}

    /// From the bitmaps of sysfs `capabilities/{key,rel,abs,msc,sw}`, keyed by these names.
    package init(bitmaps: [String: String], wordBits: Int = UInt.bitWidth) {
        keys = Self.codes(in: bitmaps["key"], wordBits)
        relativeAxes = Self.codes(in: bitmaps["rel"], wordBits)
        absoluteAxes = Self.codes(in: bitmaps["abs"], wordBits)
        miscellaneous = Self.codes(in: bitmaps["msc"], wordBits)
        systemSwitches = Self.codes(in: bitmaps["sw"], wordBits)
    }

    /// Hexadecimal words, the highest first, as wide as a `long` of the reading process (the kernel's
    /// `input_bits_to_string`). What cannot be read counts as nothing.
    private static func codes(in bitmap: String?, _ wordBits: Int) -> [UInt16] {
        let words = (bitmap ?? "").split(separator: " ").reversed().prefix(1024 / wordBits)
        return words.enumerated().flatMap { index, word in
            let bits = UInt64(word, radix: 16) ?? 0
            return (0..<wordBits).filter { bits >> UInt64($0) & 1 == 1 }.map { UInt16(index * wordBits + $0) }
        }
    }

    /// The keys and buttons that a switch may show as.
    package var switchKeys: [UInt16] { keys.filter(Self.canBeSwitch(key:)) }
    /// The axes that a switch may show as.
    package var switchAxes: [UInt16] { absoluteAxes.filter(Self.canBeSwitch(axis:)) }
    /// Whether anything here can be a switch. Classes such as `ID_INPUT_KEYBOARD` are not asked: pedals have three keys
    /// and no class (F21).
    package var canBeSwitch: Bool { !switchKeys.isEmpty || !switchAxes.isEmpty }

    /// See `CandidateInputs`.
    package static func canBeSwitch(key: UInt16) -> Bool { CandidateInputs.includes(key: key) }

    package static func canBeSwitch(axis: UInt16) -> Bool { CandidateInputs.includes(axis: axis) }

    /// Whether this may be a keyboard that somebody types on: it has every letter, Space and Enter. Some pedals claim
    /// as much; to take one of those for a keyboard costs a question, the other way round costs someone their keyboard
    /// or their privacy.
    package var hasFullKeyboard: Bool { Set(keys).isSuperset(of: Code.typing) }

    /// Whether its axes follow fingers or pens: each such device has `BTN_TOUCH`.
    package var isTouchSurface: Bool { keys.contains(Code.touch) }

    /// FNV-1a, 64 bits, as 16 hexadecimal digits; tells the nodes of one device apart. The same on every machine.
    package var hash: String {
        let text = [keys, relativeAxes, absoluteAxes, miscellaneous, systemSwitches]
            .map { $0.map { String($0, radix: 16) }.joined(separator: ",") }.joined(separator: ";")
        let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// From linux/input-event-codes.h.
    private enum Code {
        /// The three rows of letters (Q…P, A…L, Z…M), Enter and Space.
        static let touch: UInt16 = 0x14a
        static let typing = Set<UInt16>(16...25).union(30...38).union(44...50).union([28, 57])
    }
}
