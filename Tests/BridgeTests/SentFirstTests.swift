// SPDX-License-Identifier: GPL-3.0-or-later
import Bridge
import EventLoop
import PCLink
import SimulatedTime
import SwitchCore
import Testing

@Suite("What goes to the PC goes before anybody is told") struct SentFirstTests {
    /// A bench that is forwarding, and from then on the order of what happens.
    private final class Order {
        let bench: Bench
        private(set) var words: [String] = []
        /// When what was answered had been sent, as told with the answer.
        private(set) var sentAt: [Instant?] = []

        init() throws {
            bench = try Bench()
            try bench.start()
            // One request may be several frames.
            bench.link.onSend = { [weak self] in if self?.words.last != "sent" { self?.words.append("sent") } }
            let tell = bench.forwarder.onEvent
            bench.forwarder.onEvent = { [weak self] event in
                self?.note(event)
                tell?(event)
            }
        }

        private func note(_ event: BridgeEvent) {
            switch event {
            case .moved(let edge): words.append("moved \(edge.state.rawValue)")
            case .stateChanged(_, _, let state): words.append(state)
            case .answered(let sent, _, _):
                words.append("answered")
                if case .edge = sent { sentAt.append(bench.forwarder.load.sentAt) }
            case .notice(let notice): words.append("notice \("\(notice)".prefix { $0 != "(" })")
            case .connection, .meanings, .changedPC, .changedProfile, .devicesChanged, .rejected, .selected, .lasting,
                .asked, .idleAct, .closed:
                break
            }
        }
    }

    @Test("a press, and the next one with the answer to the one before")
    func presses() throws {
        let order = try Order()
        order.bench.switches.set(1, down: true)
        let first = order.bench.loop.now
        #expect(order.words == ["sent", "moved down"])
        order.bench.switches.set(2, down: true)
        #expect(order.words == ["sent", "moved down", "moved down"])
        #expect(try order.bench.run { order.bench.answered == 1 })
        #expect(order.words == ["sent", "moved down", "moved down", "sent", "answered"])
        // The answer is to the first of them.
        #expect(order.sentAt == [first])
    }

    @Test("a stop")
    func stop() throws {
        let order = try Order()
        order.bench.forwarder.stop(.userStopped)
        #expect(order.words == ["sent", "stopping", "notice stopping"])
        #expect(try order.bench.run { order.bench.forwarder.isIdle })
        #expect(order.words == ["sent", "stopping", "notice stopping", "idle", "notice stopped"])
    }
}
