// SPDX-License-Identifier: GPL-3.0-or-later

/// Bytes of a stream put together to lines, within a bound.
struct LineAssembler {
    /// A line without its end; nil for one that was longer than the limit, whose bytes are dropped.
    typealias Line = [UInt8]?

    private let limit: Int
    private var rest: [UInt8] = []
    private var isTooLong = false

    /// - Parameter limit: in bytes, without the end of the line.
    init(limit: Int) { self.limit = limit }

    mutating func take(_ bytes: some Sequence<UInt8>) -> [Line] {
        var lines: [Line] = []
        for byte in bytes {
            guard byte == UInt8(ascii: "\n") else {
                if rest.count < limit { rest.append(byte) } else { isTooLong = true }
                continue
            }
            lines.append(isTooLong ? nil : rest)
            rest = []
            isTooLong = false
        }
        return lines
    }
}
