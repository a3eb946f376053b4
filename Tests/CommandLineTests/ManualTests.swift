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
        let text = program.joined(separator: "\n")
        func literal(_ text: String) -> String { text.split(separator: "-").joined(separator: #"\-"#) }
        for command in commandTable.map({ $0.description }) where !command.isHidden {
            #expect(text.contains(#"\fBswitchbridge \#(literal(command.name))"#), "\(command.name)")
            for option in command.options { #expect(text.contains(literal(option.name)), "\(option.name)") }
            for operand in command.operands { #expect(text.contains(operand.usage)) }
        }
        for code in ExitCode.allCases { #expect(text.contains(#"\fB\#(code.rawValue)\fR"#)) }
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
