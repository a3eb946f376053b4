// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol
import SwitchCore

extension ActionCatalogue {
    /// One key as the PC knows it, and as people look for it.
    private struct NamedKey {
        let id: String
        let name: String
        let key: String
        var keywords: [String] = []
        var isRepeatable = false
    }

    private static let namedKeys: [NamedKey] =
        [
            NamedKey(id: "enter", name: "Enter", key: "Enter", keywords: ["return"], isRepeatable: true),
            NamedKey(id: "space", name: "Space", key: "Space", keywords: ["bar", "blank"], isRepeatable: true),
            NamedKey(id: "tab", name: "Tab", key: "Tab", keywords: ["next", "field"], isRepeatable: true),
            NamedKey(id: "escape", name: "Escape", key: "Escape", keywords: ["esc", "cancel", "close"]),
            NamedKey(
                id: "backspace", name: "Backspace", key: "Backspace", keywords: ["delete", "erase"], isRepeatable: true),
            NamedKey(id: "delete", name: "Delete", key: "Delete", keywords: ["del", "erase"], isRepeatable: true),
            NamedKey(
                id: "arrow-left", name: "Arrow key left", key: "ArrowLeft", keywords: ["cursor"], isRepeatable: true),
            NamedKey(
                id: "arrow-right", name: "Arrow key right", key: "ArrowRight", keywords: ["cursor"], isRepeatable: true),
            NamedKey(id: "arrow-up", name: "Arrow key up", key: "ArrowUp", keywords: ["cursor"], isRepeatable: true),
            NamedKey(
                id: "arrow-down", name: "Arrow key down", key: "ArrowDown", keywords: ["cursor"], isRepeatable: true),
            NamedKey(id: "page-up", name: "Page Up", key: "PageUp", keywords: ["scroll"], isRepeatable: true),
            NamedKey(id: "page-down", name: "Page Down", key: "PageDown", keywords: ["scroll"], isRepeatable: true),
            NamedKey(id: "home", name: "Home", key: "Home", keywords: ["start", "line"]),
            NamedKey(id: "end", name: "End", key: "End", keywords: ["line"]),
            NamedKey(id: "ctrl", name: "Ctrl", key: "Ctrl", keywords: ["control"]),
            NamedKey(id: "alt", name: "Alt", key: "Alt", keywords: ["option", "menu"]),
            NamedKey(id: "shift", name: "Shift", key: "Shift"),
            NamedKey(
                id: "meta", name: "Meta (Windows or Command key)", key: "Meta",
                keywords: ["start", "menu", "super", "logo"]),
        ]
        + (1...12).map { NamedKey(id: "f\($0)", name: "F\($0)", key: "F\($0)", keywords: ["function"]) }

    static let keys: [CatalogueAction] = namedKeys.flatMap { named -> [CatalogueAction] in
        guard let key = KeyName(named.key) else { return [] }
        let id = "key-\(named.id)"
        let name = named.name.hasPrefix("Arrow") ? named.name : "\(named.name) key"
        let keywords = ["keyboard", "type"] + named.keywords
        let once = CatalogueAction(id, name, .key, keywords, .instant, .key(key))
        guard named.isRepeatable else { return [once] }
        return [
            once,
            CatalogueAction(
                "\(id)-while-held", "\(name), repeated while held", .key, keywords, .repeating, .startRepeat(.key(key))),
            CatalogueAction(
                "\(id)-on", "\(name), repeated until the next press", .key, keywords, .repeatingOn,
                .startRepeat(.key(key))),
        ]
    }

    static let modifiers: [CatalogueAction] = [
        (Modifier.shift, "shift", "Shift", ["capital"]), (.control, "ctrl", "Ctrl", ["control"]),
        (.alt, "alt", "Alt", ["option"]),
        (.meta, "meta", "Meta (Windows or Command key)", ["start", "super", "logo"]),
    ].flatMap { modifier, id, name, keywords in
        [
            CatalogueAction(
                "hold-\(id)", "\(name) down while held", .modifier, keywords + ["key"], .held, .modifierDown(modifier)),
            CatalogueAction(
                "sticky-\(id)", "\(name) for the next action", .modifier, keywords + ["key"], .sticky,
                .modifierDown(modifier)),
        ]
    }
}
