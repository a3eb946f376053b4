// SPDX-License-Identifier: GPL-3.0-or-later

/// Many simulations, on every processor, until there is enough of them or one breaks a promise.
package struct SimulationSoak: Sendable {
    package enum End: Sendable {
        /// So many events on all processors together, the same ones each time.
        case events(Int)
        /// A clock's word.
        case whenever(@Sendable () -> Bool)
    }

    /// A seed that broke a promise.
    package struct Failure: Sendable {
        package let seed: UInt64
        package let breach: Breach
    }

    package var firstSeed: UInt64
    package var end: End
    package var lanes: Int
    package var flavour: SimulationFlavour?
    package var sabotage: Sabotage

    package init(
        firstSeed: UInt64, end: End, lanes: Int, flavour: SimulationFlavour? = nil, sabotage: Sabotage = .none
    ) {
        self.firstSeed = firstSeed
        self.end = end
        self.lanes = max(lanes, 1)
        self.flavour = flavour
        self.sabotage = sabotage
    }

    /// - Parameter progress: called now and then, by any lane, with the events of that lane since the last time.
    package func run(progress: @escaping @Sendable (Int) -> Void = { _ in }) async -> (SimulationTally, Failure?) {
        await withTaskGroup(of: (SimulationTally, Failure?).self) { group in
            for lane in 0..<lanes { group.addTask { run(lane: lane, progress) } }
            var (tally, failure) = (SimulationTally(), Failure?.none)
            for await (one, failed) in group {
                tally.add(one)
                if failure.map({ ($0.seed) > (failed?.seed ?? .max) }) ?? true { failure = failed ?? failure }
            }
            return (tally, failure)
        }
    }

    private func run(lane: Int, _ progress: @Sendable (Int) -> Void) -> (SimulationTally, Failure?) {
        var tally = SimulationTally()
        var seed = firstSeed + UInt64(lane)
        while goesOn(tally) {
            let run = SimulationRun(seed: seed, flavour: flavour, sabotage: sabotage)
            tally.add(run.tally)
            progress(run.tally.events)
            if let breach = run.breach { return (tally, Failure(seed: seed, breach: breach)) }
            seed += UInt64(lanes)
        }
        return (tally, nil)
    }

    private func goesOn(_ tally: SimulationTally) -> Bool {
        switch end {
        case .events(let events): tally.events < events / lanes
        case .whenever(let isOver): !isOver()
        }
    }

    /// The same run again, and then ever shorter ones.
    package func shrink(_ failure: Failure) -> Shrunk? {
        let run = SimulationRun(seed: failure.seed, flavour: flavour, sabotage: sabotage, keepsScript: true)
        guard let script = run.script, let breach = run.breach else { return nil }
        var shrinker = Shrinker(script, breaking: breach.promise, sabotage: sabotage)
        shrinker.shrink()
        return Shrunk(
            script: shrinker.script, before: script, runs: shrinker.runs,
            run: SimulationRun(shrinker.script, sabotage: sabotage, tellsStory: true))
    }

    /// The shortest script that was found, and how its run went.
    package struct Shrunk {
        package let script: Script
        package let before: Script
        package let runs: Int
        package let run: SimulationRun
    }
}
