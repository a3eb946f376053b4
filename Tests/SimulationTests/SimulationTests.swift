// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import Testing

/// Box, link and PC in simulated time, with everything that goes wrong, checked after every step.
///
///     SWITCHBRIDGE_SEED=123               one simulation again
///     SWITCHBRIDGE_SIMULATION_EVENTS=…    how many events, 200,000 unless given
///     SWITCHBRIDGE_SOAK_SECONDS=…         new seeds for so long instead
@Suite struct SimulationTests {
    /// Events of one seed, before it may come to rest.
    static let eventsPerSeed = 2_000

    private static func setting(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
    }

    @Test("whatever happens, in any order, every promise is kept")
    func promises() {
        var tally = SimulationTally()
        if let seed = Self.setting("SWITCHBRIDGE_SEED") {
            run(UInt64(seed), &tally)
        } else if let seconds = Self.setting("SWITCHBRIDGE_SOAK_SECONDS") {
            soak(for: .seconds(seconds), &tally)
        } else {
            let events = Self.setting("SWITCHBRIDGE_SIMULATION_EVENTS") ?? 200_000
            var seed: UInt64 = 1
            while tally.events < events {
                run(seed, &tally)
                seed += 1
            }
        }
        print(tally.text)
    }

    private func soak(for duration: Duration, _ tally: inout SimulationTally) {
        var seed = UInt64.random(in: 1...UInt64(UInt32.max)) << 16
        print("simulation: from seed \(seed)")
        let clock = ContinuousClock()
        let end = clock.now + duration
        while clock.now < end {
            run(seed, &tally)
            seed += 1
        }
    }

    private func run(_ seed: UInt64, _ tally: inout SimulationTally) {
        let world = SimulatedWorld(seed: seed)
        while world.tally.events < Self.eventsPerSeed, world.watch.broken.isEmpty { world.step() }
        if world.watch.broken.isEmpty {
            world.calmDown()
            world.checkRest()
        }
        tally.add(world.tally)
        let broken = world.watch.broken.joined(separator: "; ")
        #expect(
            broken.isEmpty, "SWITCHBRIDGE_SEED=\(seed) (\(world.setup.flavour), event \(world.tally.events)): \(broken)"
        )
    }
}
