// SPDX-License-Identifier: GPL-3.0-or-later

/// A YAML document as written: every scalar is its text, whatever YAML would make of it (`no`, `0x10`, `1e3`, `12:30`,
/// `~` stay what they are). The reader of each key decides what its text means.
struct YAMLNode: Hashable, Sendable {
    struct Entry: Hashable, Sendable {
        var key: String
        var keyPosition: TextPosition
        var value: YAMLNode
    }

    indirect enum Content: Hashable, Sendable {
        case scalar(String)
        case sequence([YAMLNode])
        case mapping([Entry])
    }

    var position: TextPosition
    var content: Content
}
