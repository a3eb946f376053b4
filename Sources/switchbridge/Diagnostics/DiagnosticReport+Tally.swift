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
        let count = { (name: String) in "\(counts[name]?.exactInteger ?? 0)" }
        let keptBack = rejected.isEmpty ? words(.diagnosticsNoneRejected) : rejected.joined(separator: ", ")
        return [
            words(.diagnosticsRunning, ["seconds": "\(tally["seconds"]?.exactInteger ?? 0)"]),
            words(.diagnosticsAccepted, ["accepted": count("accepted"), "rejected": keptBack]),
            words(
                .diagnosticsDone,
                [
                    "done": count("acknowledged"), "refused": count("refused"), "notAnswered": count("notAnswered"),
                    "tooLate": count("tooLate"),
                ]),
            words(
                .diagnosticsStarts,
                [
                    "starts": count("starts"), "begun": count("startsBegun"), "refused": count("refusedStarts"),
                    "connections": count("connections"), "lost": count("lostConnections"),
                ]),
            queueLine, words(.diagnosticsUntilDone, ["times": histogram("pressToAcknowledged")]),
            words(.diagnosticsUntilAnswered, ["times": histogram("roundTrips")]),
        ]
    }

    private var queueLine: String {
        let queue = tally["queue"]?.members ?? [:]
        let oldest = queue["oldestMilliseconds"]?.exactInteger
        var places = ["now", "greatest", "limit"].reduce(into: [:]) { places, name in
            places[name] = "\(queue[name]?.exactInteger ?? 0)"
        }
        places["ms"] = oldest.map { "\($0)" }
        return words(oldest == nil ? .diagnosticsQueue : .diagnosticsQueueOldest, places)
    }

    /// Such as "under 10 ms: 3, under 20 ms: 1".
    private func histogram(_ name: String) -> String {
        let fields = tally[name]?.members ?? [:]
        let limits = (fields["limitsMilliseconds"]?.elements ?? []).compactMap(\.exactInteger)
        let counts = (fields["counts"]?.elements ?? []).compactMap(\.exactInteger)
        let parts = counts.enumerated().filter { $0.element > 0 }.map { place, count in
            let limit = place < limits.count ? limits[place] : limits.last ?? 0
            return words(
                place < limits.count ? .diagnosticsUnder : .diagnosticsAndMore,
                ["ms": "\(limit)", "count": "\(count)"])
        }
        return parts.isEmpty ? words(.diagnosticsNothingMeasured) : parts.joined(separator: ", ")
    }

    var stopLines: [String] {
        let stops = (tally["stops"]?.elements ?? []).compactMap(\.members)
        guard !stops.isEmpty else { return [Sentence(.diagnosticsNoStops).description] }
        return stops.reversed().map { stop in
            let held: SentenceID =
                stop["mayHaveBeenHeld"]?.truth != true
                ? .diagnosticsNothingHeld
                : stop["releasedLater"]?.truth == true ? .diagnosticsReleasedLater : .diagnosticsMayBeHeld
            return line(stop, [stop["reason"]?.text ?? "", switchWords(stop)]) + "; " + words(held)
        }
    }

    var eventLines: [String] {
        let events = (tally["events"]?.elements ?? []).compactMap(\.members)
        guard !events.isEmpty else { return [Sentence(.diagnosticsNoEvents).description] }
        return events.map { event in
            let took = event["milliseconds"]?.exactInteger.map { words(.diagnosticsTook, ["ms": "\($0)"]) }
            return line(event, [event["event"]?.text ?? "", switchWords(event), event["detail"]?.text, took])
        }
    }

    /// When it was, and what.
    private func line(_ fields: [String: JSONValue], _ parts: [String?]) -> String {
        "\(UTCTime.words(fields["at"]?.exactInteger ?? 0)): \(parts.compactMap(\.self).joined(separator: ", "))"
    }

    private func switchWords(_ fields: [String: JSONValue]) -> String? {
        fields["switch"]?.exactInteger.map { words(.diagnosticsOfSwitch, ["number": "\($0)"]) }
    }
}
