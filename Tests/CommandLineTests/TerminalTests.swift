// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol
import Testing

@testable import switchbridge

@Suite("What a terminal shows")
struct TerminalTests {
    @Test(
        "columns of a text",
        arguments: [
            ("abc", 3), ("", 0), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("👍", 2), ("👩‍👩‍👧", 2), ("a\u{200B}b", 2), ("ｆ", 2),
        ])
    func displayWidth(text: String, columns: Int) {
        #expect(DisplayWidth.of(text) == columns)
    }

    @Test("text breaks between words, by columns rather than letters")
    func wrap() {
        #expect(TextLayout.wrap("one two three", width: 7) == ["one two", "three"])
        #expect(TextLayout.wrap("日本 日本 日本", width: 9) == ["日本 日本", "日本"])
        #expect(TextLayout.wrap("one two", width: 5, indent: 1, hangingIndent: 2) == [" one", "  two"])
        #expect(TextLayout.wrap("", width: 5, indent: 2) == [""])
    }

    @Test("a long word and a command in backticks stay whole, so that they can be copied")
    func unbreakable() {
        #expect(TextLayout.wrap("see /a/long/path/to/it now", width: 8) == ["see", "/a/long/path/to/it", "now"])
        #expect(TextLayout.wrap("Run `sudo do it`, then", width: 8) == ["Run", "`sudo do it`,", "then"])
        #expect(TextLayout.wrap("a ` lone one", width: 6) == ["a `", "lone", "one"])
    }

    @Test("a name with control characters in it moves no cursor")
    func controls() throws {
        let test = TestTerminal()
        try test.terminal.show("Pedal\u{1B}[31m \u{9B}2J\r\n\u{202E}x")
        #expect(test.output.text == "Pedal[31m 2Jx\n")
    }

    @Test("lines are broken on a terminal only")
    func broken() throws {
        var test = TestTerminal()
        let text = "one two three four five six seven eight"
        try test.terminal.show(text)
        test.width = 20
        try test.terminal.show(text)
        #expect(test.output.lines == [text, "one two three four", "  five six seven", "  eight"])
    }

    @Test("colour goes around lines, and never where it is not wanted")
    func colour() throws {
        var test = TestTerminal(width: 80)
        try test.terminal.show("good", .good)
        test.usesColour = true
        try test.terminal.show("good", .good)
        try test.terminal.show("plain")
        #expect(test.output.lines == ["good", "\u{1B}[32mgood\u{1B}[0m", "plain"])
    }

    @Test(
        "NO_COLOR and a terminal that cannot do it are respected",
        arguments: [
            (["TERM": "xterm"], true), (["TERM": "xterm", "NO_COLOR": ""], true),
            (["TERM": "xterm", "NO_COLOR": "1"], false), (["TERM": "dumb"], false), ([:], false),
        ])
    func noColour(environment: [String: String], wanted: Bool) {
        #expect(Terminal.wantsColour(environment) == wanted)
    }

    @Test("a JSON line is one line whatever is in it")
    func json() throws {
        let test = TestTerminal(width: 20)
        let value = JSONValue.object(["name": .string("a\nb\u{1B} and a rather long text that a terminal would break")])
        try test.terminal.show(json: value)
        #expect(test.output.lines.count == 1)
        #expect(try JSONValue(parsing: Array(test.output.text.utf8)) == value)
    }
}
