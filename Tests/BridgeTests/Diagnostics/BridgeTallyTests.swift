// SPDX-License-Identifier: GPL-3.0-or-later
import PCLink
import PCProtocol
import SwitchCore
import Testing

@testable import Bridge

@Suite("What a bridge keeps of its own doings")
struct BridgeTallyTests {
    private let left = SwitchID(1)!

    private func clock(_ milliseconds: Int64) -> ClockReading {
        ClockReading(
            instant: Instant(nanoseconds: milliseconds * 1_000_000), unixMilliseconds: 1_000_000 + milliseconds)
    }

    private func press(_ milliseconds: Int64) -> Outgoing {
        .edge(Edge(left, .down, at: clock(milliseconds).instant))
    }

    @Test("presses and answers are counted, and how long the PC took")
    func counts() {
        var tally = BridgeTally(at: clock(0))
        var load = BridgeLoad()
        load.sent(at: clock(4).instant)
        tally.happened(.rejected(left, by: .debounce), load, at: clock(1))
        tally.happened(.rejected(left, by: .debounce), load, at: clock(2))
        tally.happened(.rejected(left, by: .ignoreRepeat), load, at: clock(3))
        tally.happened(.answered(press(1), .acknowledged, at: clock(13).instant), load, at: clock(13))
        tally.happened(.answered(press(2), .refused(code: "input_failed"), at: clock(20).instant), load, at: clock(20))
        tally.happened(.answered(press(3), .timedOut, at: clock(3003).instant), load, at: clock(3003))
        #expect(tally.rejected == [.debounce: 2, .ignoreRepeat: 1])
        #expect((tally.acknowledged, tally.refused, tally.notAnswered) == (1, 1, 1))
        // 12 ms from the press, 9 and 16 ms from sending.
        #expect(tally.pressToAcknowledged.counts == [0, 0, 1, 0, 0, 0, 0, 0, 0, 0])
        #expect(tally.roundTrips.counts == [0, 1, 1, 0, 0, 0, 0, 0, 0, 0])
    }

    @Test("a start that failed was a start that was asked for")
    func failedStart() {
        var tally = BridgeTally(at: clock(0))
        tally.happened(.notice(.starting), BridgeLoad(), at: clock(1))
        let stop = Stop(reason: .captureFailed(.noDevice), mayStillBeHeld: false)
        tally.happened(.notice(.stopped(stop)), BridgeLoad(), at: clock(2))
        #expect((tally.starts, tally.startsBegun) == (1, 0))
        tally.happened(.notice(.starting), BridgeLoad(), at: clock(3))
        tally.happened(.notice(.started), BridgeLoad(), at: clock(4))
        #expect((tally.starts, tally.startsBegun) == (2, 1))
    }

    @Test("a release is no press: nobody waits for it")
    func releases() {
        var tally = BridgeTally(at: clock(0))
        let release = Outgoing.edge(Edge(left, .up, at: clock(1).instant))
        tally.happened(.answered(release, .acknowledged, at: clock(5).instant), BridgeLoad(), at: clock(5))
        #expect(tally.acknowledged == 1)
        #expect(tally.pressToAcknowledged == LatencyHistogram())
    }

    @Test("a bucket counts what took less than its limit", arguments: LatencyHistogram.limits.indices)
    func buckets(index: Int) {
        let limit = Duration.milliseconds(LatencyHistogram.limits[index])
        var histogram = LatencyHistogram()
        histogram.add(limit - .nanoseconds(1))
        histogram.add(limit)
        histogram.add(.seconds(-1))
        #expect(histogram.counts[index] == (index == 0 ? 2 : 1))
        #expect(histogram.counts[index + 1] == 1)
        #expect(histogram.least == .zero)
        #expect(histogram.most == limit)
    }

    @Test("events beyond the limit push the oldest out, and memory stays as it is")
    func bounded() {
        var tally = BridgeTally(at: clock(0))
        for number in 0..<(BridgeTally.eventLimit + 3) {
            tally.happened(.devicesChanged, BridgeLoad(), at: clock(Int64(number)))
        }
        #expect(tally.events.elements.count == BridgeTally.eventLimit)
        #expect(tally.events.forgotten == 3)
        #expect(tally.events.elements.first?.unixMilliseconds == 1_000_003)
        #expect(tally.events.elements.last?.unixMilliseconds == 1_000_000 + Int64(BridgeTally.eventLimit) + 2)
    }

    @Test("a stop says why and when, and whether something may have been held until the PC let go")
    func stops() {
        var tally = BridgeTally(at: clock(0))
        let stop = Stop(reason: .linkLost, mayStillBeHeld: true)
        tally.happened(.notice(.stopped(stop)), BridgeLoad(), at: clock(7))
        #expect(
            tally.stops.elements
                == [TallyStop(unixMilliseconds: 1_000_007, reason: .linkLost, mayHaveBeenHeld: true)])
        tally.happened(.notice(.releaseConfirmed), BridgeLoad(), at: clock(9))
        #expect(tally.stops.elements.last?.wasReleasedLater == true)
        for number in 0..<BridgeTally.stopLimit {
            tally.happened(
                .notice(.stopped(Stop(reason: .idleTimeout, mayStillBeHeld: false))), BridgeLoad(),
                at: clock(Int64(number)))
        }
        #expect(tally.stops.elements.count == BridgeTally.stopLimit)
        #expect(tally.stops.elements.allSatisfy { $0.reason == .idleTimeout })
    }

    @Test("an event says nothing in a PC's or a device's own words, nor what was typed")
    func private_() throws {
        let secret = "geheim"
        let typing = SwitchAction(id: "text:\(secret)", effect: .pc(.instant), isTyping: true)
        let step = ActionStep(typing, .perform, by: left, at: clock(0).instant)
        let status = PCStatus(desktopID: secret, displayName: secret, platform: .other(secret))
        let events: [BridgeEvent] = [
            .answered(.action(step), .refused(code: secret), at: clock(1).instant),
            .notice(.actionRefused(step, code: secret)), .notice(.mayHaveBeenTyped(typing)),
            .selected(typing, by: left),
            .notice(.stopping(.deviceRemoved(name: secret))), .notice(.stopping(.pcRefused(code: secret))),
            .notice(.stopped(Stop(reason: .captureFailed(.busy(device: secret, owner: secret)), mayStillBeHeld: true))),
            .connection(.connected(status)), .connection(.report(.pairingCode(secret))),
            .connection(.lost(.notFound(place: secret), retries: true)), .changedPC(from: status, mayStillBeHeld: true),
            .connection(.report(.failed(.setUpFailed(.refused(code: secret))))),
        ]
        for event in events {
            let entry = try #require(TallyEntry(event))
            #expect(!"\(entry)".contains(secret))
        }
    }
}
