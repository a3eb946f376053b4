// SPDX-License-Identifier: GPL-3.0-or-later

/// Finds actions by the words that people have for them.
package struct ActionSearch: Sendable {
    /// More words, or longer ones, find nothing more.
    static let wordLimit = 16
    static let wordLengthLimit = 40

    private let words: [String]

    /// `text` is one or more words with spaces between them. None at all finds everything.
    package init(_ text: String) {
        words = text.split(whereSeparator: \.isWhitespace).prefix(Self.wordLimit)
            .map { $0.prefix(Self.wordLengthLimit).lowercased() }
    }

    /// Those in which every word stands somewhere, the best first, equally good ones in the catalogue's order.
    package var actions: [CatalogueAction] {
        best(of: ActionCatalogue.all) { ($0.id, $0.name, [$0.category.rawValue, $0.category.name] + $0.keywords) }
    }

    /// The same among what is written with a word of its own.
    package var forms: [ActionForm] {
        best(of: ActionCatalogue.forms) {
            ($0.pattern, $0.name, [$0.category.rawValue, $0.category.name] + $0.keywords)
        }
    }

    private typealias Texts = (id: String, name: String, others: [String])

    private func best<Found>(of all: [Found], _ texts: (Found) -> Texts) -> [Found] {
        let rated = all.enumerated().compactMap { place, found in
            rating(texts(found)).map { (found: found, rating: $0, place: place) }
        }
        return rated.sorted { ($1.rating, $0.place) < ($0.rating, $1.place) }.map(\.found)
    }

    /// Nil where a word is missing. What an action is called counts more than what it has to do with, a whole word more
    /// than a part of one.
    private func rating(_ texts: Texts) -> Int? {
        let id = texts.id.lowercased()
        let name = texts.name.lowercased()
        let nameWords = (id.split { $0 == "-" || $0 == ":" } + name.split(separator: " ")).map(String.init)
        let others = texts.others.map { $0.lowercased() }
        var rating = words.joined(separator: "-") == id || words.joined(separator: " ") == name ? 100 : 0
        for word in words {
            if nameWords.contains(word) {
                rating += 8
            } else if id.contains(word) || name.contains(word) {
                rating += 4
            } else if others.contains(word) {
                rating += 2
            } else if others.contains(where: { $0.contains(word) }) {
                rating += 1
            } else {
                return nil
            }
        }
        return rating
    }
}
