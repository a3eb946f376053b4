// SPDX-License-Identifier: GPL-3.0-or-later

extension JSONValue {
    package static func int(_ number: some FixedWidthInteger) -> JSONValue { .integer(Int64(clamping: number)) }

    /// Null where there is none.
    package static func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

    /// On a line of its own, as programs tell each other: without spaces and line ends within it, and with one behind it.
    package var line: [UInt8] { encoded(.bareSlashes) + [UInt8(ascii: "\n")] }
}
