// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import Actions

@Suite("Searching actions")
struct ActionSearchTests {
    private func ids(_ text: String) -> [String] { ActionSearch(text).actions.map(\.id) }

    @Test("no word finds all, in the catalogue's order")
    func everything() {
        #expect(ActionSearch("").actions == ActionCatalogue.all)
        #expect(ActionSearch(" \n ").forms == ActionCatalogue.forms)
    }

    @Test(
        "what is called so comes first",
        arguments: [
            ("click", "click"), ("right click", "right-click"), ("CLICK right", "right-click"),
            ("arrow left", "key-arrow-left"), ("pointer left", "move-left"), ("copy", "copy"), ("ctrl+c", "copy"),
            ("louder", "volume-up"), ("volume", "volume-up"), ("context", "right-click"), ("capital", "hold-shift"),
            ("close window", "close-window"), ("stop-forwarding", "stop-forwarding"), ("screen above", "monitor-up"),
        ])
    func best(words: String, id: String) {
        #expect(ids(words).first == id)
    }

    @Test("every word must stand somewhere")
    func all() {
        #expect(ids("click purple").isEmpty)
        #expect(ids("media volume").allSatisfy { ["volume-up", "volume-down", "mute"].contains($0) })
        #expect(ids("media volume").count == 3)
    }

    @Test("equally good ones stay in the catalogue's order")
    func order() {
        let found = ids("media")
        #expect(found == ActionCatalogue.media.map(\.id))
    }

    @Test("a text is found among the forms")
    func forms() {
        #expect(ActionSearch("text").forms.map(\.pattern) == ["text:TEXT", "text-NAME:TEXT"])
        #expect(ActionSearch("combination").forms.map(\.example) == ["shortcut:Ctrl+Shift+T"])
    }

    @Test("words beyond the bounds are left out of the search")
    func bounds() {
        let many = Array(repeating: "click", count: ActionSearch.wordLimit).joined(separator: " ")
        #expect(ids(many + " purple").first == "click")
        #expect(ids(String(repeating: "x", count: 100_000)).isEmpty)
    }
}
