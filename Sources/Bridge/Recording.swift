// SPDX-License-Identifier: GPL-3.0-or-later
package import SwitchCore

/// Events of one device as text, in the way of the evemu tools: `E: SECONDS.MICROSECONDS TYPE CODE VALUE`, type and code
/// in hexadecimal, value in decimal. Lines that begin with `#` and empty lines are remarks.
package struct Recording: Hashable, Sendable {
    /// The most events that are read.
    package static let eventLimit = 100_000

    package struct Problem: Error, Hashable, Sendable {
        /// Counted from 1.
        package var line: Int
    }

    /// The events of one `SYN_REPORT` and when it came, counted from the start of the recording.
    package struct Report: Hashable, Sendable {
        package var offset: Duration
        package var events: [InputEvent]
    }

    package private(set) var reports: [Report] = []

    package init(text: some StringProtocol) throws(Problem) {
        var events: [InputEvent] = []
        var count = 0
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            guard !line.isEmpty, !line.hasPrefix("#") else { continue }
            guard let event = Self.event(line), count < Self.eventLimit else { throw Problem(line: index + 1) }
            count += 1
            guard event.type == Evdev.synchronization else {
                events.append(event)
                continue
            }
            let offset = Duration.nanoseconds(event.time.nanoseconds)
            guard offset >= reports.last?.offset ?? .zero else { throw Problem(line: index + 1) }
            reports.append(Report(offset: offset, events: events))
            events = []
        }
    }

    private static func event(_ line: some StringProtocol) -> InputEvent? {
        let fields = line.split(separator: " ")
        guard fields.count >= 5, fields[0] == "E:", let type = UInt16(fields[2], radix: 16),
            let code = UInt16(fields[3], radix: 16), let value = Int32(fields[4])
        else { return nil }
        let time = fields[1].split(separator: ".")
        guard time.count == 2, time[1].utf8.count == 6, let seconds = Int64(time[0]),
            let microseconds = Int64(time[1]), (0...86_400).contains(seconds), (0..<1_000_000).contains(microseconds)
        else { return nil }
        let nanoseconds = (seconds * 1_000_000 + microseconds) * 1000
        return InputEvent(time: Instant(nanoseconds: nanoseconds), type: type, code: code, value: value)
    }
}
