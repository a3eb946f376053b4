// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// The time of day where nobody's place in the world matters.
enum UTCTime {
    /// Such as "2026-11-30 16:20:38.123".
    static func words(_ unixMilliseconds: Int64) -> String {
        // Before 1970 or beyond the year 9999 no clock of ours has been.
        let bounded = min(max(unixMilliseconds, 0), 253_402_300_799_999)
        var seconds = time_t(bounded / 1000)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        let date = [
            digits(Int(parts.tm_year) + 1900, 4), digits(Int(parts.tm_mon) + 1, 2), digits(Int(parts.tm_mday), 2),
        ].joined(separator: "-")
        let time = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { digits(Int($0), 2) }.joined(separator: ":")
        return "\(date) \(time).\(digits(Int(bounded % 1000), 3))"
    }

    private static func digits(_ number: Int, _ count: Int) -> String {
        let text = "\(number)"
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
}
