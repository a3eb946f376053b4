// SPDX-License-Identifier: GPL-3.0-or-later

/// Every order of events of a small world up to a depth, each state once.
package struct SmallWorldSearch: Sendable {
    /// From one state in so many it is seen whether all comes to rest.
    static let restShare: UInt64 = 128

    package struct Result: Sendable {
        package var name: String
        package var depth: Int
        /// States that differ.
        package var distinct = 0
        /// States that were come to, by whatever way.
        package var visited = 0
        package var rested = 0
        /// How often each fault struck.
        package var faults: [Fault: Int] = [:]
        /// What broke a promise, and the way there.
        package var breach: Breach?
        package var trail: [String] = []

        package var text: String {
            "\(name), depth \(depth): \(distinct) states, come to \(visited) times, \(rested) of them brought to rest"
        }
    }

    package var flavour: SimulationFlavour
    package var switches: Int
    package var startsForwarding: Bool
    package var isShared: Bool
    package var faults: Int

    package init(
        _ flavour: SimulationFlavour, switches: Int, startsForwarding: Bool, isShared: Bool, faults: Int = 1
    ) {
        self.flavour = flavour
        self.switches = switches
        self.startsForwarding = startsForwarding
        self.isShared = isShared
        self.faults = faults
    }

    /// One and two switches, each kind of session, from idle and from forwarding, alone and with another remote.
    package static let all: [SmallWorldSearch] = [SimulationFlavour.mapped, .scanning, .legacyWithSync, .actions]
        .flatMap { flavour in
            [1, 2].flatMap { switches in
                [
                    SmallWorldSearch(flavour, switches: switches, startsForwarding: true, isShared: switches == 1),
                    SmallWorldSearch(flavour, switches: switches, startsForwarding: false, isShared: switches == 2),
                ]
            }
        }

    package var name: String {
        "\(flavour.rawValue), \(switches) \(switches == 1 ? "switch" : "switches"), "
            + "from \(startsForwarding ? "on" : "off")\(isShared ? ", shared" : ""), \(faults) fault"
    }

    private struct Place {
        var world: SmallWorld
        var trail: [SmallWorld.Event]
    }

    package func run(depth: Int) -> Result {
        var result = Result(name: name, depth: depth)
        var cache = MessageCache()
        var first = SmallWorld(flavour, switches: switches, faults: faults, isShared: isShared)
        first.begin(forwarding: startsForwarding)
        var seen: Set<UInt64> = [first.fingerprint(&cache)]
        var frontier = [Place(world: first, trail: [])]
        for _ in 0..<depth {
            var next: [Place] = []
            for place in frontier {
                for event in place.world.events {
                    var world = place.world
                    guard world.happen(event) else { continue }
                    result.visited += 1
                    result.count(event)
                    let fingerprint = world.fingerprint(&cache)
                    guard seen.insert(fingerprint).inserted else { continue }
                    if let breach = Self.look(at: world, fingerprint, &result) {
                        result.breach = breach
                        result.trail = (place.trail + [event]).map { "\($0)" }
                        result.distinct = seen.count
                        return result
                    }
                    next.append(Place(world: world, trail: place.trail + [event]))
                }
            }
            frontier = next
        }
        result.distinct = seen.count
        return result
    }

    private static func look(at world: SmallWorld, _ fingerprint: UInt64, _ result: inout Result) -> Breach? {
        if let breach = world.broken.first { return breach }
        guard world.hasWayForward else { return Breach(promise: .waitEnds, detail: "nothing ends this state") }
        guard fingerprint % restShare == 0 else { return nil }
        result.rested += 1
        return world.rests()
    }
}

extension SmallWorldSearch.Result {
    fileprivate mutating func count(_ event: SmallWorld.Event) {
        switch event {
        case .befalls(let fault), .striking(let fault, _): faults[fault, default: 0] += 1
        case .press, .release, .start, .stop, .arrives, .deadline: break
        }
    }
}
