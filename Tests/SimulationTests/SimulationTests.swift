// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import Simulation
import Testing

/// Box, link and PC in simulated time, with everything that goes wrong, checked after every step. `make soak` runs the same for
/// longer, and `simulate`, built with optimisation, is ten times as fast as these.
///
///     SWITCHBRIDGE_SIMULATION_EVENTS=…    how many events, 20,000 unless given
@Suite struct SimulationTests {
    private static let events =
        ProcessInfo.processInfo.environment["SWITCHBRIDGE_SIMULATION_EVENTS"].flatMap { Int($0) } ?? 20_000

    @Test("whatever happens, in any order, every promise is kept")
    func promises() async {
        let lanes = ProcessInfo.processInfo.activeProcessorCount
        let (tally, failure) = await SimulationSoak(firstSeed: 1, end: .events(Self.events), lanes: lanes).run()
        print(tally.text)
        #expect(tally.faults.faults.isEmpty)
        guard let failure else { return }
        Issue.record("seed \(failure.seed): \(failure.breach); again: simulate --first \(failure.seed) --events 1")
    }

    @Test("the same seed is the same run, and so is its script")
    func repeatable() throws {
        for seed in UInt64(100)..<102 {
            let run = SimulationRun(seed: seed, keepsScript: true, tellsStory: true)
            let script = try #require(run.script)
            #expect(SimulationRun(seed: seed, tellsStory: true).story == run.story, "seed \(seed)")
            #expect(SimulationRun(script, tellsStory: true).story == run.story, "seed \(seed)")
            #expect(try Script(text: script.text) == script)
        }
    }
}
