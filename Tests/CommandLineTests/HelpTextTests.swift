// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import switchbridge

private let sample = CommandDescription(
    name: "try", group: .testing, summary: "try something out",
    details: ["It does nothing that could not be undone, and says so at length."],
    operands: [Operand(name: "FILE", count: .any, help: "what to try")],
    options: [
        Option("size", short: "s", value: "N", help: "how large it may become before it is too large"),
        Option("place", value: "PATH", isRequired: true, help: "where"),
    ], exitCodes: [.noDevice])

@Suite("The help")
struct HelpTextTests {
    @Test("no line is wider than the terminal, and none ends in a space", arguments: [40, 60, 80, 120])
    func width(width: Int) {
        let descriptions = commandTable.map { $0.description } + [sample]
        let helps = descriptions.map { HelpText(of: $0, width: width).lines }
        for line in helps.joined() + HelpText(of: descriptions, width: width).lines {
            #expect(DisplayWidth.of(line) <= width, "\(line)")
            #expect(line.last != " ", "\(line)")
        }
    }

    @Test("the general help names every group, command and exit code")
    func complete() {
        let text = HelpText(of: commandTable.map { $0.description }, width: 80).lines.joined(separator: "\n")
        let shown = commandTable.filter { !$0.description.isHidden }
        for command in shown { #expect(text.contains("  \(command.description.name)")) }
        for code in ExitCode.allCases { #expect(text.contains(code.meaning)) }
    }

    @Test("a command at 80 columns")
    func wide() {
        #expect(
            HelpText(of: sample, width: 80).lines == [
                "try: try something out.",
                "",
                "Usage: switchbridge try --place PATH [OPTIONS] [FILE…]",
                "",
                "It does nothing that could not be undone, and says so at length.",
                "",
                "Arguments",
                "  FILE  what to try",
                "",
                "Options",
                "  -s, --size N  how large it may become before it is too large",
                "  --place PATH  where",
                "  -h, --help    show this help",
                "",
                "Exit codes",
                "  0  all went well",
                "  1  something went wrong; the message says what",
                "  2  the command line was not understood",
                "  3  no such device is plugged in",
            ])
    }

    @Test("a command at 40 columns")
    func narrow() {
        #expect(
            HelpText(of: sample, width: 40).lines == [
                "try: try something out.",
                "",
                "Usage: switchbridge try --place PATH",
                "       [OPTIONS] [FILE…]",
                "",
                "It does nothing that could not be",
                "undone, and says so at length.",
                "",
                "Arguments",
                "  FILE  what to try",
                "",
                "Options",
                "  -s, --size N",
                "    how large it may become before it is",
                "    too large",
                "  --place PATH",
                "    where",
                "  -h, --help",
                "    show this help",
                "",
                "Exit codes",
                "  0  all went well",
                "  1  something went wrong; the message",
                "     says what",
                "  2  the command line was not understood",
                "  3  no such device is plugged in",
            ])
    }
}
