// SPDX-License-Identifier: GPL-3.0-or-later
import Actions
import PCProtocol
import Sentences
import SwitchCore

/// Actions as they are listed. How long each lasts is part of its name.
struct ActionList {
    private let actions: [CatalogueAction]
    private let forms: [ActionForm]
    /// Of the PC that was asked; nil when none was.
    private let capabilities: Capabilities?

    init(_ found: ActionSearch, on capabilities: Capabilities?) {
        actions = found.actions
        forms = found.forms
        self.capabilities = capabilities
    }

    var lines: [String] { actions.map(line) + forms.map(line) }

    func lines(in category: ActionCategory) -> [String] {
        actions.filter { $0.category == category }.map(line) + forms.filter { $0.category == category }.map(line)
    }

    private func line(_ action: CatalogueAction) -> String {
        Sentence(.actionsLine, ["id": action.id, "name": marked(action.name, isSupported(action))]).description
    }

    private func line(_ form: ActionForm) -> String {
        let names = [
            "id": form.pattern, "name": marked(form.name, isSupported(form)), "example": form.example,
        ]
        return Sentence(.actionsForm, names).description
    }

    private func marked(_ name: String, _ isSupported: Bool?) -> String {
        isSupported == false ? Sentence(.actionNotOnThisPC, ["action": name]).description : name
    }

    // MARK: For programs

    var json: [JSONValue] { actions.map(json) + forms.map(json) }

    private func json(_ action: CatalogueAction) -> JSONValue {
        .object([
            "event": .string("action"), "id": .string(action.id), "name": .string(action.name),
            "category": .string(action.category.rawValue), "lasts": .string(action.action.manner?.rawValue ?? "bridge"),
            "keywords": .array(action.keywords.map { .string($0) }), "supported": json(isSupported(action)),
        ])
    }

    private func json(_ form: ActionForm) -> JSONValue {
        .object([
            "event": .string("form"), "pattern": .string(form.pattern), "name": .string(form.name),
            "category": .string(form.category.rawValue), "example": .string(form.example),
            "keywords": .array(form.keywords.map { .string($0) }), "supported": json(isSupported(form)),
        ])
    }

    private func json(_ isSupported: Bool?) -> JSONValue { isSupported.map { .bool($0) } ?? .null }

    // MARK: What the PC knows

    private func isSupported(_ action: CatalogueAction) -> Bool? { capabilities.map(action.isSupported) }

    private func isSupported(_ form: ActionForm) -> Bool? {
        ActionCatalogue.action(named: form.example).flatMap { isSupported($0) }
    }
}
