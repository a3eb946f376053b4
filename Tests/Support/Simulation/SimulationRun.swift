// SPDX-License-Identifier: GPL-3.0-or-later

/// One simulation from its beginning to its rest, and what came of it.
package struct SimulationRun {
    /// Events of one seed, before it may come to rest.
    package static let eventsPerSeed = 2_000

    package let tally: SimulationTally
    /// The first promise that was not kept.
    package let breach: Breach?
    /// Where it was asked for.
    package let script: Script?
    package let story: [String]?

    /// - Parameters:
    ///   - flavour: nil takes any.
    ///   - keepsScript: also writes down what chance chose, which takes time.
    package init(
        seed: UInt64, flavour: SimulationFlavour? = nil, sabotage: Sabotage = .none, keepsScript: Bool = false,
        tellsStory: Bool = false
    ) {
        var world = SimulatedWorld(Chance(seed: seed, keeps: keepsScript), flavour: flavour, sabotage: sabotage)
        if tellsStory { world.story = [] }
        let events = Self.run(&world, events: Self.eventsPerSeed)
        tally = world.tally
        breach = world.watch.broken.first
        script = keepsScript ? Script(events: events, lines: world.chance.lines) : nil
        story = world.story
    }

    /// - Parameter rests: whether it comes to rest at its end, and is looked at then.
    package init(_ script: Script, sabotage: Sabotage = .none, tellsStory: Bool = false, rests: Bool = true) {
        var world = SimulatedWorld(Chance(script), sabotage: sabotage)
        if tellsStory { world.story = [] }
        _ = Self.run(&world, events: script.events, rests: rests)
        tally = world.tally
        breach = world.watch.broken.first
        self.script = script
        story = world.story
    }

    /// Returns how many events it took until it came to rest or broke.
    private static func run(_ world: inout SimulatedWorld, events: Int, rests: Bool = true) -> Int {
        while world.tally.events < events, world.watch.broken.isEmpty { world.step() }
        let taken = world.tally.events
        if rests, world.watch.broken.isEmpty {
            world.calmDown()
            world.checkRest()
        }
        return taken
    }
}
