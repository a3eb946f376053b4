// SPDX-License-Identifier: GPL-3.0-or-later

/// Something said to a person: the id of its text and what fills the text's `{places}`. Rooms that find a problem say
/// which sentence it is; the words stand in one table, so that they can be translated.
package struct Sentence: Hashable, Sendable, CustomStringConvertible {
    package var id: SentenceID
    package var arguments: [String: String]

    package init(_ id: SentenceID, _ arguments: [String: String] = [:]) {
        self.id = id
        self.arguments = arguments
    }

    /// The English text with every `{place}` filled.
    package var description: String {
        var text = ""
        var rest = (id.englishText ?? id.rawValue)[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            let place = String(rest[rest.index(after: open)..<close])
            text += rest[..<open]
            text += arguments[place] ?? "{\(place)}"
            rest = rest[rest.index(after: close)...]
        }
        return text + rest
    }
}

extension SentenceID {
    private static let tables = [
        englishTexts, englishTextsOfProfiles, englishTextsOfPCs, englishTextsOfActions, englishTextsOfProfileCommands,
        englishTextsOfLearning, englishTextsOfActs, englishTextsOfService, englishTextsOfSystemEvents,
        englishTextsOfDiagnostics, englishTextsOfDoctor,
        englishTextsOfAnnouncements,
    ]

    var englishText: String? { Self.tables.lazy.compactMap { $0[self] }.first }
}
