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
            var document = YAMLDocument(parser: YAMLParser(over: bytes, end: text.end))
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
            return YAMLNode(event, .scalar(text))
        case .sequenceStart:
            let (items, end) = try items(depth: depth + 1)
            return YAMLNode(event, .sequence(items), end: event.style == .flow ? end : items.last?.range.upperBound)
        case .mappingStart:
            let (entries, end) = try entries(depth: depth + 1)
            let last = entries.last?.value.range.upperBound
            return YAMLNode(event, .mapping(entries), end: event.style == .flow ? end : last)
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

    /// With where the event of their end ends.
    private mutating func items(depth: Int) throws(ProfileProblem) -> ([YAMLNode], end: Int) {
        var items: [YAMLNode] = []
        while true {
            let event = try parser.next()
            if case .sequenceEnd = event.kind { return (items, event.range.upperBound) }
            items.append(try node(from: event, depth: depth))
        }
    }

    private mutating func entries(depth: Int) throws(ProfileProblem) -> ([YAMLNode.Entry], end: Int) {
        var entries: [YAMLNode.Entry] = []
        while true {
            let event = try parser.next()
            if case .mappingEnd = event.kind { return (entries, event.range.upperBound) }
            let key = try node(from: event, depth: depth)
            guard case .scalar(let name) = key.content else {
                throw ProfileProblem(at: key.position, Sentence(.profileKeyNotWord))
            }
            // YAML 1.1's merge key copies one mapping into another.
            guard name != "<<" else { throw ProfileProblem(at: key.position, Sentence(.profileAnchor)) }
            let value = try node(from: try parser.next(), depth: depth)
            entries.append(
                YAMLNode.Entry(key: name, keyPosition: key.position, keyRange: key.range, value: value))
        }
    }
}

extension YAMLNode {
    /// - Parameter end: where it ends if not where its event does.
    fileprivate init(_ event: YAMLEvent, _ content: Content, end: Int? = nil) {
        let start = event.range.lowerBound
        position = event.position
        range = start..<max(start, end ?? event.range.upperBound)
        style = event.style
        self.content = content
    }
}
