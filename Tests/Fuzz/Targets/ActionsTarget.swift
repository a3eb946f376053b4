// SPDX-License-Identifier: GPL-3.0-or-later
import Actions
import PCProtocol
import SwitchCore

extension FuzzTarget {
    /// Each line as the id of an action, and as words to look for.
    static let actions = FuzzTarget("actions") {
        let ids = ActionCatalogue.all.prefix(8).map(\.id) + ActionCatalogue.forms.map(\.example)
        return ids.map { FuzzOutput.line($0) }
            + ["volume up", "key:é", "text-a-b:Grüße, du", "shortcut:Ctrl++"].map {
                FuzzOutput.line($0)
            }
    } run: { bytes in
        var input = FuzzInput(bytes)
        while !input.isEmpty {
            let text = input.text()
            if let action = ActionCatalogue.action(named: text) { try check(action, named: text) }
            try checkShownID(text)
            let search = ActionSearch(text)
            try hold(search.actions.count <= ActionCatalogue.all.count, "more is found than there is")
            try hold(search.forms.count <= ActionCatalogue.forms.count, "more is found than there is")
        }
    }

    private static func check(_ action: CatalogueAction, named text: String) throws {
        try hold(ActionCatalogue.action(named: action.id) == action, "an action's own id names another")
        try hold(DisplayText.withoutControls(action.name) == action.name, "a name has control characters")
        guard let command = action.command else { return }
        do throws(ShapeError) { try command.validate() } catch {
            throw FuzzFinding(description: "an action's command is out of bounds")
        }
        if case .pc(.instant) = action.action.effect {
            try hold(action.mayHold.isEmpty, "an instant action leaves something held")
        }
        if case .typeText(let typed) = command, typed.unicodeScalars.count > 8 {
            try hold(!action.name.contains(typed), "a text to type is in its action's name")
        }
    }

    /// What may be private stands behind a colon, unless a key is named.
    private static func checkShownID(_ text: String) throws {
        guard let colon = text.firstIndex(of: ":"), !["key", "shortcut"].contains(text[..<colon]) else { return }
        try hold(ActionCatalogue.shownID(text) == text[..<colon], "an id is shown with what may be private")
    }
}
