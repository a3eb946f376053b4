// SPDX-License-Identifier: GPL-3.0-or-later
import Simulation
import Testing

/// What is broken on purpose is noticed, and comes down to a few lines.
@Suite struct ShrinkerTests {
    @Test(
        "a swallowed stop, a start by itself, an edge forgotten or done twice: each is noticed",
        arguments: [
            (Sabotage.stopIsSwallowed, [Promise.idleIsNeutral]),
            (.startsAgain, [.startedByUser]),
            (.edgeIsForgotten, [.edgesAreNotLost, .edgesAreNotDoubled]),
            (.edgeIsDoubled, [.executedInOrder, .sequenceRises, .edgesAreNotDoubled]),
        ])
    func noticed(_ sabotage: Sabotage, expected: [Promise]) async throws {
        let (tally, failure) = await soak(sabotage).run()
        let found = try #require(failure)
        #expect(expected.contains(found.breach.promise), "\(found.breach)")
        // A start by itself has its column in the table.
        if sabotage == .startsAgain { #expect(!tally.faults.faults.isEmpty) }
    }

    /// `simulate --proof` does it with every sabotage; without optimisation that takes minutes.
    @Test("hundreds of choices come down to a few lines, which are harmless where nothing was broken on purpose")
    func shrunk() async throws {
        let soak = soak(.stopIsSwallowed)
        let failure = try #require(await soak.run().1)
        let shrunk = try #require(soak.shrink(failure))
        #expect(shrunk.before.lines.count > 100)
        #expect(shrunk.script.lines.count <= 5)
        #expect(shrunk.run.breach?.promise == .idleIsNeutral)
        #expect(SimulationRun(shrunk.script).breach == nil)
    }

    private func soak(_ sabotage: Sabotage) -> SimulationSoak {
        SimulationSoak(firstSeed: 1, end: .events(40_000), lanes: 1, flavour: .mapped, sabotage: sabotage)
    }

    @Test("a script that cannot be read says which line is wrong")
    func unreadable() {
        #expect(throws: Script.Problem.noEvents) { try Script(text: "# nothing\n") }
        #expect(throws: Script.Problem.unreadable(line: 2)) { try Script(text: "events 3\ncontact 1 = 4\n") }
        #expect(throws: Script.Problem.unreadable(line: 3)) { try Script(text: "events 3\n\ncontact 1 #x = 4\n") }
    }
}
