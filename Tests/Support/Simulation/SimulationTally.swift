// SPDX-License-Identifier: GPL-3.0-or-later

/// What simulations went through.
package struct SimulationTally: Sendable {
    package var events = 0
    var worlds = 0
    var starts = 0
    var switchStarts = 0
    var sessions = 0
    var executed = 0
    /// Edges of unfiltered switches that were seen from the contact to the PC.
    var edgesFollowed = 0
    var stops: [String: Int] = [:]
    var flavours: [String: Int] = [:]
    var connectionFailures: [String: Int] = [:]
    package var faults = FaultTable()

    package init() {}

    package mutating func add(_ other: SimulationTally) {
        events += other.events
        worlds += other.worlds
        starts += other.starts
        switchStarts += other.switchStarts
        sessions += other.sessions
        executed += other.executed
        edgesFollowed += other.edgesFollowed
        stops.merge(other.stops, uniquingKeysWith: +)
        flavours.merge(other.flavours, uniquingKeysWith: +)
        connectionFailures.merge(other.connectionFailures, uniquingKeysWith: +)
        faults.add(other.faults)
    }

    package var text: String {
        func list(_ counts: [String: Int]) -> String {
            counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        }
        return """
            simulation: \(events) events in \(worlds) worlds, \(sessions) sessions of \(starts) starts \
            (\(switchStarts) by switch), \(executed) things done by PCs, \(edgesFollowed) edges followed
              kinds: \(list(flavours))
              stops: \(list(stops))
              connection failures: \(list(connectionFailures))

            \(faults.text)
            """
    }
}
