// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol
import SwitchCore
import Testing

@testable import Actions

@Suite("Actions with a word of their own")
struct ActionFormTests {
    @Test("the example of each form is right", arguments: ActionCatalogue.forms.map(\.example))
    func examples(id: String) throws {
        #expect(try ActionCatalogue.read(id).id == id)
    }

    @Test(
        "an action has one id, however it is written",
        arguments: [
            ("key:Enter", "key-enter"), ("key:esc", "key-escape"), ("key: ", "key-space"), ("key:F5", "key-f5"),
            ("key:a", "key:a"), ("key:A", "key:A"), ("key:+", "key:+"), ("key:ö", "key:ö"),
            ("shortcut:ctrl+shift+t", "shortcut:Ctrl+Shift+T"),
            ("shortcut:Cmd+Option+left", "shortcut:Meta+Alt+ArrowLeft"),
            ("shortcut:Ctrl++", "shortcut:Ctrl++"), ("shortcut:f5", "shortcut:F5"), ("shortcut:+", "shortcut:+"),
            ("pointer-speed-100", "pointer-speed-100"), ("pointer-speed-5", "pointer-speed-5"),
        ])
    func canonical(written: String, id: String) throws {
        #expect(try ActionCatalogue.read(written).id == id)
        #expect(try ActionCatalogue.read(id).id == id)
    }

    @Test(
        "what cannot be meant is refused with its reason",
        arguments: [
            ("clik", ActionProblem.unknown), ("", .unknown), ("text", .unknown), ("Click", .unknown),
            ("key:", .badKey), ("key:ab", .badKey), ("key:\u{7}", .badKey),
            ("shortcut:", .badShortcut), ("shortcut:Ctrl", nil), ("shortcut:Ctrl+", .badShortcut),
            ("shortcut:+Ctrl", .badShortcut), ("shortcut:Ctrl+Ctrl", .badShortcut), ("shortcut:Ctrl+Foo", .badShortcut),
            ("shortcut:++", .badShortcut), ("shortcut:Ctrl+++", .badShortcut),
            ("shortcut:1+2+3+4+5+6+7+8", nil), ("shortcut:1+2+3+4+5+6+7+8+9", .badShortcut),
            ("text:", .badText), ("text:\u{1B}[2J", .badText), ("text-:x", .badTextName), ("text-a b:x", .badTextName),
            ("text-a:", .badText), ("pointer-speed-0", .badPointerSpeed), ("pointer-speed-7", .badPointerSpeed),
            ("pointer-speed-230", .badPointerSpeed), ("pointer-speed-05", .badPointerSpeed),
            ("pointer-speed-fast", .badPointerSpeed),
        ])
    func refused(written: String, problem: ActionProblem?) {
        do {
            _ = try ActionCatalogue.read(written)
            #expect(problem == nil)
        } catch {
            #expect(error == problem)
        }
    }

    @Test("a text is at most as long as a PC takes, and its name at most 40 characters")
    func bounds() {
        let longest = String(repeating: "ß", count: CommandBounds.textLength)
        let name = String(repeating: "n", count: ActionCatalogue.textNameLimit)
        #expect(ActionCatalogue.action(named: "text:" + longest) != nil)
        #expect(ActionCatalogue.action(named: "text-\(name):" + longest) != nil)
        #expect(throws: ActionProblem.badText) { try ActionCatalogue.read("text:x" + longest) }
        #expect(throws: ActionProblem.badText) {
            try ActionCatalogue.read("text:" + longest + longest + longest + longest)
        }
        #expect(throws: ActionProblem.badTextName) { try ActionCatalogue.read("text-\(name)n:x") }
        #expect(throws: ActionProblem.unknown) {
            try ActionCatalogue.read(String(repeating: "a", count: ActionCatalogue.idByteLimit + 1))
        }
    }

    @Test("a text is shown by its length or its name, never by what it says")
    func privacy() throws {
        let text = try ActionCatalogue.read("text:made-up words")
        #expect(text.name == "Type a text (13 characters)")
        #expect(text.action.id == "text:made-up words")
        let named = try ActionCatalogue.read("text-home-address:x")
        #expect(named.name == "Type \"home address\" (1 character)")
        for shown in ["\(text)", String(reflecting: text), ActionCatalogue.shownID("text:made-up")] {
            #expect(shown == "text")
        }
        #expect(ActionCatalogue.shownID("text-home-address:x") == "text-home-address")
        #expect(ActionCatalogue.shownID("txt:made-up") == "txt")
        #expect(ActionCatalogue.shownID("key::") == "key::")
        #expect(ActionCatalogue.shownID("click") == "click")
    }
}
