// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol
import Sentences

/// What the daemon has counted and noted down, in words.
extension DiagnosticReport {
    private var tally: [String: JSONValue] { diagnosis?.tally ?? [:] }

    var countLines: [String] {
        let counts = tally["counts"]?.members ?? [:]
        let rejected = (counts["rejected"]?.members ?? [:]).sorted { $0.key < $1.key }
            .map { "\($0.key) \($0.value.exactInteger ?? 0)" }
        let count = { (name: String) in counts[name]?.exactInteger ?? 0 }
        return [
            "Running for \(tally["seconds"]?.exactInteger ?? 0) s",
            "Presses accepted: \(count("accepted")); kept back by filters: \(rejected.isEmpty ? "none" : rejected.joined(separator: ", "))",
            "The PC did: \(count("acknowledged")); refused: \(count("refused")); did not answer: \(count("notAnswered")); not sent, as too late: \(count("tooLate"))",
            "Starts: \(count("starts")); starts refused: \(count("refusedStarts")); connections: \(count("connections")); lost: \(count("lostConnections"))",
            queueLine, histogram("pressToAcknowledged", "From a press until the PC had done it"),
            histogram("roundTrips", "From sending until the PC answered"),
        ]
    }

    private var queueLine: String {
        let queue = tally["queue"]?.members ?? [:]
        let oldest = queue["oldestMilliseconds"]?.exactInteger.map { ", the oldest for \($0) ms" } ?? ""
        let count = { (name: String) in queue[name]?.exactInteger ?? 0 }
        return "Waiting for the PC: \(count("now"))\(oldest); at most so far: \(count("greatest")) of \(count("limit"))"
    }

    /// Such as "…: under 10 ms: 3, under 20 ms: 1".
    private func histogram(_ name: String, _ words: String) -> String {
        let fields = tally[name]?.members ?? [:]
        let limits = (fields["limitsMilliseconds"]?.elements ?? []).compactMap(\.exactInteger)
        let counts = (fields["counts"]?.elements ?? []).compactMap(\.exactInteger)
        let parts = counts.enumerated().filter { $0.element > 0 }.map { place, count in
            place < limits.count
                ? "under \(limits[place]) ms: \(count)" : "\(limits.last ?? 0) ms and more: \(count)"
        }
        return "\(words): \(parts.isEmpty ? "nothing measured yet" : parts.joined(separator: ", "))"
    }

    var stopLines: [String] {
        let stops = (tally["stops"]?.elements ?? []).compactMap(\.members)
        guard !stops.isEmpty else { return [Sentence(.diagnosticsNoStops).description] }
        return stops.reversed().map { stop in
            let held =
                stop["mayHaveBeenHeld"]?.truth != true
                ? "nothing was held"
                : stop["releasedLater"]?.truth == true
                    ? "something may have been held; the PC has let go of it since" : "something may still be held"
            return "\(time(stop)): \(stop["reason"]?.text ?? "")\(switchWords(stop)); \(held)"
        }
    }

    var eventLines: [String] {
        let events = (tally["events"]?.elements ?? []).compactMap(\.members)
        guard !events.isEmpty else { return [Sentence(.diagnosticsNoEvents).description] }
        return events.map { event in
            let detail = event["detail"]?.text.map { ", \($0)" } ?? ""
            let took = event["milliseconds"]?.exactInteger.map { ", \($0) ms" } ?? ""
            return "\(time(event)): \(event["event"]?.text ?? "")\(switchWords(event))\(detail)\(took)"
        }
    }

    private func time(_ fields: [String: JSONValue]) -> String { UTCTime.words(fields["at"]?.exactInteger ?? 0) }

    private func switchWords(_ fields: [String: JSONValue]) -> String {
        fields["switch"]?.exactInteger.map { ", switch \($0)" } ?? ""
    }
}
