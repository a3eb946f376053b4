// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import PCProtocol
import Testing

@testable import switchbridge

@Suite("forward and demo")
struct ForwardCommandTests {
    @Test("the demonstration presses, stops by a held switch and leaves the PC holding nothing")
    func demo() throws {
        let terminal = TestTerminal()
        #expect(terminal.run("demo", "--json") == .code(.done))
        let summary = try #require(terminal.output.lines.last)
        let members = try #require(try JSONValue(parsing: Array(summary.utf8)).members)
        #expect(members["stop"]?.text == "heldToStop")
        #expect(members["held"]?.elements?.isEmpty == true)
        #expect(members["presses"]?.exactInteger == 8)
        #expect(members["acknowledged"]?.exactInteger == 13)
        #expect(members["notAcknowledged"]?.exactInteger == 0)
        #expect(members["pressesAfterStop"]?.exactInteger == 1)
    }

    @Test("a profile with mistakes starts nothing and names them")
    func badProfile() {
        let terminal = TestTerminal()
        #expect(terminal.run("forward", "/nonexistent.yaml", "--pc", "simulated") == .code(.badProfile))
        #expect(terminal.output.text.isEmpty)
        #expect(terminal.talk.text.contains("/nonexistent.yaml"))
    }

    @Test("a PC has a name, or its socket has one", arguments: ["", "unix:"])
    func badPlace(place: String) {
        let terminal = TestTerminal()
        #expect(terminal.run("forward", "profile.yaml", "--pc", place) == .code(.usage))
        #expect(terminal.talk.text.contains("unix:PATH"))
    }
}
