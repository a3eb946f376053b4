// SPDX-License-Identifier: GPL-3.0-or-later
import CYAML
import Sentences

/// What libyaml finds next in a text.
struct YAMLEvent {
    enum Kind {
        case streamStart, streamEnd, documentStart, documentEnd
        case alias
        case scalar(String)
        case sequenceStart, sequenceEnd
        case mappingStart, mappingEnd
    }

    var kind: Kind
    var position: TextPosition
    /// In Unicode scalars from the start of the text.
    var range: Range<Int>
    /// `block` for what has none.
    var style = YAMLNode.Style.block
    var hasAnchor = false
    var hasTag = false
}

/// Owns a libyaml parser over bytes that outlive it.
struct YAMLParser: ~Copyable {
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    /// libyaml ends a last line that does not end, and then is on one that is not there.
    private let end: TextPosition

    /// - Parameters:
    ///   - bytes: UTF-8 without a byte order mark, which stay where they are as long as this parser.
    ///   - end: the position behind them.
    init(over bytes: UnsafeBufferPointer<UInt8>, end: TextPosition) {
        self.end = end
        parser = .allocate(capacity: 1)
        // It fails only where memory cannot be allocated, as Swift's own allocations do.
        precondition(yaml_parser_initialize(parser) == 1, "no memory for a YAML parser")
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
    }

    mutating func next() throws(ProfileProblem) -> YAMLEvent {
        var event = yaml_event_t()
        guard yaml_parser_parse(parser, &event) == 1 else { throw syntaxProblem }
        defer { yaml_event_delete(&event) }
        return YAMLEvent(event, within: end)
    }

    /// libyaml's own words name tokens, not remedies; they are kept as a detail for those who know YAML.
    private var syntaxProblem: ProfileProblem {
        let position = min(TextPosition(parser.pointee.problem_mark), end)
        let detail = parser.pointee.problem.map { String(cString: $0) } ?? "not readable"
        return ProfileProblem(at: position, Sentence(.profileNotYAML, ["detail": detail]))
    }
}

extension TextPosition {
    /// libyaml counts from zero.
    init(_ mark: yaml_mark_t) {
        self.init(line: Int(mark.line) + 1, column: Int(mark.column) + 1)
    }
}

extension YAMLEvent {
    fileprivate init(_ event: yaml_event_t, within end: TextPosition) {
        position = min(TextPosition(event.start_mark), end)
        let start = Int(event.start_mark.index)
        range = start..<max(start, Int(event.end_mark.index))
        switch event.type {
        case YAML_STREAM_START_EVENT: kind = .streamStart
        case YAML_DOCUMENT_START_EVENT: kind = .documentStart
        case YAML_DOCUMENT_END_EVENT: kind = .documentEnd
        case YAML_ALIAS_EVENT: kind = .alias
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            // By its length: "\0" within quotes makes a NUL.
            let text = String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
            kind = .scalar(text)
            style = YAMLNode.Style(scalar.style)
            hasAnchor = scalar.anchor != nil
            hasTag = scalar.tag != nil
        case YAML_SEQUENCE_START_EVENT:
            let start = event.data.sequence_start
            kind = .sequenceStart
            style = start.style == YAML_FLOW_SEQUENCE_STYLE ? .flow : .block
            hasAnchor = start.anchor != nil
            hasTag = start.tag != nil
        case YAML_SEQUENCE_END_EVENT: kind = .sequenceEnd
        case YAML_MAPPING_START_EVENT:
            let start = event.data.mapping_start
            kind = .mappingStart
            style = start.style == YAML_FLOW_MAPPING_STYLE ? .flow : .block
            hasAnchor = start.anchor != nil
            hasTag = start.tag != nil
        case YAML_MAPPING_END_EVENT: kind = .mappingEnd
        // YAML_STREAM_END_EVENT, and YAML_NO_EVENT, which libyaml gives after the end of the stream.
        default: kind = .streamEnd
        }
    }
}

extension YAMLNode.Style {
    fileprivate init(_ style: yaml_scalar_style_t) {
        switch style {
        case YAML_SINGLE_QUOTED_SCALAR_STYLE, YAML_DOUBLE_QUOTED_SCALAR_STYLE: self = .quoted
        case YAML_LITERAL_SCALAR_STYLE, YAML_FOLDED_SCALAR_STYLE: self = .literal
        default: self = .plain
        }
    }
}
