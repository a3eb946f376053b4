// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol
import SwitchCore

/// A kind of action that is written with a word of its own, so that there is no end of them.
package struct ActionForm: Hashable, Sendable {
    /// How it is written, such as `key:CHARACTER`.
    package let pattern: String
    package let name: String
    package let category: ActionCategory
    package let keywords: [String]
    /// One that is right.
    package let example: String
}

extension ActionCatalogue {
    package static let forms = [
        ActionForm(
            pattern: "\(keyPrefix)CHARACTER", name: "The key of any one character", category: .key,
            keywords: ["letter", "digit", "keyboard", "type"], example: "key:a"),
        ActionForm(
            pattern: "\(shortcutPrefix)KEY+KEY", name: "Any keys together", category: .shortcut,
            keywords: ["combination", "keyboard", "ctrl", "alt", "shift", "meta"], example: "shortcut:Ctrl+Shift+T"),
        ActionForm(
            pattern: "\(textPrefix)TEXT", name: "Type any text", category: .text,
            keywords: ["words", "sentence", "snippet", "write"], example: "text:Hello"),
        ActionForm(
            pattern: "text-NAME:TEXT", name: "Type any text, shown by a name of your own", category: .text,
            keywords: ["words", "sentence", "snippet", "write", "label"], example: "text-greeting:Hello"),
        ActionForm(
            pattern: "\(pointerSpeedPrefix)PERCENT", name: "Pointer speed in steps of 5 %", category: .pointer,
            keywords: ["mouse", "cursor", "slow", "fast"], example: "pointer-speed-80"),
    ]

    /// Types this text; nil when no PC can.
    package static func typing(_ text: String) -> CatalogueAction? { action(named: textPrefix + text) }

    static let keyPrefix = "key:"
    static let shortcutPrefix = "shortcut:"
    static let textPrefix = "text:"
    private static let namedTextPrefix = "text-"
    /// Characters of the name of a text.
    static let textNameLimit = 40

    static func readForm(_ id: String) throws(ActionProblem) -> CatalogueAction {
        if id.hasPrefix(keyPrefix) { return try readKey(String(id.dropFirst(keyPrefix.count))) }
        if id.hasPrefix(shortcutPrefix) { return try readShortcut(String(id.dropFirst(shortcutPrefix.count))) }
        if id.hasPrefix(textPrefix) { return try readText(id, id.dropFirst(textPrefix.count), name: nil) }
        if id.hasPrefix(namedTextPrefix), let colon = id.firstIndex(of: ":") {
            let name = id[..<colon].dropFirst(namedTextPrefix.count)
            return try readText(id, id[id.index(after: colon)...], name: String(name))
        }
        if id.hasPrefix(pointerSpeedPrefix) { return try readPointerSpeed(id.dropFirst(pointerSpeedPrefix.count)) }
        throw .unknown
    }

    private static func readKey(_ word: String) throws(ActionProblem) -> CatalogueAction {
        guard let key = key(named: word) else { throw .badKey }
        if let named = keys.first(where: { $0.command == .key(key) }) { return named }
        return CatalogueAction(
            keyPrefix + key.name, "Key \(key.name)", .key, ["keyboard", "type"], .instant, .key(key))
    }

    private static func readShortcut(_ text: String) throws(ActionProblem) -> CatalogueAction {
        guard let keys = shortcutKeys(text) else { throw .badShortcut }
        let name = keys.map(\.name).joined(separator: "+")
        return CatalogueAction(
            shortcutPrefix + name, name, .shortcut, ["keyboard"], .instant, .shortcut(keys))
    }

    private static func readText(
        _ id: String, _ text: Substring, name: String?
    ) throws(ActionProblem) -> CatalogueAction {
        let command = Command.typeText(String(text))
        guard !text.isEmpty, (try? command.validate()) != nil else { throw .badText }
        if let name {
            let isName = name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
            guard isName, (1...textNameLimit).contains(name.count) else { throw .badTextName }
        }
        let length = text.count == 1 ? "1 character" : "\(text.count) characters"
        let what = name.map { "Type \"\($0.replacing("-", with: " "))\"" } ?? "Type a text"
        return CatalogueAction(id, "\(what) (\(length))", .text, [], .instant, command)
    }

    private static func readPointerSpeed(_ digits: Substring) throws(ActionProblem) -> CatalogueAction {
        guard let percent = Int(digits), String(percent) == digits,
            (try? Command.setPointerSpeed(percent: percent).validate()) != nil
        else { throw .badPointerSpeed }
        return pointerSpeed(percent: percent)
    }
}
