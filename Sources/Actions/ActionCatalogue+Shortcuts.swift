// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol
import SwitchCore

extension ActionCatalogue {
    /// What people want done, and the keys for it: on Windows and Linux, and on a Mac where those differ in more than Ctrl
    /// being Meta there.
    private struct NamedShortcut {
        let id: String
        let name: String
        let keys: String
        var mac: String?
        var keywords: [String] = []
    }

    private static let namedShortcuts: [NamedShortcut] = [
        NamedShortcut(id: "copy", name: "Copy", keys: "Ctrl+C", keywords: ["clipboard"]),
        NamedShortcut(id: "cut", name: "Cut", keys: "Ctrl+X", keywords: ["clipboard"]),
        NamedShortcut(id: "paste", name: "Paste", keys: "Ctrl+V", keywords: ["clipboard", "insert"]),
        NamedShortcut(id: "undo", name: "Undo", keys: "Ctrl+Z", keywords: ["back"]),
        NamedShortcut(id: "redo", name: "Redo", keys: "Ctrl+Y", mac: "Meta+Shift+Z", keywords: ["again"]),
        NamedShortcut(id: "select-all", name: "Select all", keys: "Ctrl+A", keywords: ["mark"]),
        NamedShortcut(id: "find", name: "Find", keys: "Ctrl+F", keywords: ["search"]),
        NamedShortcut(id: "save", name: "Save", keys: "Ctrl+S", keywords: ["file", "document"]),
        NamedShortcut(id: "open", name: "Open", keys: "Ctrl+O", keywords: ["file", "document"]),
        NamedShortcut(id: "print", name: "Print", keys: "Ctrl+P", keywords: ["file", "document", "paper"]),
        NamedShortcut(id: "new", name: "New", keys: "Ctrl+N", keywords: ["file", "document", "window"]),
        NamedShortcut(id: "bold", name: "Bold", keys: "Ctrl+B", keywords: ["text"]),
        NamedShortcut(id: "italic", name: "Italic", keys: "Ctrl+I", keywords: ["text"]),
        NamedShortcut(id: "underline", name: "Underline", keys: "Ctrl+U", keywords: ["text"]),
        NamedShortcut(id: "new-tab", name: "New tab", keys: "Ctrl+T", keywords: ["browser"]),
        NamedShortcut(id: "close-tab", name: "Close tab", keys: "Ctrl+W", keywords: ["browser"]),
        NamedShortcut(id: "reopen-tab", name: "Reopen tab", keys: "Ctrl+Shift+T", keywords: ["browser"]),
        NamedShortcut(id: "next-tab", name: "Next tab", keys: "Ctrl+Tab", mac: "Ctrl+Tab", keywords: ["browser"]),
        NamedShortcut(
            id: "previous-tab", name: "Previous tab", keys: "Ctrl+Shift+Tab", mac: "Ctrl+Shift+Tab",
            keywords: ["browser"]),
        NamedShortcut(
            id: "page-back", name: "Page back", keys: "Alt+ArrowLeft", mac: "Meta+ArrowLeft",
            keywords: ["browser", "previous"]),
        NamedShortcut(
            id: "page-forward", name: "Page forward", keys: "Alt+ArrowRight", mac: "Meta+ArrowRight",
            keywords: ["browser", "next"]),
        NamedShortcut(id: "reload", name: "Reload", keys: "Ctrl+R", keywords: ["browser", "refresh"]),
        NamedShortcut(
            id: "address-bar", name: "Address bar", keys: "Ctrl+L", keywords: ["browser", "url", "location"]),
        NamedShortcut(id: "zoom-in", name: "Zoom in", keys: "Ctrl++", keywords: ["larger", "bigger"]),
        NamedShortcut(id: "zoom-out", name: "Zoom out", keys: "Ctrl+-", keywords: ["smaller"]),
        NamedShortcut(id: "zoom-reset", name: "Zoom to normal size", keys: "Ctrl+0", keywords: ["original"]),
        NamedShortcut(
            id: "word-left", name: "Word to the left", keys: "Ctrl+ArrowLeft", mac: "Alt+ArrowLeft",
            keywords: ["cursor"]),
        NamedShortcut(
            id: "word-right", name: "Word to the right", keys: "Ctrl+ArrowRight", mac: "Alt+ArrowRight",
            keywords: ["cursor"]),
        NamedShortcut(
            id: "delete-word", name: "Delete word to the left", keys: "Ctrl+Backspace", mac: "Alt+Backspace",
            keywords: ["erase"]),
        NamedShortcut(
            id: "document-start", name: "Start of document", keys: "Ctrl+Home", mac: "Meta+ArrowUp",
            keywords: ["top", "beginning"]),
        NamedShortcut(
            id: "document-end", name: "End of document", keys: "Ctrl+End", mac: "Meta+ArrowDown", keywords: ["bottom"]),
    ]

    static let shortcuts: [CatalogueAction] = namedShortcuts.compactMap { named in
        let macKeys = named.mac ?? named.keys.replacing("Ctrl", with: "Meta")
        guard let keys = shortcutKeys(named.keys), let onMac = shortcutKeys(macKeys) else { return nil }
        return CatalogueAction(
            named.id, named.name, .shortcut, ["keyboard", named.keys.lowercased()] + named.keywords, .instant,
            .shortcut(keys), fitting: .macOS(.shortcut(onMac)))
    }

    // MARK: Keys as people write them

    /// The keys of `Ctrl+Shift+T`, in their order; nil when it is not one to eight different keys. The last may be `+`.
    static func shortcutKeys(_ text: String) -> [KeyName]? {
        let endsWithPlus = text.hasSuffix("++")
        let words = (endsWithPlus ? text.dropLast(2) : text[...])
            .split(separator: "+" as Character, omittingEmptySubsequences: false).map(String.init)
        let names = text == "+" ? ["+"] : endsWithPlus ? words + ["+"] : words
        guard CommandBounds.shortcutKeys.contains(names.count) else { return nil }
        let keys = names.compactMap { key(named: $0, isInShortcut: true) }
        return keys.count == names.count && Set(keys).count == keys.count ? keys : nil
    }

    /// What people also call the keys.
    private static let otherNames = [
        "control": "Ctrl", "option": "Alt", "windows": "Meta", "win": "Meta", "command": "Meta", "cmd": "Meta",
        "super": "Meta", "esc": "Escape", "del": "Delete", "return": "Enter", "left": "ArrowLeft",
        "right": "ArrowRight", "up": "ArrowUp", "down": "ArrowDown", " ": "Space",
    ]
    private static let namesByFolded = Dictionary(
        KeyName.named.map { ($0.lowercased(), $0) }, uniquingKeysWith: { first, _ in first }
    ).merging(otherNames) { named, _ in named }

    /// A key by its name, letter case aside, or by the one character that it types. In a shortcut a letter stands for its
    /// key and is written as on the key, as the known clients of these PCs do.
    static func key(named word: String, isInShortcut: Bool = false) -> KeyName? {
        if let name = namesByFolded[word.lowercased()] { return KeyName(name) }
        let isLetter = word.utf8.count == 1 && word.allSatisfy(\.isLetter)
        return KeyName(isInShortcut && isLetter ? word.uppercased() : word)
    }
}
