// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol
import SwitchCore

/// A stop, a lost link or a crash at any moment while presses and holds are under way.
package struct MomentRun {
    package let breach: Breach?
    /// What was there at the moment, and what came then.
    package let counts: [String: Int]

    package init(seed: UInt64) {
        var world = SimulatedWorld(Chance(seed: seed, keeps: false), flavour: .actions)
        let before = 40 + world.chance.below(111, .momentEvents)
        while world.tally.events < before, world.watch.broken.isEmpty { world.step() }
        // The moment that is looked for: something lasts on the PC, or a switch is down, or any.
        let isLookedFor: (SimulatedWorld) -> Bool =
            [{ !$0.pc.held.isEmpty }, { !$0.pc.held.isEmpty }, { $0.isPressing }, { _ in true }][Int(seed % 4)]
        for _ in 0..<400 where !isLookedFor(world) { world.step() }
        var counts = [world.pc.held.isEmpty ? "with nothing held" : "with something held": 1]
        counts[Self.end(&world)] = 1
        world.calmDown(for: .seconds(60))
        world.checkRest()
        world.watch.expect(.idleIsNeutral, world.isNeutral, "at rest the PC holds \(world.pc.held)")
        breach = world.watch.broken.first
        self.counts = counts
    }

    private static func end(_ world: inout SimulatedWorld) -> String {
        switch world.chance.below(4, .momentEnd) {
        case 0:
            world.crash()
            return "crashes"
        case 1:
            world.loseLink()
            return "lost links"
        default:
            world.feed(.stopRequested(.userStopped))
            return "stops"
        }
    }
}

extension SimulatedWorld {
    /// Forwarding is on and a switch is down.
    fileprivate var isPressing: Bool { box.isActive && !box.pipeline.pressed.isEmpty }
}
