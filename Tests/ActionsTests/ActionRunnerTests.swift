// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol
import SwitchCore
import Testing

@testable import Actions

@Suite("What the PC is told for a step, and what it then holds")
struct ActionRunnerTests {
    private static let shift = CatalogueAction("shift", "Shift", .modifier, [], .held, .modifierDown(.shift))
    private static let drag = CatalogueAction("drag", "Drag", .click, [], .held, .startDrag(.left))
    private static let plan = SessionPlan(
        kind: .actions, pcProfileID: "", pcProfileVersion: 1, forwarded: [SwitchID(1)!], idleStop: nil)

    /// With a PC that knows both actions, or these commands alone.
    private static func runner(_ known: Set<CommandType>? = nil) -> ActionRunner {
        var capabilities = Capabilities.everything
        if let known { capabilities.supportedCommands = known }
        var runner = ActionRunner([shift, drag])
        runner.pcBecameReady(
            PCDetails(
                status: PCStatus(desktopID: "desk", displayName: "Desk", platform: .linux),
                pointerProfile: PointerProfile(capabilities: capabilities),
                catalogue: SwitchCatalogue(revision: "1", profiles: [])))
        return runner
    }

    private static func step(_ phase: ActionStep.Phase, _ action: CatalogueAction = shift) -> SessionRequest {
        .action(ActionStep(action.action, phase, by: SwitchID(1), at: Instant(nanoseconds: 0)))
    }

    /// Shift is down on the PC.
    private static func holding() -> ActionRunner {
        var runner = runner()
        _ = runner.wire(for: step(.begin))
        runner.answered(step(.begin), .acknowledged)
        return runner
    }

    @Test("a start says all that can be held from then on, and nothing of what this PC does not know")
    func start() {
        var runner = Self.runner()
        var all = HeldInputs(leftBy: .modifierDown(.shift))
        all.formUnion(HeldInputs(leftBy: .startDrag(.left)))
        #expect(runner.wire(for: .start(Self.plan)) == .commands([], mayHold: all))
        var simple = Self.runner([.modifierDown, .modifierUp])
        let one = HeldInputs(leftBy: .modifierDown(.shift))
        #expect(simple.wire(for: .start(Self.plan)) == .commands([], mayHold: one))
    }

    @Test("a stop lets go of everything that is held, by name")
    func stop() {
        var runner = Self.holding()
        _ = runner.wire(for: Self.step(.begin, Self.drag))
        #expect(runner.wire(for: .stop) == .commands([.endDrag(.left), .modifierUp(.shift)]))
        runner.answered(.stop, .acknowledged)
        #expect(runner.held.isEmpty)
        #expect(runner.wire(for: .stop) == .commands([]))
    }

    @Test(
        "until a stop is acknowledged everything counts as held",
        arguments: [RequestOutcome.refused(code: "input_failed"), .timedOut])
    func stopFailed(outcome: RequestOutcome) {
        var runner = Self.holding()
        runner.answered(.stop, outcome)
        #expect(runner.held.releases == [.modifierUp(.shift)])
    }

    @Test("what the PC answers is noted: a refused beginning is held by nobody")
    func refused() {
        var runner = Self.runner()
        _ = runner.wire(for: Self.step(.begin))
        runner.answered(Self.step(.begin), .refused(code: "input_failed"))
        #expect(runner.held.isEmpty)
    }

    @Test("what the PC does not know is not asked for, and its end is no failure")
    func unsupported() {
        var runner = Self.runner([.modifierDown, .modifierUp])
        #expect(runner.wire(for: Self.step(.begin, Self.drag)) == .unsupported)
        #expect(runner.wire(for: Self.step(.end, Self.drag)) == .commands([]))
        #expect(runner.held.isEmpty)
    }

    @Test("a lost link ends what is held here: the journal knows it, and the next link begins with nothing")
    func linkLost() {
        var runner = Self.holding()
        runner.linkLost()
        #expect(runner.held.isEmpty)
        #expect(runner.wire(for: Self.step(.begin)) == .commands([.modifierDown(.shift)]))
    }
}
