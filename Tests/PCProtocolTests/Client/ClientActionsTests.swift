// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore
import Testing

@testable import PCProtocol

@Suite("Where this box decides, single commands are carried as a session is")
struct ClientActionsTests {
    private static let shift = HeldInputs(leftBy: .modifierDown(.shift))
    private static let refused = RequestOutcome.refused(code: "input_failed")

    private static func step(_ phase: ActionStep.Phase) -> SessionRequest {
        let action = SwitchAction(id: "X", effect: .pc(phase == .perform ? .instant : .held))
        return .action(ActionStep(action, phase, by: SwitchID(1), at: Instant(nanoseconds: 1)))
    }

    private static func begun() -> ClientBench {
        var bench = ClientBench.forwarding(.actions)
        bench.request(step(.begin), [.modifierDown(.shift)])
        return bench
    }

    @Test("what can be held is on disk before the first command, and the start itself asks nothing of the PC")
    func start() {
        var bench = ClientBench.ready()
        let plan = bench.plan(.actions)
        #expect(
            bench.request(.start(plan), mayHold: Self.shift) == [
                .recordSession(
                    UnfinishedSession(sessionID: ClientBench.session, kind: .actions, held: Self.shift)),
                .report(.answered(.start(plan), .acknowledged)),
            ])
        #expect(bench.sent.isEmpty)
        bench.request(.sync(pressed: []))
        #expect(bench.takeCommands() == [.ping(deviceName: nil)])
    }

    @Test("a step is its command, answered as the PC answers; without one it is done at once")
    func steps() {
        var bench = ClientBench.forwarding(.actions)
        bench.request(Self.step(.perform), [.click(.left)])
        #expect(bench.sent.map(\.command) == [.click(.left)])
        #expect(bench.ack().outcomes == [.acknowledged])
        bench.request(Self.step(.perform), [.click(.left)])
        #expect(bench.refuse().outcomes == [Self.refused])
        #expect(bench.request(Self.step(.begin)).outcomes == [.acknowledged])
        #expect(bench.sent.isEmpty)
    }

    @Test(
        "an action has as long as a press, and typing has more",
        arguments: [
            (2_999, Command.click(.left), [RequestOutcome]()), (3_000, .click(.left), [.timedOut]),
            (3_001, .click(.left), [.timedOut]), (4_999, .typeText("x"), []), (5_000, .typeText("x"), [.timedOut]),
            (5_001, .typeText("x"), [.timedOut]),
        ])
    func deadline(milliseconds: Int, command: Command, outcomes: [RequestOutcome]) {
        var bench = ClientBench.forwarding(.actions)
        bench.request(Self.step(.perform), [command])
        #expect(bench.wait(.milliseconds(milliseconds)).outcomes == outcomes)
        #expect(bench.takeCommands() == [command], "F40 nothing is sent again")
    }

    @Test("without a session that is on disk no action is sent: nothing would let go of what it holds")
    func unrecorded() {
        var bench = ClientBench.ready()
        let outcomes = bench.request(Self.step(.begin), [.modifierDown(.shift)]).outcomes
        #expect(outcomes == [.refused(code: "no_session")])
        #expect(bench.sent.isEmpty)
    }

    @Test("a stop lets go of everything by name, is answered once and takes the session off the disk")
    func stop() {
        var bench = Self.begun()
        bench.ack()
        let releases: [Command] = [.stopRepeat, .endDrag(.left), .modifierUp(.shift)]
        bench.request(.stop, releases)
        #expect(bench.sent.map(\.command) == releases)
        #expect(bench.ack() == [])
        #expect(bench.ack() == [])
        #expect(bench.ack() == [.clearSession, .report(.answered(.stop, .acknowledged))])
    }

    @Test("with nothing held a stop is done at once")
    func stopOfNothing() {
        var bench = ClientBench.forwarding(.actions)
        bench.request(Self.step(.perform), [.click(.left)])
        #expect(bench.request(.stop) == [.clearSession, .report(.answered(.stop, .acknowledged))])
        #expect(bench.ack() == [], "an answer to what the stop overtook is ignored")
    }

    @Test("one refused release is a refused stop, and stays on disk as that")
    func stopRefused() {
        var bench = ClientBench.ready()
        bench.request(.start(bench.plan(.actions)), mayHold: Self.shift)
        bench.request(.stop, [.stopRepeat, .modifierUp(.shift)])
        bench.ack()
        #expect(
            bench.refuse() == [
                .recordSession(
                    UnfinishedSession(
                        sessionID: ClientBench.session, kind: .actions, releaseRefused: true, held: Self.shift)),
                .report(.answered(.stop, Self.refused)),
            ])
    }

    @Test("a release never overtakes what it releases: the PC could do it first")
    func stopWaits() {
        var bench = Self.begun()
        let begin = bench.takeFirst()
        #expect(bench.request(.stop, [.modifierUp(.shift)]) == [])
        #expect(bench.sent.isEmpty)
        #expect(bench.ack(begin) == [])
        #expect(bench.sent.map(\.command) == [.modifierUp(.shift)])
        #expect(bench.ack().outcomes == [.acknowledged])
    }

    @Test("nor when something else waits for the link behind it")
    func stopWaitsBesideOthers() {
        var bench = Self.begun()
        let begin = bench.takeFirst()
        bench.request(.sync(pressed: []), taking: 0)
        bench.request(.stop, [.modifierUp(.shift)])
        #expect(bench.sent.isEmpty)
        bench.ack(begin)
        #expect(bench.sent.map(\.command) == [.modifierUp(.shift)])
    }

    @Test("what has not left in whole never begins, so its release need not wait for it")
    func stopDrops() {
        var bench = ClientBench.forwarding(.actions)
        bench.request(Self.step(.begin), [.modifierDown(.shift)], taking: 1)
        bench.request(.stop, [.modifierUp(.shift)])
        #expect(bench.takeCommands() == [.modifierUp(.shift)])
    }

    @Test("when what begins is never answered only the end of the link settles it")
    func unsettled() {
        var bench = Self.begun()
        bench.wait(.seconds(3))
        #expect(bench.request(.stop, [.modifierUp(.shift)]).outcomes == [.timedOut])
    }

    // MARK: After an unclean end

    private static let old = UnfinishedSession(
        sessionID: ClientBench.session, kind: .actions, releaseRefused: true,
        held: HeldInputs(names: ["repeat", "drag.left", "Shift"])!)

    @Test("the first thing after authentication lets go of all that may be held, and that proves it")
    func recovery() {
        var bench = ClientBench()
        bench.connect(unfinished: Self.old)
        bench.ack()
        #expect(bench.sent.map(\.command) == [.stopRepeat, .endDrag(.left), .modifierUp(.shift)])
        #expect(bench.ack() == [])
        #expect(bench.ack() == [])
        #expect(bench.ack() == [.clearSession, .report(.recovered(proven: true))])
        #expect(bench.client.state == .loading)
    }

    /// One release refused, and the PC made to let go of everything that it knows of.
    private static func lastResort() -> ClientBench {
        var bench = ClientBench()
        bench.connect(unfinished: old)
        bench.ack()
        bench.ack()
        #expect(bench.refuse() == [.recordSession(old)])
        #expect(bench.sent.map(\.command) == [.modifierUp(.shift), .disconnecting])
        #expect(bench.ack() == [], "the other release proves nothing any more")
        #expect(bench.ack() == [], "and the PC may have forgotten what it failed to let go of")
        return bench
    }

    @Test("when one is refused the PC is made to let go of everything, and then asked once more by name")
    func releasedAfterAll() {
        var bench = Self.lastResort()
        bench.ack()
        #expect(bench.sent.map(\.command) == [.stopRepeat, .endDrag(.left), .modifierUp(.shift)])
        bench.ack()
        bench.ack()
        #expect(bench.ack() == [.clearSession, .report(.recovered(proven: true))])
    }

    /// Refused once more, and ready.
    private static func inDoubt() -> ClientBench {
        var bench = lastResort()
        bench.ack()
        #expect(
            bench.refuse() == [
                .recordSession(old), .recordSession(old), .report(.recovered(proven: false)), .report(.commandsInDoubt),
            ])
        #expect(bench.client.state == .loading)
        for _ in 0..<2 { #expect(bench.ack() == [], "the other releases prove nothing any more") }
        bench.answerProfile()
        bench.answerCatalogue()
        return bench
    }

    private static let stopped = ClientAction.report(.answered(.stop, .acknowledged))

    @Test("what is refused once more is in doubt, stays on disk, and is asked for again after every session")
    func refusedOnceMore() {
        var bench = Self.inDoubt()
        let session = UnfinishedSession(sessionID: ClientBench.session, kind: .mapped, held: Self.old.held)
        #expect(bench.request(.start(bench.plan(.mapped))) == [.recordSession(session)])
        bench.ack()
        bench.request(.stop)
        #expect(bench.sent.count == 1, "a session refuses single commands")
        #expect(bench.ack() == [.recordSession(Self.old), Self.stopped])
        #expect(bench.sent.map(\.command) == [.stopRepeat, .endDrag(.left), .modifierUp(.shift)])
        for _ in 0..<2 { #expect(bench.ack() == []) }
        #expect(bench.ack() == [.clearSession, .report(.recovered(proven: true))])
        bench.request(.start(bench.plan(.mapped)))
        bench.ack()
        bench.request(.stop)
        #expect(bench.ack() == [.clearSession, Self.stopped], "nothing is in doubt any more")
        #expect(bench.sent.isEmpty)
    }

    @Test("a release that fails after a session says nothing of the session, and nothing else happens")
    func refusedAfterSession() {
        var bench = Self.inDoubt()
        bench.request(.start(bench.plan(.mapped)))
        bench.ack()
        bench.request(.stop)
        #expect(bench.ack() == [.recordSession(Self.old), Self.stopped])
        #expect(bench.refuse() == [])
        #expect(bench.ack() == [] && bench.ack() == [], "the others prove nothing any more")
        #expect(bench.client.state == .ready)
        bench.request(.start(bench.plan(.mapped)))
        bench.ack()
        bench.request(.stop)
        #expect(bench.ack() == [.recordSession(Self.old), Self.stopped])
        bench.request(.start(bench.plan(.mapped)))
        for _ in 0..<3 { #expect(bench.ack() == [], "what was asked before this session proves nothing in it") }
        #expect(bench.ack() == [.report(.answered(.start(bench.plan(.mapped)), .acknowledged))])
        #expect(bench.wait(.seconds(5)) == [])
    }

    @Test("each link begins anew: with the doubt that its disk says, and with the last resort untried")
    func newLink() {
        var bench = Self.lastResort()
        bench.ack()
        bench.refuse()
        bench.client.linkLost()
        _ = bench.takeCommands()
        var other = bench
        bench.connect(unfinished: Self.old)
        bench.ack()
        bench.refuse()
        #expect(bench.sent.last?.command == .disconnecting)
        other.connect()
        other.ack()
        other.answerProfile()
        other.answerCatalogue()
        let plan = other.plan(.mapped)
        let fresh = UnfinishedSession(sessionID: ClientBench.session, kind: .mapped)
        #expect(other.request(.start(plan)) == [.recordSession(fresh)])
        other.ack()
        other.request(.stop)
        #expect(other.sent.count == 1)
    }

    private static func connected(_ kind: SessionKind, releaseRefused: Bool = false) -> ClientBench {
        var bench = ClientBench()
        bench.connect(
            unfinished: UnfinishedSession(
                sessionID: ClientBench.session, kind: kind, releaseRefused: releaseRefused, held: shift))
        bench.ack()
        return bench
    }

    private static let stopOfOld = Command.stopSession(
        Command.SessionStep(sessionID: ClientBench.session, sequence: ClientMachine.recoverySequence))

    @Test(
        "of a PC's own session that was begun in doubt and not stopped, what was in doubt is let go of after its stop")
    func sessionInDoubt() {
        var bench = Self.connected(.mapped)
        #expect(bench.sent.map(\.command) == [Self.stopOfOld])
        #expect(bench.ack() == [])
        #expect(bench.sent.map(\.command) == [.modifierUp(.shift)])
        #expect(bench.ack() == [.clearSession, .report(.recovered(proven: true))])
    }

    @Test("and on the next link as on the first")
    func sessionInDoubtOnNextLink() {
        var bench = Self.connected(.mapped)
        for _ in 0..<2 { bench.ack() }
        bench.client.linkLost()
        _ = bench.takeCommands()
        bench.connect(unfinished: UnfinishedSession(sessionID: ClientBench.session, kind: .mapped, held: Self.shift))
        for _ in 0..<2 { bench.ack() }
        #expect(bench.sent.map(\.command) == [.modifierUp(.shift)])
    }

    @Test("when that stop was refused before, nothing proves the session, but the commands are settled for good")
    func refusedSessionInDoubt() {
        var bench = Self.connected(.mapped, releaseRefused: true)
        bench.ack()
        #expect(bench.ack() == [.clearSession, .report(.recovered(proven: false))])
    }

    @Test("when the release behind that stop is refused, the session itself is not taken for refused")
    func releaseBehindStopRefused() {
        var bench = Self.connected(.mapped)
        bench.ack()
        let old = UnfinishedSession(sessionID: ClientBench.session, kind: .mapped, held: Self.shift)
        #expect(bench.refuse() == [.recordSession(old)])
        #expect(bench.sent.map(\.command) == [.disconnecting])
        bench.ack()
        bench.ack()
        #expect(bench.sent.map(\.command) == [.modifierUp(.shift)])
        #expect(bench.ack() == [.clearSession, .report(.recovered(proven: true))])
    }

    @Test("a Grid 3 session begun in doubt is left, and then what was in doubt is let go of by name")
    func gridInDoubt() {
        var bench = Self.connected(.legacyGrid3)
        #expect(bench.sent.map(\.command) == [.disconnecting])
        #expect(bench.ack() == [])
        bench.ack()
        #expect(bench.sent.map(\.command) == [.modifierUp(.shift)])
        #expect(bench.ack() == [.clearSession, .report(.recovered(proven: true))])
    }

    @Test("with nothing to let go of it goes on at once")
    func nothingLeft() {
        var bench = ClientBench()
        bench.connect(unfinished: UnfinishedSession(sessionID: ClientBench.session, kind: .actions))
        #expect(bench.ack().contains(.clearSession))
        #expect(bench.client.state == .loading)
    }

    // MARK: On disk

    @Test("what is held is written by name and read again, and an unknown name is not taken for nothing")
    func names() {
        var all = HeldInputs(leftBy: .startRepeat(.scroll(Command.Movement(dx: 0, dy: 1))))
        for button in MouseButton.allCases { all.formUnion(HeldInputs(leftBy: .startDrag(button))) }
        for modifier in Modifier.allCases { all.formUnion(HeldInputs(leftBy: .modifierDown(modifier))) }
        #expect(all.names == ["repeat", "drag.left", "drag.middle", "drag.right", "Ctrl", "Alt", "Shift", "Meta"])
        #expect(HeldInputs(names: all.names) == all)
        #expect(HeldInputs(names: ["Shift", "drag.fourth"]) == nil)
        #expect(HeldInputs(leftBy: .click(.left)).isEmpty)
        for name in all.names { #expect(HeldInputs(names: [name])?.isEmpty == false, "\(name) alone") }
    }
}
