// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import Profiles
@testable import switchbridge

/// What `mandoc` says of the pages is in `Tests/Scripts/completions-test`.
@Suite("The manual")
struct ManualTests {
    private let program = ManualCommand.page(.program).lines
    private let profile = ManualCommand.page(.profile).lines

    @Test("the page of the program has every command, option, operand and exit code")
    func complete() {
        func literal(_ text: String) -> String { text.replacing("-", with: #"\-"#) }
        // Each command has an entry of its own, up to the next one.
        let starts = program.indices.dropFirst().filter {
            program[$0 - 1] == ".TP" && program[$0].hasPrefix(#"\fBswitchbridge "#)
        }
        for command in commandTable.map({ $0.description }) where !command.isHidden {
            let heading = #"\fBswitchbridge \#(literal(command.name))"#
            let place = starts.firstIndex {
                program[$0] == heading + #"\fR"# || program[$0].hasPrefix(heading + " ")
            }
            let section = place.map { program[starts[$0]..<(starts + [program.endIndex])[$0 + 1]] } ?? []
            for option in command.options {
                #expect(section.contains(#"\fB\#(literal(option.usage))\fR"#), "\(command.name) \(option.usage)")
            }
            for operand in command.operands {
                #expect(section.first?.contains(" \(literal(operand.usage))") == true, "\(command.name)")
                #expect(section.contains(#"\fB\#(literal(operand.name))\fR"#), "\(command.name) \(operand.name)")
            }
            #expect(!section.isEmpty, "\(command.name)")
        }
        for code in ExitCode.allCases { #expect(program.contains(#"\fB\#(code.rawValue)\fR"#)) }
    }

    @Test("the page of the format explains every key that the reader knows")
    func keys() {
        func expect<Key: ProfileKey>(_ keys: Key.Type) {
            for key in keys.allCases {
                let entry = key.rawValue.split(separator: "-").joined(separator: #"\-"#)
                #expect(profile.contains { $0.contains(#"\fB\#(entry)\fR"#) }, "\(key.rawValue)")
            }
        }
        expect(RootKey.self)
        expect(DeviceKey.self)
        expect(SwitchKey.self)
        expect(InputKey.self)
        expect(TimingKey.self)
        expect(SafetyKey.self)
        expect(PressesToStopKey.self)
        expect(IdleKey.self)
        expect(GestureKey.self)
        expect(AnnounceKey.self)
        expect(PCKey.self)
    }

    @Test("its examples are good profiles", arguments: [ProfileManual.plainExample, ProfileManual.actionsExample])
    func examples(text: String) throws {
        let home = try ProfileHome()
        try home.putProfile("example", text)
        #expect(home.run("profile", "check", "example").ending == .code(.done))
    }

    @Test("text is never taken for the language that pages are written in")
    func escaping() {
        var page = ManualPage("try", section: 1, summary: "tries")
        page.paragraph(".TH is \\fBnot\\fR a heading - and `a-b` is to be copied")
        page.example("'quoted'\n.dot")
        #expect(
            page.lines.suffix(9) == [
                #".PP"#,
                #"\&.TH is \efBnot\efR a heading - and \fBa\-b\fR is to be copied"#,
                ".PP", ".in +4n", ".nf", #"\(aqquoted\(aq"#, #"\&.dot"#, ".fi", ".in",
            ])
    }

    @Test("a page that there is not is a mistake of the command line")
    func refused() {
        #expect(Program.run(["manual", "ls"], TestTerminal().terminal) == .code(.usage))
    }
}
