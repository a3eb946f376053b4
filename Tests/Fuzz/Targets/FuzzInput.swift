// SPDX-License-Identifier: GPL-3.0-or-later

/// Takes an input apart from the front. What is missing reads as zero or as nothing, so that any bytes are an input.
struct FuzzInput {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    var isEmpty: Bool { rest.isEmpty }

    mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    mutating func number(below limit: Int) -> Int { Int(byte()) % limit }

    mutating func truth() -> Bool { byte() & 1 == 1 }

    /// A byte that says how many follow, and those or as many as there are.
    mutating func block() -> [UInt8] {
        let length = Int(byte())
        let block = rest.prefix(length)
        rest = rest.dropFirst(block.count)
        return Array(block)
    }

    /// To the end of the line, which is taken too.
    mutating func line() -> [UInt8] {
        let line = rest.prefix { $0 != UInt8(ascii: "\n") }
        rest = rest.dropFirst(line.count + 1)
        return Array(line)
    }

    mutating func text() -> String { String(decoding: line(), as: UTF8.self) }

    mutating func everything() -> [UInt8] {
        defer { rest = [] }
        return Array(rest)
    }
}

/// The same from the other side, for seeds.
enum FuzzOutput {
    static func block(_ bytes: [UInt8]) -> [UInt8] { [UInt8(clamping: bytes.count)] + bytes.prefix(255) }

    static func line(_ bytes: [UInt8]) -> [UInt8] { bytes + [UInt8(ascii: "\n")] }

    static func line(_ text: String) -> [UInt8] { line(Array(text.utf8)) }
}
