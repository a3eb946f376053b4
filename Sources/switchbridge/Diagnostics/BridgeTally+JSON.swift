// SPDX-License-Identifier: GPL-3.0-or-later
import Bridge
import PCProtocol
import SwitchCore

extension BridgeTally {
    /// As the control socket has it.
    func json(at now: ClockReading) -> JSONValue {
        .object([
            "seconds": .integer((now.instant - begun.instant).milliseconds / 1000),
            "counts": .object([
                "accepted": .int(load.accepted),
                "rejected": .object(
                    Dictionary(uniqueKeysWithValues: rejected.map { ($0.key.rawValue, JSONValue.int($0.value)) })),
                "acknowledged": .int(acknowledged), "refused": .int(refused), "notAnswered": .int(notAnswered),
                "tooLate": .int(tooLate), "starts": .int(starts), "startsBegun": .int(startsBegun),
                "refusedStarts": .int(refusedStarts),
                "connections": .int(connections), "lostConnections": .int(lostConnections),
            ]),
            "queue": .object([
                "now": .int(load.waiting), "greatest": .int(load.greatestWaiting),
                "limit": .int(ForwardingEngine.queueLimit),
                "oldestMilliseconds": load.oldest.map { .integer((now.instant - $0).milliseconds) } ?? .null,
            ]),
            "pressToAcknowledged": pressToAcknowledged.json, "roundTrips": roundTrips.json,
            "events": .array(events.elements.map(\.json)), "eventsForgotten": .int(events.forgotten),
            "stops": .array(stops.elements.map(\.json)), "stopsForgotten": .int(stops.forgotten),
        ])
    }
}

extension LatencyHistogram {
    var json: JSONValue {
        .object([
            "limitsMilliseconds": .array(Self.limits.map { .int($0) }), "counts": .array(counts.map { .int($0) }),
            "leastMicroseconds": least.map { .integer($0.nanoseconds / 1000) } ?? .null,
            "mostMicroseconds": most.map { .integer($0.nanoseconds / 1000) } ?? .null,
        ])
    }
}

extension TallyEntry {
    var json: JSONValue {
        var fields: [String: JSONValue] = ["at": .integer(unixMilliseconds), "event": .string(event)]
        fields["switch"] = switchID.map { .int($0.number) }
        fields["detail"] = detail.map { .string($0) }
        fields["milliseconds"] = milliseconds.map { .int($0) }
        return .object(fields)
    }
}

extension TallyStop {
    var json: JSONValue {
        var fields: [String: JSONValue] = [
            "at": .integer(unixMilliseconds), "reason": .string(reason.id), "mayHaveBeenHeld": .bool(mayHaveBeenHeld),
            "releasedLater": .bool(wasReleasedLater),
        ]
        if case .heldToStop(let id) = reason { fields["switch"] = .int(id.number) }
        if case .pcRefused(let code) = reason { fields["code"] = .string(ErrorCode(code).tallied) }
        return .object(fields)
    }
}
