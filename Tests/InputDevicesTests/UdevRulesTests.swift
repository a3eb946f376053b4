// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import InputDevices
import SwitchCore
import Testing

/// udev/70-switchbridge.rules beside the program: both must agree on what is a keyboard.
@Suite("The udev rules")
struct UdevRulesTests {
    /// The patterns that leave a device closed, as udev reads them (fnmatch(3)).
    private static let patterns: [String] = {
        let path = String(#filePath).replacing(
            "Tests/InputDevicesTests/UdevRulesTests.swift", with: "udev/70-switchbridge.rules")
        guard let file = fopen(path, "r") else { return [] }
        defer { fclose(file) }
        var patterns: [String] = []
        var line = [CChar](repeating: 0, count: 4096)
        while fgets(&line, CInt(line.count), file) != nil {
            let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            let parts = text.split(separator: "\"")
            if parts.first == "ATTRS{capabilities/key}==", parts.count > 1 { patterns.append(String(parts[1])) }
        }
        return patterns
    }()

    private static func isClosed(_ bitmap: String) -> Bool { patterns.contains { fnmatch($0, bitmap, 0) == 0 } }

    /// As the kernel writes a bitmap: words without leading zeros, and no empty words in front.
    private static func bitmap(_ keys: Set<UInt16>, wordBits: Int) -> String {
        var words = [UInt64](repeating: 0, count: 768 / wordBits)
        for key in keys { words[Int(key) / wordBits] |= 1 << UInt64(Int(key) % wordBits) }
        while words.count > 1, words.last == 0 { words.removeLast() }
        return words.reversed().map { String($0, radix: 16) }.joined(separator: " ")
    }

    private static let typing = Set<UInt16>(16...25).union(30...38).union(44...50).union([28, 57])

    private static func check(_ keys: Set<UInt16>, _ hint: String) {
        for wordBits in [32, 64] {
            let text = bitmap(keys, wordBits: wordBits)
            let isKeyboard = NodeCapabilities(bitmaps: ["key": text], wordBits: wordBits).hasFullKeyboard
            #expect(isClosed(text) == isKeyboard, "\(hint): \(text)")
        }
    }

    @Test("a keyboard for the program is a keyboard for udev, whatever one key it lacks or has besides")
    func eachKey() {
        #expect(Self.patterns.count == 2)
        Self.check(Self.typing, "the least keyboard")
        Self.check(Set(0..<768), "every key")
        for key: UInt16 in 0..<768 {
            Self.check(Self.typing.union([key]), "with \(key)")
            Self.check(Self.typing.subtracting([key]), "without \(key)")
            Self.check(Set(0..<768).subtracting([key]), "all but \(key)")
            Self.check([key], "only \(key)")
        }
    }

    @Test("the same for keys at random")
    func random() {
        var state: UInt64 = 20_240_817
        func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state >> 33
        }
        for round in 0..<3000 {
            var keys = round % 2 == 0 ? Self.typing : []
            for _ in 0..<(next() % 100) { keys.insert(UInt16(next() % 128)) }
            if next() % 3 == 0 { keys.remove(UInt16(next() % 64)) }
            Self.check(keys, "round \(round)")
        }
    }
}
