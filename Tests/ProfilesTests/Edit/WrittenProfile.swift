// SPDX-License-Identifier: GPL-3.0-or-later
import SeededRandom

/// A good profile as somebody might have written it: in block and flow style, with comments wherever YAML takes them.
struct WrittenProfile {
    private static let names = ["Left", "Größe", "左", "Foot 2", "a: b", "yes", "It's", "#1", "12", "é", "Stop", "x-y"]
    private static let keys = [
        "KEY_A", "KEY_B", "KEY_C", "KEY_SPACE", "KEY_UP", "KEY_LEFT", "KEY_DOWN", "ABS_Z+", "ABS_X-",
    ]
    private static let comments = ["# note", "#", "# - name: \"Old\"", "# ünï: {code", "#\ttab"]

    private var random: SeededRandom
    private(set) var text = ""
    private(set) var names: [String] = []
    private let lineBreak: String

    init(seed: UInt64) {
        random = SeededRandom(seed: seed)
        lineBreak = random.chance(1, of: 4) ? "\r\n" : "\n"
        names = Self.some(Self.names, &random, 1 + random.below(5))
        if random.chance(1, of: 8) { text = "\u{FEFF}" }
        header()
        switches()
        footer()
        if random.chance(1, of: 4) { while text.last == "\n" || text.last == "\r\n" { text.removeLast() } }
    }

    var bytes: [UInt8] { Array(text.utf8) }

    // MARK: Parts

    private mutating func header() {
        if oneIn(4) { line("---") }
        lines()
        line("schema: 1" + tail())
        line("name: " + written("Profile of " + names[0]) + tail())
        lines()
        if oneIn(2) {
            line("devices: {box: {name: Box, bus: usb}}" + tail())
        } else {
            line("devices:" + tail(withTabs: false))
            lines(indent: 2)
            line("  box:" + tail(withTabs: false))
            line("    name: Box" + tail())
            lines(indent: 4)
        }
        lines()
    }

    private mutating func switches() {
        let inputs = Self.some(Self.keys, &random, names.count)
        if oneIn(6) {
            line("switches: [" + tail())
            for (index, name) in names.enumerated() {
                line("  " + flow(name, inputs[index]) + (index < names.count - 1 ? "," : "") + tail())
                if oneIn(3) { line("  # between") }
            }
            return line("]" + tail())
        }
        line("switches:" + tail(withTabs: false))
        let indent = random.pick([0, 2, 4])
        for (index, name) in names.enumerated() {
            lines(indent: indent)
            item(name, inputs[index], indent: indent)
        }
    }

    private mutating func item(_ name: String, _ input: String, indent: Int) {
        let margin = String(repeating: " ", count: indent)
        let dash = oneIn(4) ? "-   " : "- "
        guard !oneIn(3) else { return line(margin + dash + flow(name, input) + tail()) }
        var entries = ["name: " + written(name), "input: " + input]
        if oneIn(3) {
            entries.append("timing: " + (oneIn(2) ? "{debounce: 3ms}" : "{\"ignore-repeat\" : 1s , debounce: 2ms,}"))
        }
        if oneIn(4) { entries.append("kind: ordinary") }
        if oneIn(3) { entries.reverse() }
        for (index, entry) in entries.enumerated() {
            line(margin + (index == 0 ? dash : String(repeating: " ", count: dash.count)) + entry + tail())
            if oneIn(4) { lines(indent: indent + 2) }
        }
    }

    private mutating func flow(_ name: String, _ input: String) -> String {
        let break1 = oneIn(5) ? tail() + lineBreak + "       " : ""
        return "{name: \(written(name)),\(break1) input: \(input)" + (oneIn(4) ? ", timing: {debounce: 1ms}" : "")
            + (oneIn(5) ? " ,}" : "}")
    }

    private mutating func footer() {
        lines()
        if oneIn(2) { line("timing: {minimum-release: 20ms}" + tail()) }
        lines()
        if oneIn(2) {
            line("safety:" + tail(withTabs: false))
            line("  idle-stop: 2min" + tail())
            if names.count > 1, oneIn(2) { line("  stop-switch: " + written(names[names.count - 1]) + tail()) }
        }
        lines()
        if oneIn(2) { idle() }
        lines()
        if oneIn(6) { line("...") }
    }

    /// What its switches do while forwarding is off, which no change of a switch may touch.
    private mutating func idle() {
        let start = random.pick(["helper", "{hold: 3s}", "{presses: 4, within: 4s ,}"])
        guard oneIn(2) else { return line("idle: {start: \(start), capture: always}" + tail()) }
        line("idle:" + tail(withTabs: false))
        line("  start: " + start + tail())
        lines(indent: 2)
        if names.count > 1, start == "helper" {
            line("  next-pc: {switch: " + written(names[1]) + ", hold: 4s}" + tail())
        }
        line("  capture: while-forwarding" + tail())
        if oneIn(2) { line("announce: {level: full, light: \"input3::capslock\", device-lights: true}" + tail()) }
    }

    // MARK: Words

    private mutating func oneIn(_ count: Int) -> Bool { random.chance(1, of: count) }

    private mutating func line(_ content: String) { text += content + lineBreak }

    /// Blank and comment lines, or none.
    private mutating func lines(indent: Int = 0) {
        while oneIn(3) {
            let margin = String(repeating: " ", count: oneIn(2) ? indent : indent + 2)
            line(oneIn(2) ? "" : margin + comment())
        }
    }

    private mutating func comment() -> String { random.pick(Self.comments) }

    /// What may follow a value in its line; libyaml takes no tabs after a key.
    private mutating func tail(withTabs: Bool = true) -> String {
        switch random.below(withTabs ? 5 : 2) {
        case 0: "   " + comment()
        case 1: withTabs ? "\t" + comment() : ""
        case 2: "\t "
        default: ""
        }
    }

    private mutating func written(_ name: String) -> String {
        let needsQuotes = name.contains(": ") || name.hasPrefix("#")
        switch random.below(3) {
        case 0: return "'\(name.replacing("'", with: "''"))'"
        case 1: return "\"\(name)\""
        default: return needsQuotes ? "\"\(name)\"" : name
        }
    }

    private static func some(_ all: [String], _ random: inout SeededRandom, _ count: Int) -> [String] {
        var rest = all
        return (0..<count).map { _ in rest.remove(at: random.below(rest.count)) }
    }
}
