// SPDX-License-Identifier: GPL-3.0-or-later
import Sentences
import Testing

@testable import switchbridge

@Suite("Words typed into a running forward")
struct ForwardWordTests {
    @Test(
        "Each word is known, with what follows it",
        arguments: [
            ("start", .start), ("stop", .stop), ("pair", .pair), ("quit", .quit), ("exit", .quit), ("help", .help),
            ("use", .use(pc: "")), ("use  My  desk ", .use(pc: "My desk")), ("profile", .profile(id: "")),
            ("profile 2", .profile(id: "2")), (" stop now", .stop), ("Start", .unknown("Start")),
        ] as [(String, ForwardWord)])
    func words(line: String, expected: ForwardWord) { #expect(ForwardWord(line: line) == expected) }

    @Test("A line without words asks for nothing", arguments: ["", " ", "   "])
    func none(_ line: String) { #expect(ForwardWord(line: line) == nil) }

    @Test("F38 While a switch is down, only an end of forwarding is taken from a terminal")
    func switchDown() {
        let ends: [ForwardWord] = [.stop, .quit]
        let others: [ForwardWord] = [.start, .pair, .help, .use(pc: "Desk"), .profile(id: "1"), .unknown("x")]
        #expect(ends.allSatisfy { $0.mayHaveBeenMeant(onTerminal: true, isSwitchDown: true) })
        #expect(others.allSatisfy { !$0.mayHaveBeenMeant(onTerminal: true, isSwitchDown: true) })
        #expect(others.allSatisfy { $0.mayHaveBeenMeant(onTerminal: true, isSwitchDown: false) })
        #expect(others.allSatisfy { $0.mayHaveBeenMeant(onTerminal: false, isSwitchDown: true) })
    }

    @Test("What a PC offers is numbered from 1")
    func offered() {
        let offered = [ForwardStatus.Offered(id: "a", name: "First"), .init(id: "b", name: "Second")]
        let lines = offered.sentences.map(\.description)
        #expect(lines.count == 2)
        #expect(lines.last?.contains("2") == true && lines.last?.contains("Second") == true)
    }
}
