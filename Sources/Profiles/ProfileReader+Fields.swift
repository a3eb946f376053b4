// SPDX-License-Identifier: GPL-3.0-or-later
import Sentences

/// The values of a mapping whose keys are known.
struct Fields<Key: ProfileKey> {
    let position: TextPosition
    fileprivate(set) var values: [Key: YAMLNode] = [:]

    subscript(key: Key) -> YAMLNode? { values[key] }
}

extension ProfileReader {
    /// Reads a mapping: no key unknown, none twice, no required one missing. Nil when `node` is not a mapping.
    mutating func fields<Key: ProfileKey>(of node: YAMLNode, _ keys: Key.Type) -> Fields<Key>? {
        guard let entries = entries(of: node) else { return nil }
        var fields = Fields<Key>(position: node.position)
        for entry in entries {
            if let key = Key(rawValue: entry.key) {
                fields.values[key] = entry.value
            } else {
                unknown(.profileUnknownKey, entry.key, at: entry.keyPosition, choices: Key.allCases.map(\.rawValue))
            }
        }
        for key in Key.required where fields[key] == nil {
            problems.add(.profileMissingKey, at: node.position, ["key": key.rawValue])
        }
        return fields
    }

    /// The entries of a mapping, each key once; nil when `node` is not a mapping.
    mutating func entries(of node: YAMLNode) -> [YAMLNode.Entry]? {
        guard case .mapping(let entries) = node.content else {
            problems.add(.profileExpectedMapping, at: node.position)
            return nil
        }
        var first: [String: TextPosition] = [:]
        return entries.filter { entry in
            if let position = first[entry.key] {
                problems.add(
                    .profileDuplicateKey, at: entry.keyPosition,
                    ["key": Quoted.text(entry.key), "line": "\(position.line)"])
                return false
            }
            first[entry.key] = entry.keyPosition
            return true
        }
    }

    /// Notes a word that means nothing, with the nearest right one, else with all that are possible.
    mutating func unknown(_ id: SentenceID, _ found: String, at position: TextPosition, choices: [String]) {
        guard !problems.isFull else { return problems.add(id, at: position) }
        let nearest = NearestName.of(found, among: choices)
        let hint =
            if let nearest {
                Sentence(.profileHintNearest, ["name": nearest])
            } else {
                Sentence(.profileHintChoices, ["choices": choices.map(Quoted.text).joined(separator: ", ")])
            }
        let sentence = Sentence(id, ["found": Quoted.text(found), "hint": hint.description])
        problems.add(ProfileProblem(at: position, sentence, suggestion: nearest))
    }
}

/// Text out of a file made safe to show in a terminal: short, and without characters that steer one.
enum Quoted {
    static let limit = 40

    static func text(_ text: String) -> String {
        var shown = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(limit) {
            shown.append(scalar.isShowable ? scalar : "\u{FFFD}")
        }
        return text.unicodeScalars.count > limit ? String(shown) + "…" : String(shown)
    }
}

extension Unicode.Scalar {
    /// Not a control character, not a line break, and not one of those that turn the direction of the text around it.
    var isShowable: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: false
        default: !(0x202A...0x202E).contains(value) && !(0x2066...0x2069).contains(value)
        }
    }
}
