// SPDX-License-Identifier: GPL-3.0-or-later
import Sentences

/// Reads the one document of a text into nodes. What could explode or surprise is refused: anchors, aliases, merge
/// keys, tags, deep nesting, several documents.
struct YAMLDocument: ~Copyable {
    /// A profile nests five deep.
    static let depthLimit = 16
    /// Keys and values in a file; the largest sensible profile has about 500.
    static let nodeLimit = 4096

    private var parser: YAMLParser
    private var nodes = 0

    /// The root node of `text`; nil when there is nothing in it but blanks and comments.
    static func read(_ text: PlainText) throws(ProfileProblem) -> YAMLNode? {
        // A closure that throws a type of its own is beyond the standard library's signature here; hence the `Result`.
        let outcome = text.bytes.withUnsafeBufferPointer { bytes -> Result<YAMLNode?, ProfileProblem> in
            var document = YAMLDocument(parser: YAMLParser(over: bytes))
            do throws(ProfileProblem) { return .success(try document.root()) } catch { return .failure(error) }
        }
        return try outcome.get()
    }

    private init(parser: consuming YAMLParser) {
        self.parser = parser
    }

    private mutating func root() throws(ProfileProblem) -> YAMLNode? {
        _ = try parser.next()  // the start of the stream
        guard case .documentStart = try parser.next().kind else { return nil }
        let root = try node(from: try parser.next(), depth: 1)
        _ = try parser.next()  // the end of the document
        let last = try parser.next()
        guard case .streamEnd = last.kind else {
            throw ProfileProblem(at: last.position, Sentence(.profileSeveralDocuments))
        }
        return root
    }

    /// The node that begins with `event`; the events that belong to it are taken from the parser.
    private mutating func node(from event: YAMLEvent, depth: Int) throws(ProfileProblem) -> YAMLNode {
        try count(event, depth: depth)
        switch event.kind {
        case .scalar(let text):
            return YAMLNode(position: event.position, content: .scalar(text))
        case .sequenceStart:
            return YAMLNode(position: event.position, content: .sequence(try items(depth: depth + 1)))
        case .mappingStart:
            return YAMLNode(position: event.position, content: .mapping(try entries(depth: depth + 1)))
        case .alias:
            throw ProfileProblem(at: event.position, Sentence(.profileAnchor))
        case .streamStart, .streamEnd, .documentStart, .documentEnd, .sequenceEnd, .mappingEnd:
            // libyaml's grammar has a node here. A typed error costs no more than a trap.
            throw ProfileProblem(at: event.position, Sentence(.profileNotYAML, ["detail": "a value is missing"]))
        }
    }

    private mutating func count(_ event: YAMLEvent, depth: Int) throws(ProfileProblem) {
        nodes += 1
        let problem: SentenceID? =
            if event.hasAnchor { .profileAnchor } else if event.hasTag { .profileTag } else if depth > Self.depthLimit {
                .profileTooDeep
            } else if nodes > Self.nodeLimit { .profileTooManyEntries } else { nil }
        if let problem { throw ProfileProblem(at: event.position, Sentence(problem)) }
    }

    private mutating func items(depth: Int) throws(ProfileProblem) -> [YAMLNode] {
        var items: [YAMLNode] = []
        while true {
            let event = try parser.next()
            if case .sequenceEnd = event.kind { return items }
            items.append(try node(from: event, depth: depth))
        }
    }

    private mutating func entries(depth: Int) throws(ProfileProblem) -> [YAMLNode.Entry] {
        var entries: [YAMLNode.Entry] = []
        while true {
            let event = try parser.next()
            if case .mappingEnd = event.kind { return entries }
            let key = try node(from: event, depth: depth)
            guard case .scalar(let name) = key.content else {
                throw ProfileProblem(at: key.position, Sentence(.profileKeyNotWord))
            }
            // YAML 1.1's merge key copies one mapping into another.
            guard name != "<<" else { throw ProfileProblem(at: key.position, Sentence(.profileAnchor)) }
            let value = try node(from: try parser.next(), depth: depth)
            entries.append(YAMLNode.Entry(key: name, keyPosition: key.position, value: value))
        }
    }
}
