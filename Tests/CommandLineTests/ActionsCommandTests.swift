// SPDX-License-Identifier: GPL-3.0-or-later
import Actions
import PCProtocol
import Testing

@testable import switchbridge

@Suite("actions")
struct ActionsCommandTests {
    private func run(_ words: String...) -> (ending: Ending, terminal: TestTerminal) {
        let terminal = TestTerminal()
        return (Program.run(["actions"] + words, terminal.terminal), terminal)
    }

    @Test("without words it lists everything by its category, and asks no PC")
    func all() {
        let (ending, terminal) = run()
        #expect(ending == .code(.done))
        let lines = terminal.output.lines
        #expect(lines.first == "Clicks")
        for category in ActionCategory.allCases { #expect(lines.contains(category.name)) }
        for action in ActionCatalogue.all { #expect(lines.contains("  \(action.id): \(action.name)")) }
        #expect(lines.contains("  text:TEXT: Type any text, such as text:Hello"))
        #expect(terminal.talk.text.contains("--pc"))
    }

    @Test("words find what has to do with all of them, the best first")
    func search() {
        let (ending, terminal) = run("arrow", "LEFT")
        #expect(ending == .code(.done))
        #expect(terminal.output.lines.first == "key-arrow-left: Arrow key left")
        #expect(!terminal.output.text.contains("key-arrow-right"))
    }

    @Test("nothing found is exit 1, with what was probably meant")
    func nothing() {
        let (ending, terminal) = run("clik")
        #expect(ending == .code(.failed))
        #expect(terminal.talk.text.contains("Did you mean \"click\"?"))
        #expect(run(String(repeating: "x", count: 5000)).ending == .code(.failed))
        #expect(run("\u{1B}[2J").terminal.talk.text.contains("\u{1B}") == false)
    }

    @Test("JSON has an object for each, and does not know what a PC supports that was not asked")
    func json() {
        let objects = run("--json").terminal.objects
        #expect(objects.count == ActionCatalogue.all.count + ActionCatalogue.forms.count)
        #expect(objects.allSatisfy { $0["supported"] == .null })
        let drag = objects.first { $0["id"]?.text == "drag" }
        #expect(drag?["lasts"]?.text == "held")
        #expect(drag?["category"]?.text == "drag")
    }

    @Test("with --pc a PC that cannot be had is the reason it fails")
    func noPC() {
        #expect(run("click", "--pc", "unix:/nowhere").ending == .code(.noPC))
    }

    @Test("what a PC does not know is marked, forms too")
    func marked() {
        var capabilities = Capabilities.everything
        capabilities.supportedCommands.subtract([.media, .typeText])
        let list = ActionList(ActionSearch(""), on: capabilities)
        #expect(list.lines.contains("mute: Sound on or off (not on this PC)"))
        #expect(list.lines.contains("click: Click"))
        #expect(list.lines.contains("text:TEXT: Type any text (not on this PC), such as text:Hello"))
        #expect(list.json.contains { $0.members?["id"]?.text == "mute" && $0.members?["supported"]?.truth == false })
        #expect(list.lines.contains("stop-forwarding: Stop forwarding"))
    }
}
