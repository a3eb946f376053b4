// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore
import Testing

@testable import PCProtocol

@Suite struct ClientSessionTests {
    private let one = SwitchID(1)!
    private let two = SwitchID(2)!
    private static let refused = RequestOutcome.refused(code: "input_failed")

    @Test("a session is on disk before the PC hears of it, and off it after its stop")
    func session() {
        var bench = ClientBench.ready()
        let plan = bench.plan(.mapped)
        #expect(
            bench.request(.start(plan)) == [
                .recordSession(UnfinishedSession(sessionID: ClientBench.session, kind: .mapped))
            ])
        #expect(
            bench.sent.map(\.command) == [
                .startSession(
                    Command.SessionStart(
                        sessionID: ClientBench.session, profileID: "builtin.keyboard", profileVersion: 1,
                        switchCount: 2))
            ])
        #expect(bench.ack() == [.report(.answered(.start(plan), .acknowledged))])
        bench.request(.sync(pressed: []))
        bench.ack()
        bench.request(.edge(one, .down))
        bench.ack()
        bench.request(.stop)
        #expect(bench.sent.map(\.command) == [.stop(3)])
        #expect(bench.ack() == [.clearSession, .report(.answered(.stop, .acknowledged))])
    }

    @Test("a session that could not be noted is not begun")
    func notRecorded() {
        var bench = ClientBench.ready()
        let plan = bench.plan(.mapped)
        #expect(bench.request(.start(plan), taking: 0).count == 1)
        bench.client.sessionNotRecorded()
        bench.pump()
        #expect(bench.sent.isEmpty)
        #expect(bench.request(.stop) == [.report(.answered(.stop, .acknowledged))])
        #expect(bench.sent.isEmpty)
    }

    @Test("without a ready PC a request is refused")
    func notReady() {
        var bench = ClientBench()
        bench.connect()
        #expect(bench.request(.start(bench.plan(.mapped))).outcomes == [.refused(code: "not_ready")])
    }

    @Test(
        "every request ends at its deadline",
        arguments: [
            (2_999, true, [RequestOutcome]()), (3_000, true, [.timedOut]), (3_001, true, [.timedOut]),
            (4_999, false, []), (5_000, false, [.timedOut]), (5_001, false, [.timedOut]),
        ])
    func deadlines(milliseconds: Int, isEdge: Bool, outcomes: [RequestOutcome]) {
        var bench = isEdge ? ClientBench.forwarding(.mapped) : ClientBench.ready()
        bench.request(isEdge ? .edge(one, .down) : .start(bench.plan(.mapped)))
        #expect(bench.wait(.milliseconds(milliseconds)).outcomes == outcomes)
    }

    @Test("of two answers that are awaited the earlier deadline counts")
    func earliestDeadline() {
        var bench = ClientBench.forwarding(.mapped)
        bench.request(.edge(one, .down))
        let deadline = bench.now + .seconds(3)
        bench.wait(.seconds(1))
        bench.request(.sync(pressed: [one]))
        #expect(bench.client.deadline == deadline)
    }

    @Test("a sync repairs: it names everything that is to be down")
    func sync() {
        for kind in [SessionKind.mapped, .scanning] {
            var bench = ClientBench.forwarding(kind)
            bench.request(.sync(pressed: [one, two]))
            #expect(bench.takeCommands() == [.sync(1, [one, two])])
        }
    }

    @Test("a request of several commands is answered once, whatever comes after a refusal")
    func answeredOnce() {
        var bench = ClientBench.ready(capabilities: .olderGrid3(withSync: false))
        bench.request(.start(bench.plan(.legacyGrid3)))
        #expect(bench.refuse().outcomes == [Self.refused])
        #expect(bench.ack() == [])
    }

    @Test("with the link goes all that was asked and all that was to be sent")
    func linkLost() {
        var bench = ClientBench.forwarding(.mapped)
        bench.request(.edge(one, .down))
        bench.request(.sync(pressed: [one]), taking: 1)
        bench.client.linkLost()
        #expect(bench.client.frameToSend == nil)
        #expect(!bench.client.expectsAnswer)
        #expect(bench.client.deadline == nil)
        #expect(bench.wait(.seconds(10)) == [])
    }

    // MARK: Stops

    @Test("nothing of the session leaves after its stop, and a message that is half sent stays so")
    func stopOvertakes() {
        var bench = ClientBench.forwarding(.mapped)
        bench.request(.edge(one, .down), taking: 1)
        bench.request(.stop)
        #expect(bench.takeCommands() == [.stop(2)])
        #expect(bench.client.frameToSend == nil)
    }

    @Test("answers to what a stop overtook are ignored")
    func stopForgets() {
        var bench = ClientBench.forwarding(.mapped)
        bench.request(.edge(one, .down))
        let edge = bench.takeFirst()
        bench.request(.stop)
        #expect(bench.refuse(id: edge) == [])
        #expect(bench.ack().outcomes == [.acknowledged])
    }

    @Test("a refused stop stays on disk as one that proves nothing")
    func stopRefused() {
        var bench = ClientBench.forwarding(.mapped)
        bench.request(.stop)
        let left = UnfinishedSession(sessionID: ClientBench.session, kind: .mapped, releaseRefused: true)
        #expect(bench.refuse() == [.recordSession(left), .report(.answered(.stop, Self.refused))])
    }

    @Test("a stop without an answer stays on disk")
    func stopUnanswered() {
        var bench = ClientBench.forwarding(.mapped)
        bench.request(.stop)
        #expect(bench.wait(.seconds(5)) == [.report(.answered(.stop, .timedOut))])
    }

    @Test("a stop waits for the start before it, or the PC could begin the session after its stop")
    func stopAfterStart() {
        var bench = ClientBench.ready()
        bench.request(.start(bench.plan(.mapped)))
        let start = bench.takeFirst()
        #expect(bench.request(.stop) == [])
        #expect(bench.sent.isEmpty)
        #expect(bench.ack(start) == [])
        #expect(bench.sent.map(\.command) == [.stop(1)])
        #expect(bench.ack() == [.clearSession, .report(.answered(.stop, .acknowledged))])
    }

    @Test("a start that has not left in whole is dropped by a stop")
    func stopInsteadOfStart() {
        var bench = ClientBench.ready()
        bench.request(.start(bench.plan(.mapped)), taking: 1)
        bench.request(.stop)
        #expect(bench.sent.map(\.command) == [.stop(1)])
    }

    @Test("a stop after a start without an answer proves nothing")
    func stopAfterUnansweredStart() {
        var bench = ClientBench.ready()
        bench.request(.start(bench.plan(.mapped)))
        bench.request(.stop)
        #expect(bench.wait(.seconds(5)) == [.report(.answered(.stop, .timedOut))])
        #expect(bench.sent.count == 1)
    }

    // MARK: Sequences

    @Test(
        "in a scanning session a refused message gives its number back; a mapped one goes on",
        arguments: [(SessionKind.scanning, 1), (.mapped, 2)])
    func refusedNumber(kind: SessionKind, next: Int) {
        var bench = ClientBench.forwarding(kind)
        bench.request(.edge(one, .up))
        #expect(bench.refuse().outcomes == [Self.refused])
        bench.request(.edge(one, .up))
        #expect(bench.takeCommands() == [.edge(next, 1, .up)])
    }

    @Test("what was not answered may have been executed, so its number is not used again: the PC would ignore the stop")
    func unansweredNumber() {
        var bench = ClientBench.forwarding(.scanning)
        bench.request(.edge(one, .down))
        bench.wait(.seconds(3))
        _ = bench.takeCommands()
        bench.request(.stop)
        #expect(bench.takeCommands() == [.stop(2)])
    }

    @Test("a refused start of a scanning session is followed by a stop with a number of its own")
    func refusedStart() {
        var bench = ClientBench.ready()
        bench.request(.start(bench.plan(.scanning)))
        bench.refuse()
        bench.request(.stop)
        #expect(bench.takeCommands() == [.stop(1)])
    }

    // MARK: Older Grid 3

    @Test("Grid 3 with sync: a sync begins, repairs and ends")
    func gridWithSync() {
        var bench = ClientBench.ready(capabilities: .olderGrid3(withSync: true))
        #expect(bench.request(.start(bench.plan(.legacyGrid3))).outcomes == [.acknowledged])
        #expect(bench.sent.isEmpty)
        bench.request(.sync(pressed: []))
        bench.request(.edge(two, .down))
        bench.request(.stop)
        #expect(
            bench.takeCommands() == [
                .syncGrid(Command.SwitchSync(.number(1), pressed: [])), .setGridSwitch(two, .down, .number(2)),
                .syncGrid(Command.SwitchSync(.number(3), pressed: [])),
            ])
    }

    @Test("Grid 3 without sync: an up for every switch begins and ends, a ping asks in between")
    func gridWithoutSync() {
        var bench = ClientBench.ready(capabilities: .olderGrid3(withSync: false))
        #expect(bench.request(.start(bench.plan(.legacyGrid3))).outcomes == [])
        #expect(bench.sent.map(\.command) == [.setGridSwitch(one, .up, nil), .setGridSwitch(two, .up, nil)])
        #expect(bench.ack().outcomes == [])
        #expect(bench.ack().outcomes == [.acknowledged])
        bench.request(.sync(pressed: []))
        #expect(bench.sent.map(\.command) == [.ping(deviceName: nil)])
        bench.ack()
        bench.request(.stop)
        bench.ack()
        #expect(bench.refuse().outcomes == [Self.refused])
        #expect(bench.client.deadline != nil)
    }

    @Test("Grid 3 without sync: a stop waits for the press before it, since nothing orders the two")
    func gridPressBeforeStop() {
        var bench = ClientBench.forwarding(.legacyGrid3, capabilities: .olderGrid3(withSync: false))
        bench.request(.edge(one, .down))
        let press = bench.takeFirst()
        var unanswered = bench
        #expect(bench.request(.stop) == [])
        #expect(bench.sent.isEmpty)
        #expect(bench.refuse(id: press) == [])
        #expect(bench.takeCommands() == [.setGridSwitch(one, .up, nil), .setGridSwitch(two, .up, nil)])
        // The press may still be carried out: only the end of the link settles it.
        #expect(unanswered.wait(.seconds(3)).outcomes == [.timedOut])
        #expect(unanswered.request(.stop).outcomes == [.timedOut])
    }

    // MARK: Narrow links

    @Test(
        "an edge is two frames where the link is wide, and works where it is narrow",
        arguments: [(514, 2), (185, 7), (136, 24), (133, 28)])
    func frames(size: Int, atMost: Int) {
        var bench = ClientBench.ready(frameSize: size)
        bench.request(.start(bench.plan(.scanning)))
        bench.ack()
        bench.request(.edge(SwitchID(8)!, .down))
        #expect(bench.sent.count == 1)
        #expect(bench.sent[0].frames <= atMost)
        #expect(bench.sent[0].command == .edge(1, 8, .down))
    }

    @Test("what presses, releases or ends is urgent; setting up is not")
    func urgent() {
        var bench = ClientBench()
        _ = bench.client.linkEstablished(
            with: ClientBench.status, maximumFrameSize: 514, token: ClientBench.token, unfinished: nil,
            now: bench.clock)
        #expect(bench.client.frameToSend?.isUrgent == false)
        bench = ClientBench.forwarding(.mapped)
        for request in [SessionRequest.edge(SwitchID(1)!, .down), .sync(pressed: []), .stop] {
            bench.request(request, taking: 0)
            #expect(bench.client.frameToSend?.isUrgent == true, "\(request)")
            bench.pump()
        }
    }

    @Test("a link that is too narrow is one failure, before anything is asked", arguments: [0, 20, 97, 132])
    func tooNarrow(size: Int) {
        var bench = ClientBench(frameSize: size)
        #expect(bench.connect() == [.report(.failed(.linkTooNarrow)), .cutLink])
    }

    @Test("what is refused of a session that another one took the place of takes no number back from that")
    func sessionBefore() {
        var bench = ClientBench.forwarding(.scanning)
        bench.request(.edge(SwitchID(1)!, .down))
        let edge = bench.takeFirst()
        bench.request(.start(bench.plan(.scanning)))
        bench.ack()
        #expect(bench.refuse(id: edge) == [])
        bench.request(.edge(SwitchID(1)!, .down))
        #expect(bench.takeCommands() == [.edge(1, 1, .down)])
    }

    @Test("a refused command that has no number takes none back")
    func refusedWithoutNumber() {
        var bench = ClientBench.forwarding(.scanning)
        let action = SwitchAction(id: "X", effect: .pc(.instant))
        let step = ActionStep(action, .perform, by: SwitchID(1), at: Instant(nanoseconds: 1))
        bench.request(.action(step), [.click(.left)])
        bench.refuse()
        bench.request(.edge(SwitchID(1)!, .down))
        #expect(bench.takeCommands() == [.edge(1, 1, .down)])
    }

    @Test(
        "without sessions a refused start or release is on disk, since leaving the PC proves nothing after it",
        arguments: [SessionRequest.start(ClientBench().plan(.legacyGrid3)), .edge(SwitchID(1)!, .up)])
    func refusedGridRelease(request: SessionRequest) {
        var bench = ClientBench.forwarding(.legacyGrid3, capabilities: .olderGrid3(withSync: false))
        bench.request(request)
        let left = UnfinishedSession(sessionID: ClientBench.session, kind: .legacyGrid3, releaseRefused: true)
        let answered = ClientAction.report(.answered(request, .refused(code: "input_failed")))
        #expect(bench.refuse() == [.recordSession(left), answered])
        bench.request(.edge(SwitchID(2)!, .down))
        #expect(bench.client.session?.unfinished == left, "and stays so to the end of the session")
    }

    @Test("without sessions a refused press leaves nothing behind")
    func refusedGridPress() {
        var bench = ClientBench.forwarding(.legacyGrid3, capabilities: .olderGrid3(withSync: false))
        let press = SessionRequest.edge(SwitchID(1)!, .down)
        bench.request(press)
        #expect(bench.refuse() == [.report(.answered(press, .refused(code: "input_failed")))])
    }
}
