// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import SeededRandom
import Testing

@testable import switchbridge

/// Profiles with one fault put in by chance: a command refuses them, names the place, and leaves the file as it is.
@Suite("Damaged profiles") struct DamagedProfileTests {
    private static let wanted = 200

    private static let text = """
        # Größe
        schema: 1
        name: Test   # a test
        devices:
          box: {name: Box}
          pad:
            vendor: 0x1234
            product: 0x0001
        switches:
          # the left one: ←
          - name: Left
            input: {device: box, key: KEY_SPACE}   # space
            press: click
            hold: [right-click, double-click]
            timing: {hold-after: 800ms, hold-step: 1s}
          - name: Right
            input: {device: pad, axis: ABS_Z+, press: 70%, release: 20%}
            kind: pulse
        timing:
          debounce: 20ms
        safety:
          idle-stop: 2min

        """

    /// What damage does to the text, and where it is seen: nil where that depends.
    private struct Damage {
        var bytes: [UInt8]
        var place: (line: Int, column: Int)?
    }

    private static func damage(_ random: inout SeededRandom) -> Damage {
        let scalars = Array(text.unicodeScalars)
        switch random.below(6) {
        case 0: return inserted([0xFF], at: random.below(scalars.count), scalars)
        case 1: return inserted([0x07], at: random.below(scalars.count), scalars)
        case 2:
            // Keys and words, each somewhere in the text exactly once.
            let word = random.pick([
                "schema:", "devices:", "vendor:", "product:", "switches:", "hold:", "hold-after:", "kind:", "debounce:",
                "safety:", "idle-stop:", "click\n", "double-click", "pulse", "KEY_SPACE", "ABS_Z+", "800ms", "20ms",
                "70%",
            ])
            return replaced(word, by: "zzz" + word)
        case 3: return replaced(random.pick(["Left", "Right", "pulse", "click\n", "1s", "2min"]), by: "&a x")
        case 4:
            // The end is missing.
            return Damage(bytes: Array(text.utf8.prefix(random.below(text.utf8.count))))
        default:
            var bytes = Array(text.utf8)
            bytes[random.below(bytes.count)] = random.pick(Array("{}[]:&*!|>\"'%@`\t\n- ".utf8))
            return Damage(bytes: bytes)
        }
    }

    private static func inserted(_ bytes: [UInt8], at offset: Int, _ scalars: [Unicode.Scalar]) -> Damage {
        var before = String.UnicodeScalarView()
        before.append(contentsOf: scalars[..<offset])
        let start = Array(String(before).utf8)
        return Damage(bytes: start + bytes + text.utf8.dropFirst(start.count), place: place(after: String(before)))
    }

    private static func replaced(_ word: String, by new: String) -> Damage {
        guard let range = text.ranges(of: word).first else { return Damage(bytes: []) }
        let damaged = text[..<range.lowerBound] + new + text[range.upperBound...]
        return Damage(bytes: Array(damaged.utf8), place: place(after: String(text[..<range.lowerBound])))
    }

    private static func place(after before: String) -> (line: Int, column: Int) {
        let lines = before.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
        return (lines.count, (lines.last?.count ?? 0) + 1)
    }

    @Test("two hundred of them")
    func damaged() throws {
        let home = try ProfileHome()
        var random = SeededRandom(seed: 4)
        var refused = 0
        var tried = 0
        while refused < Self.wanted {
            tried += 1
            try #require(tried < 10 * Self.wanted)
            let damage = Self.damage(&random)
            let path = "\(home.path)/\(tried)/damaged.yaml"
            try home.put(damage.bytes, "\(tried)/damaged.yaml")
            let before = Self.state(of: path)
            let (ending, test) = home.run("map", "1", "--press", "double-click", "--profile", path)
            // Some damage is none: in a comment, or behind the last word.
            guard ending != .code(.done) else { continue }
            refused += 1
            #expect(Self.state(of: path) == before, "no. \(tried)")
            #expect(home.names(in: "\(tried)") == ["damaged.yaml"], "no. \(tried)")
            if ending == .code(.badProfile) { #expect(test.talk.text.hasPrefix("\(path):"), "no. \(tried)") }
            guard let place = damage.place else { continue }
            #expect(
                test.talk.text.contains("\(path):\(place.line):\(place.column): "), "no. \(tried): \(test.talk.text)")
        }
    }

    /// What would tell that a file was written: which one it is, its size, and its time of change.
    private static func state(of path: String) -> [Int] {
        var status = stat()
        guard stat(path, &status) == 0 else { return [] }
        return [Int(status.st_ino), Int(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
    }
}
