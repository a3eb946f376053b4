// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore

/// Durations as people write them: `500ms`, `0.5s`, `2 min`. Always whole milliseconds (F14), read without floating
/// point.
package enum DurationText {
    enum Failure: Error, Hashable {
        case notDuration
        /// A bare number: seconds to one reader, milliseconds to another.
        case unitMissing
        case notWholeMilliseconds
        /// More than `digitLimit` digits.
        case tooLong
    }

    /// Digits before the point, and digits after it: enough for any range here, too few to overflow.
    static let digitLimit = 9

    private static let units: [(name: String, milliseconds: Int64)] = [("ms", 1), ("s", 1000), ("min", 60_000)]

    static func read(_ text: String) throws(Failure) -> Duration {
        let number = text.prefix { $0.isASCIIDigit || $0 == "." }
        let unitName = text[number.endIndex...].drop { $0 == " " }
        let parts = number.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty }) else { throw .notDuration }
        guard !unitName.isEmpty else { throw .unitMissing }
        guard let unit = units.first(where: { $0.name == unitName }) else { throw .notDuration }

        let whole = parts[0]
        let fraction = parts.count == 2 ? parts[1] : ""
        guard whole.count <= digitLimit, fraction.count <= digitLimit else { throw .tooLong }
        let scale = fraction.reduce(into: Int64(1)) { scale, _ in scale *= 10 }
        // At most (10^9 s + 1) · 60000 · 10^9 would overflow; the two parts are scaled apart.
        let wholeMilliseconds = value(whole) * unit.milliseconds
        let scaledFraction = value(fraction) * unit.milliseconds
        guard scaledFraction.isMultiple(of: scale) else { throw .notWholeMilliseconds }
        return .milliseconds(wholeMilliseconds + scaledFraction / scale)
    }

    /// The time that `text` is, nil when it is none.
    package static func duration(_ text: String) -> Duration? { try? read(text) }

    /// The shortest exact form: `60s` is written `1min`.
    package static func write(_ duration: Duration) -> String {
        let milliseconds = duration.milliseconds
        let unit = units.last { milliseconds >= $0.milliseconds && milliseconds.isMultiple(of: $0.milliseconds) }
        guard let unit else { return "0ms" }
        return "\(milliseconds / unit.milliseconds)\(unit.name)"
    }

    private static func value(_ digits: Substring) -> Int64 {
        digits.utf8.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
    }
}

extension Character {
    /// `isNumber` and `isWholeNumber` accept the digits of every script.
    var isASCIIDigit: Bool { self >= "0" && self <= "9" && isASCII }
}
