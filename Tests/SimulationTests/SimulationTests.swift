// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import Testing

/// Box, link and PC in simulated time, with everything that goes wrong, checked after every step.
///
///     SWITCHBRIDGE_SEED=123               one simulation again, with a trace
///     SWITCHBRIDGE_FLAVOUR=actions        only one kind of PC
///     SWITCHBRIDGE_SIMULATION_EVENTS=…    how many events, 200,000 unless given
///     SWITCHBRIDGE_SOAK_SECONDS=…         new seeds for so long instead
@Suite struct SimulationTests {
    /// Events of one seed, before it may come to rest.
    static let eventsPerSeed = 2_000

    private static func setting(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
    }

    private static let flavour = ProcessInfo.processInfo.environment["SWITCHBRIDGE_FLAVOUR"].flatMap {
        SimulationSetup.Flavour(rawValue: $0)
    }

    @Test("whatever happens, in any order, every promise is kept")
    func promises() async {
        if let seed = Self.setting("SWITCHBRIDGE_SEED") { return print(Self.run(UInt64(seed), traced: true).text) }
        let end = Self.setting("SWITCHBRIDGE_SOAK_SECONDS").map { ContinuousClock.now + .seconds($0) }
        let first = end == nil ? 1 : UInt64.random(in: 1...UInt64(UInt32.max)) << 16
        let events = Self.setting("SWITCHBRIDGE_SIMULATION_EVENTS") ?? 200_000
        print("simulation: from seed \(first)")
        let lanes = ProcessInfo.processInfo.activeProcessorCount
        let tally = await withTaskGroup { group in
            for lane in 0..<lanes {
                group.addTask {
                    var tally = SimulationTally()
                    var seed = first + UInt64(lane)
                    while end.map({ ContinuousClock.now < $0 }) ?? (tally.events < events / lanes) {
                        tally.add(Self.run(seed))
                        seed += UInt64(lanes)
                    }
                    return tally
                }
            }
            return await group.reduce(into: SimulationTally()) { $0.add($1) }
        }
        print(tally.text)
    }

    private static func run(_ seed: UInt64, traced: Bool = false) -> SimulationTally {
        let world = SimulatedWorld(seed: seed, flavour: flavour)
        world.isTraced = traced
        while world.tally.events < eventsPerSeed, world.watch.broken.isEmpty { world.step() }
        if world.watch.broken.isEmpty {
            world.calmDown()
            world.checkRest()
        }
        let broken = world.watch.broken.joined(separator: "; ")
        #expect(
            broken.isEmpty,
            "SWITCHBRIDGE_SEED=\(seed) (\(world.setup.flavour), event \(world.tally.events)): \(broken)")
        return world.tally
    }
}
