// SPDX-License-Identifier: GPL-3.0-or-later

/// A YAML document as written: every scalar is its text, whatever YAML would make of it (`no`, `0x10`, `1e3`, `12:30`,
/// `~` stay what they are). The reader of each key decides what its text means.
struct YAMLNode: Hashable, Sendable {
    struct Entry: Hashable, Sendable {
        var key: String
        var keyPosition: TextPosition
        /// Where the key stands, counted as `YAMLNode.range` is.
        var keyRange: Range<Int>
        var value: YAMLNode
    }

    indirect enum Content: Hashable, Sendable {
        case scalar(String)
        case sequence([YAMLNode])
        case mapping([Entry])
    }

    enum Style: Hashable, Sendable {
        case plain, quoted
        /// A scalar after `|` or `>`.
        case literal
        /// A collection in `[]` or `{}`.
        case flow
        /// A collection by indentation.
        case block
    }

    var position: TextPosition
    /// Where it stands, in Unicode scalars from the start of the text, which is how libyaml counts. That of a block
    /// collection ends with its last value; that of a literal takes in the empty lines after it.
    var range: Range<Int>
    var style: Style
    var content: Content
}
