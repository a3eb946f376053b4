// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore
import Testing

@testable import BluetoothLE

@Suite("The ATT bearer")
struct ATTBearerTests {
    private let start = Instant(nanoseconds: 1_000)
    private let read = ATTPacket.readRequest(handle: 0x17)

    private func asking() -> ATTBearer {
        var bearer = ATTBearer()
        #expect(bearer.request(read, now: start) == .send(read.bytes))
        return bearer
    }

    @Test("a response frees the bearer for the next request")
    func response() {
        var bearer = asking()
        #expect(!bearer.isIdle)
        #expect(bearer.packetArrived(bytes("0b 01")) == .answered(.readResponse([1])))
        #expect(bearer.isIdle)
        #expect(bearer.deadline == nil)
    }

    @Test("so does a refusal of it")
    func refusal() {
        var bearer = asking()
        #expect(bearer.packetArrived(bytes("01 0a 1700 05")) == .refused(.insufficientAuthentication))
        #expect(bearer.isIdle)
    }

    @Test("a refusal of something else is ignored and counted")
    func foreignRefusal() {
        var bearer = asking()
        #expect(bearer.packetArrived(bytes("01 12 1700 05")) == nil)
        #expect(!bearer.isIdle)
        #expect(bearer.ignoredCount == 1)
    }

    @Test(
        "a response nobody asked for is ignored and counted",
        arguments: ["0b 01", "13", "01 0a 1700 05", "0b", "03 17"])
    func unexpected(hex: String) {
        var bearer = ATTBearer()
        #expect(bearer.packetArrived(bytes(hex)) == nil)
        #expect(bearer.isIdle)
        #expect(bearer.ignoredCount == 1)
    }

    @Test(
        "another request's response ends the bearer",
        arguments: ["13", "0d 01", "03 1700", "11 00"])
    func wrongResponse(hex: String) {
        var bearer = asking()
        #expect(bearer.packetArrived(bytes(hex)) == .failed(.wrongResponse(opcode: bytes(hex)[0])))
        #expect(bearer.deadline == nil)
        #expect(bearer.packetArrived(bytes("0b 01")) == nil)
        #expect(bearer.packetArrived(bytes("02 1700")) == nil)
        #expect(bearer.command(.writeCommand(handle: 1, value: [])) == nil)
    }

    @Test("a response that cannot be taken apart ends it too")
    func malformed() {
        var bearer = asking()
        #expect(bearer.packetArrived(bytes("01 0a 17")) == .failed(.malformed(.wrongLength(opcode: 1))))
    }

    @Test("a request has 30 seconds; waking early does nothing")
    func transactionLimit() {
        var bearer = asking()
        let limit = start + .seconds(30)
        #expect(bearer.deadline == limit)
        #expect(bearer.timerFired(now: Instant(nanoseconds: limit.nanoseconds - 1)) == nil)
        #expect(bearer.timerFired(now: limit) == .failed(.unanswered))
        #expect(bearer.timerFired(now: limit) == nil)
        #expect(!bearer.isIdle)
    }

    @Test("notifications come through, indications are confirmed, whatever is outstanding", arguments: [false, true])
    func pushed(isAsking: Bool) {
        var bearer = isAsking ? asking() : ATTBearer()
        #expect(bearer.packetArrived(bytes("1b 1400 0102")) == .notified(handle: 0x14, value: [1, 2]))
        #expect(bearer.packetArrived(bytes("1d 1400 0102")) == .send([0x1e]))
        #expect(bearer.packetArrived(bytes("1d")) == .send([0x1e]))
        #expect(bearer.isIdle != isAsking)
    }

    @Test(
        "no request of the peer stays unanswered",
        arguments: [
            ("04 0100 ffff", "01 04 0100 0a"), ("06 0100 ffff 0028 0018", "01 06 0100 0a"),
            ("08 0100 ffff 0328", "01 08 0100 0a"), ("10 0100 ffff 0028", "01 10 0100 0a"),
            ("04 0000 ffff", "01 04 0000 01"), ("10 0500 0400 0028", "01 10 0500 01"), ("0a 0300", "01 0a 0300 01"),
            ("0c 0300 0000", "01 0c 0300 01"), ("12 0300 01", "01 12 0300 01"), ("0e 0300 0400", "01 0e 0000 06"),
            ("16 0300 0000 01", "01 16 0000 06"), ("18 01", "01 18 0000 06"), ("20 0300 0400", "01 20 0000 06"),
            ("00", "01 00 0000 06"), ("3f", "01 3f 0000 06"), ("04 01", "01 04 0000 04"), ("02", "01 02 0000 04"),
        ])
    func peerRequests(request: String, answer: String) {
        var bearer = asking()
        #expect(bearer.packetArrived(bytes(request)) == .send(bytes(answer)))
        #expect(bearer.packetArrived(bytes("0b")) == .answered(.readResponse([])))
    }

    @Test(
        "commands and confirmations of the peer are ignored",
        arguments: ["52 0300 01", "d2 0300 01", "7f", "1e", "1b", "23 00", ""])
    func ignored(hex: String) {
        var bearer = ATTBearer()
        #expect(bearer.packetArrived(bytes(hex)) == nil)
        #expect(bearer.ignoredCount == 1)
    }

    @Test("the peer may ask for the MTU once")
    func peerMTU() {
        var bearer = ATTBearer()
        #expect(bearer.packetArrived(bytes("02 b900")) == .send(bytes("03 0502")))
        #expect(bearer.mtu == 185)
        #expect(bearer.packetArrived(bytes("02 1700")) == .send(bytes("01 02 0000 06")))
        #expect(bearer.mtu == 185)
    }

    @Test(
        "the MTU is never below 23 nor above our own",
        arguments: [(0, 23), (22, 23), (100, 100), (517, 517), (65535, 517)])
    func mtu(offered: UInt16, agreed: Int) {
        var bearer = ATTBearer()
        #expect(bearer.mtu == 23)
        _ = bearer.request(.exchangeMTURequest(517), now: start)
        #expect(
            bearer.packetArrived(ATTPacket.exchangeMTUResponse(offered).bytes)
                == .answered(.exchangeMTUResponse(offered)))
        #expect(bearer.mtu == agreed)
    }

    @Test("a peer that floods gets no more than eight answers until the channel is empty")
    func flood() {
        var bearer = ATTBearer()
        let answers = (0..<1000).compactMap { _ in bearer.packetArrived(bytes("0a 0300")) }
        #expect(answers.count == ATTBearer.unsentLimit)
        #expect(bearer.ignoredCount == 1000 - ATTBearer.unsentLimit)
        #expect(bearer.command(.writeCommand(handle: 1, value: [])) == nil)
        bearer.channelEmptied()
        #expect(bearer.packetArrived(bytes("1d 0300")) == .send([0x1e]))
    }

    @Test("when the two sides' exchanges disagree the lower MTU counts", arguments: [(100, 517), (517, 100)])
    func disagreeing(asked: UInt16, offered: UInt16) {
        var bearer = ATTBearer()
        _ = bearer.request(.exchangeMTURequest(517), now: start)
        _ = bearer.packetArrived(ATTPacket.exchangeMTURequest(asked).bytes)
        _ = bearer.packetArrived(ATTPacket.exchangeMTUResponse(offered).bytes)
        #expect(bearer.mtu == 100)
    }
}
