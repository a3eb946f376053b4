// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import switchbridge

@Suite("--adapter")
struct AdapterOptionTests {
    private static let description = CommandDescription(
        name: "test", group: .testing, summary: "tests", options: [.adapter])

    private func adapter(_ words: String...) throws -> String? {
        try Arguments(words, of: Self.description).adapter()
    }

    @Test("an adapter has the kernel's name; without one any will do")
    func names() throws {
        #expect(try adapter() == nil)
        #expect(try adapter("--adapter", "hci0") == "hci0")
        #expect(try adapter("--adapter=hci65534") == "hci65534")
    }

    @Test(
        "what is no such name is refused with what is",
        arguments: [
            "", "0", "hci", "HCI0", "hci00", "hci+1", "hci-1", "hci 1", "hci65535", "hci65536", "usb0", "hci0x",
        ])
    func noName(text: String) {
        let terminal = TestTerminal()
        #expect(terminal.run("pc", "scan", "--adapter=\(text)") == .code(.usage))
        #expect(terminal.talk.text.contains("such as hci0"))
    }

    @Test(
        "every command that may reach a PC takes it",
        arguments: ["pc scan", "pc pair", "pc use", "pc profiles", "pc ping", "pc status", "forward"])
    func offered(command: String) {
        #expect(commandTable.first { $0.description.name == command }?.description.options.contains(.adapter) == true)
    }
}
