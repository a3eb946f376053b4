// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore
import Testing

/// What no pipeline hands to the engine, which keeps its promises by itself all the same.
@Suite struct ForwardingEngineTests {
    private let one = SwitchID(1)!

    private func starting() -> ForwardingEngine {
        var engine = ForwardingEngine()
        engine.pcBecameReady(at: ms(0))
        let plan = SessionPlan(
            kind: .mapped, pcProfileID: "keys", pcProfileVersion: 1, forwarded: [one], idleStop: nil)
        _ = engine.userStarted(plan, at: ms(0))
        _ = engine.captureHeld(at: ms(0))
        return engine
    }

    private func forwarding() -> ForwardingEngine {
        var engine = starting()
        _ = engine.startAnswered(.acknowledged, at: ms(0))
        _ = engine.syncAnswered(.acknowledged, at: ms(0))
        return engine
    }

    @Test("one start begins one session, however often capture is said to be held")
    func oneSession() {
        var engine = starting()
        #expect(engine.captureHeld(at: ms(1)) == [])
        #expect(engine.startAnswered(.acknowledged, at: ms(2)) == [.send(.sync(pressed: []))])
        #expect(engine.captureHeld(at: ms(3)) == [])
        #expect(engine.startAnswered(.acknowledged, at: ms(4)) == [])
    }

    @Test("an up belongs to a down that was forwarded: alone it is not sent, nor is a second down")
    func upBelongsToDown() {
        var engine = forwarding()
        #expect(engine.edgeArrived(Edge(one, .up, at: ms(1)), at: ms(1)) == [])
        #expect(engine.edgeArrived(Edge(one, .down, at: ms(2)), at: ms(2)) == [.send(.edge(one, .down))])
        _ = engine.sentAnswered(.acknowledged, at: ms(3))
        #expect(engine.edgeArrived(Edge(one, .down, at: ms(4)), at: ms(4)) == [])
        #expect(engine.edgeArrived(Edge(one, .up, at: ms(5)), at: ms(5)) == [.send(.edge(one, .up))])
        _ = engine.sentAnswered(.acknowledged, at: ms(6))
        #expect(engine.edgeArrived(Edge(one, .up, at: ms(7)), at: ms(7)) == [])
    }
}
