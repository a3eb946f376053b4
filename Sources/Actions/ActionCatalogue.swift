// SPDX-License-Identifier: GPL-3.0-or-later

/// Everything that a press or a hold can do.
package enum ActionCatalogue {
    /// In the order in which they are shown. What is written with a word of its own, such as a text to type, is not
    /// among them; see `forms`.
    package static let all: [CatalogueAction] =
        clicks + drags + movements + pointerSettings + scrolls + keys + shortcuts + modifiers + media + windows + bridge

    private static let byID = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }

    /// The action that a profile or a person names, nil when there is none.
    package static func action(named id: String) -> CatalogueAction? { try? read(id) }

    /// The action that a profile or a person names. Its id is the one way to write it: `key:Enter` gives `key-enter`.
    package static func read(_ id: String) throws(ActionProblem) -> CatalogueAction {
        guard id.utf8.count <= idByteLimit else { throw id.hasPrefix("text") ? .badText : .unknown }
        if let action = byID[id] { return action }
        return try readForm(id)
    }

    /// Bytes of the longest id: a text of `CommandBounds.textLength` UTF-16 units in UTF-8, and its name.
    static let idByteLimit = 6_200

    /// `id` without what may be private: of a text to type only that it is one. Nor is anything shown of what follows
    /// another word's colon, since that word may be meant for `text`.
    package static func shownID(_ id: String) -> String {
        guard let colon = id.firstIndex(of: ":") else { return id }
        let word = id[..<colon]
        return word == "key" || word == "shortcut" ? id : String(word)
    }
}

/// Why a word names no action.
package enum ActionProblem: Error, Hashable, Sendable {
    case unknown
    /// After `key:`, neither a key's name nor one character.
    case badKey
    /// After `shortcut:`, not one to eight different keys joined by `+`.
    case badShortcut
    /// After `text:`, nothing, more than a PC takes at once, or a control character.
    case badText
    /// In `text-NAME:`, a name of something else than letters, digits and dashes, or too long a one.
    case badTextName
    /// After `pointer-speed-`, not one of 5, 10 … 225.
    case badPointerSpeed
}
