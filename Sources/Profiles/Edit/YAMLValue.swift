// SPDX-License-Identifier: GPL-3.0-or-later

/// A value to write into a YAML text, and what a text is expected to say after it.
indirect enum YAMLValue: Hashable, Sendable {
    struct Entry: Hashable, Sendable {
        var key: String
        var value: YAMLValue
    }

    /// A word of this file's format: a time, a number, the name of a key.
    case word(String)
    /// Words of people, which other readers of YAML must not take for a number or for yes and no.
    case text(String)
    case list([YAMLValue])
    case mapping([Entry])

    /// What `node` says.
    init(_ node: YAMLNode) {
        switch node.content {
        case .scalar(let text): self = .word(text)
        case .sequence(let items): self = .list(items.map(YAMLValue.init))
        case .mapping(let entries):
            self = .mapping(entries.map { Entry(key: $0.key, value: YAMLValue($0.value)) })
        }
    }

    /// Whether `node` says this, however it is written.
    func isSaid(by node: YAMLNode) -> Bool { untyped == YAMLValue(node) }

    fileprivate var untyped: YAMLValue {
        switch self {
        case .word(let text), .text(let text): .word(text)
        case .list(let items): .list(items.map(\.untyped))
        case .mapping(let entries): .mapping(entries.map(\.untyped))
        }
    }

    // MARK: As YAML

    /// On one line, in `[]` and `{}` where it is a collection: right within block style and within flow style.
    var written: String {
        switch self {
        case .word(let text): Self.written(text, quoted: !Self.isPlain(text))
        case .text(let text): Self.written(text, quoted: !Self.isPlain(text) || Self.looksTyped(text))
        case .list(let items): "[\(items.map(\.written).joined(separator: ", "))]"
        case .mapping(let entries): "{\(entries.map(\.written).joined(separator: ", "))}"
        }
    }

    private static func written(_ text: String, quoted: Bool) -> String {
        guard quoted else { return text }
        return "\"\(text.unicodeScalars.map(escaped).joined())\""
    }

    /// Within double quotes (YAML 1.1, 5.6): by its number what nobody would see, or what would end the line.
    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar.value {
        case 0x22, 0x5C: "\\\(scalar)"
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF:
            "\\u" + String(repeating: "0", count: 4 - String(scalar.value, radix: 16).count)
                + String(scalar.value, radix: 16)
        default: String(scalar)
        }
    }

    /// Stricter than YAML 1.1, 7.3.3 ns-plain, so that it is right in every place and for every reader.
    private static func isPlain(_ text: String) -> Bool {
        let scalars = Array(text.unicodeScalars)
        guard let first = scalars.first, let last = scalars.last else { return false }
        guard isPlainStart(first), last != " ", last != ":" else { return false }
        for (index, scalar) in scalars.enumerated() {
            // A colon before a blank ends a key, and old readers end one in `{}` at any that no word follows.
            if scalar == ":" {
                guard index + 1 < scalars.count, isWordPart(scalars[index + 1]) else { return false }
            } else if !isWordPart(scalar), !" _-+.%/()='".unicodeScalars.contains(scalar) {
                return false
            }
        }
        return true
    }

    private static func isPlainStart(_ scalar: Unicode.Scalar) -> Bool {
        isWordPart(scalar) || "_+./(".unicodeScalars.contains(scalar)
    }

    private static func isWordPart(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9": true
        default: !scalar.isASCII && scalar.properties.isAlphabetic
        }
    }

    /// What YAML 1.1 makes numbers, times, yes and no, or nothing of. Rather one too many.
    private static func looksTyped(_ text: String) -> Bool {
        if ["y", "n", "yes", "no", "on", "off", "true", "false", "null", "~"].contains(text.lowercased()) {
            return true
        }
        let first = text.unicodeScalars.first
        return first.map { ("0"..."9").contains($0) || $0 == "+" || $0 == "." || $0 == "-" } ?? false
    }
}

extension YAMLValue.Entry {
    /// As it is read back.
    var untyped: Self { Self(key: key, value: value.untyped) }

    var written: String { "\(YAMLValue.text(key).written): \(value.written)" }
}

extension YAMLValue {
    static func mapping(_ entries: (String, YAMLValue)...) -> YAMLValue {
        .mapping(entries.map { Entry(key: $0.0, value: $0.1) })
    }

    var entries: [Entry] {
        get { if case .mapping(let entries) = self { entries } else { [] } }
        set { self = .mapping(newValue) }
    }

    var items: [YAMLValue] {
        get { if case .list(let items) = self { items } else { [] } }
        set { self = .list(newValue) }
    }

    /// Changes the part at `path`; nothing when there is none.
    mutating func change(at path: some Collection<YAMLStep>, _ body: (inout YAMLValue) -> Void) {
        guard let step = path.first else { return body(&self) }
        switch step {
        case .key(let key):
            guard let index = entries.firstIndex(where: { $0.key == key }) else { return }
            entries[index].value.change(at: path.dropFirst(), body)
        case .item(let index):
            guard items.indices.contains(index) else { return }
            items[index].change(at: path.dropFirst(), body)
        }
    }
}

/// One step from a node to a part of it.
enum YAMLStep: Hashable, Sendable {
    case key(String)
    case item(Int)
}
