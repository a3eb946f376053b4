// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import PCProtocol
import SwitchCore
import Testing

/// Stops and crashes at any moment while presses and holds are under way.
///
///     SWITCHBRIDGE_MOMENTS=…        how many, 250 unless given
///     SWITCHBRIDGE_MOMENT=123       one of them again, with a trace
@Suite struct ActionMomentsTests {
    private static func setting(_ name: String) -> UInt64? {
        ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
    }

    @Test("at any moment a stop or a crash leaves nothing held, and nothing is done that was not completed")
    func moments() async {
        if let seed = Self.setting("SWITCHBRIDGE_MOMENT") { return print(Self.run(seed, traced: true)) }
        let moments = Self.setting("SWITCHBRIDGE_MOMENTS") ?? 250
        let lanes = UInt64(ProcessInfo.processInfo.activeProcessorCount)
        let counts = await withTaskGroup { group in
            for lane in 1...lanes {
                group.addTask {
                    stride(from: lane, through: moments, by: UInt64.Stride(lanes)).reduce(into: [String: Int]()) {
                        $0.merge(Self.run($1), uniquingKeysWith: +)
                    }
                }
            }
            return await group.reduce(into: [String: Int]()) { $0.merge($1, uniquingKeysWith: +) }
        }
        let list = counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
        print("moments: \(moments) (\(list))")
        #expect(counts["with something held", default: 0] > Int(moments) / 10)
    }

    private static func run(_ seed: UInt64, traced: Bool = false) -> [String: Int] {
        let world = SimulatedWorld(seed: seed, flavour: .actions)
        world.isTraced = traced
        let before = Int.random(in: 40...150, using: &world.random)
        while world.tally.events < before, world.watch.broken.isEmpty { world.step() }
        // The moment that is looked for: something lasts on the PC, or a switch is down, or any.
        let isLookedFor: (SimulatedWorld) -> Bool =
            [{ !$0.pc.held.isEmpty }, { !$0.pc.held.isEmpty }, { $0.isPressing }, { _ in true }][Int(seed % 4)]
        for _ in 0..<400 where !isLookedFor(world) { world.step() }
        var counts = [world.pc.held.isEmpty ? "with nothing held" : "with something held": 1]
        counts[end(world)] = 1
        world.calmDown(for: .seconds(20))
        world.checkRest()
        let broken = world.watch.broken.joined(separator: "; ")
        #expect(broken.isEmpty, "SWITCHBRIDGE_MOMENT=\(seed): \(broken)")
        #expect(world.watch.onlyFailures(held: world.pc.held), "SWITCHBRIDGE_MOMENT=\(seed): \(world.pc.held)")
        return counts
    }

    private static func end(_ world: SimulatedWorld) -> String {
        switch Int.random(in: 0..<4, using: &world.random) {
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
    fileprivate var isPressing: Bool {
        guard case .active = box.pipeline.engine.state else { return false }
        return !box.pipeline.pressed.isEmpty
    }
}
