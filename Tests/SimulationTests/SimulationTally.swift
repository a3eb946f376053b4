// SPDX-License-Identifier: GPL-3.0-or-later

/// What simulations went through.
struct SimulationTally: Sendable {
    var events = 0
    var starts = 0
    var sessions = 0
    var executed = 0
    var stops: [String: Int] = [:]
    var faults: [String: Int] = [:]
    var flavours: [String: Int] = [:]
    var connectionFailures: [String: Int] = [:]

    mutating func count(_ fault: String) { faults[fault, default: 0] += 1 }

    mutating func add(_ other: SimulationTally) {
        events += other.events
        starts += other.starts
        sessions += other.sessions
        executed += other.executed
        stops.merge(other.stops, uniquingKeysWith: +)
        faults.merge(other.faults, uniquingKeysWith: +)
        flavours.merge(other.flavours, uniquingKeysWith: +)
        connectionFailures.merge(other.connectionFailures, uniquingKeysWith: +)
    }

    var text: String {
        func list(_ counts: [String: Int]) -> String {
            counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        }
        return """
            simulation: \(events) events, \(sessions) sessions of \(starts) starts, \(executed) things done by PCs
              kinds: \(list(flavours))
              stops: \(list(stops))
              faults: \(list(faults))
              connection failures: \(list(connectionFailures))
            """
    }
}
