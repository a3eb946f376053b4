// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol
import Sentences
import SwitchCore

/// How long a PC's answers took.
struct RoundTrips {
    private(set) var times: [Duration] = []
    private(set) var unanswered = 0

    var count: Int { times.count + unanswered }

    mutating func answered(after time: Duration) { times.append(time) }
    mutating func notAnswered() { unanswered += 1 }

    /// The shortest, the one in the middle (the lower of two), the longest; nil when nothing was answered.
    var summary: (least: Duration, median: Duration, most: Duration)? {
        let sorted = times.sorted()
        guard let least = sorted.first, let most = sorted.last else { return nil }
        return (least, sorted[(sorted.count - 1) / 2], most)
    }

    /// Such as "4.2".
    static func milliseconds(_ time: Duration) -> String {
        let microseconds = time.nanoseconds / 1000
        return "\(microseconds / 1000).\(microseconds / 100 % 10)"
    }

    var sentence: Sentence {
        guard let summary else { return Sentence(.pingNoneAnswered, ["count": "\(count)"]) }
        return Sentence(
            .pingSummary,
            [
                "answered": "\(times.count)", "count": "\(count)", "least": Self.milliseconds(summary.least),
                "median": Self.milliseconds(summary.median), "most": Self.milliseconds(summary.most),
            ])
    }

    var json: JSONValue {
        let microseconds = { (time: Duration?) -> JSONValue in
            time.map { .integer($0.nanoseconds / 1000) } ?? .null
        }
        return .object([
            "event": .string("summary"), "count": .int(count), "answered": .int(times.count),
            "minMicroseconds": microseconds(summary?.least), "medianMicroseconds": microseconds(summary?.median),
            "maxMicroseconds": microseconds(summary?.most), "text": .string(sentence.description),
        ])
    }
}
