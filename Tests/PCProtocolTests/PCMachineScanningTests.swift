// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore
import Testing

@testable import PCProtocol

@Suite struct PCMachineScanningTests {
    @Test("scanning acks but ignores edges until an empty sync")
    func scanningNeutral() {
        var pc = PCBench()
        pc.start(.scanning)
        #expect(pc.edge(1, 1, .down)?.isAck == true)
        #expect(pc.sync(2, [SwitchID(1)!])?.isAck == true)
        #expect(pc.edge(3, 1, .up)?.isAck == true)
        #expect(pc.machine.held == [])
        pc.sync(4)
        pc.edge(5, 1, .down)
        #expect(pc.machine.held == [.scanSwitch(SwitchID(1)!)])
        pc.edge(6, 1, .up)
        #expect(pc.events.last == .scanned("Select"))
    }

    @Test(
        "scanning does the press action on a short press and the hold actions after whole seconds",
        arguments: [(0, "Select"), (999, "Select"), (1000, "Next"), (1999, "Next"), (2000, "Back"), (4000, "Back")])
    func scanningHold(milliseconds: Int, label: String) {
        var pc = PCBench()
        pc.start(.scanning)
        pc.sync(1)
        pc.edge(2, 1, .down)
        pc.wait(.milliseconds(milliseconds))
        pc.edge(3, 1, .up)
        #expect(pc.events.last == .scanned(label))
    }

    @Test("a press withdrawn with a sync does nothing")
    func scanningWithdrawn() {
        var pc = PCBench()
        pc.start(.scanning)
        pc.sync(1)
        pc.edge(2, 1, .down)
        pc.edge(3, 2, .down)
        pc.sync(4, [SwitchID(2)!])
        #expect(pc.machine.held == [.scanSwitch(SwitchID(2)!)])
        pc.edge(5, 1, .up)
        pc.edge(6, 2, .up)
        #expect(pc.events.filter { if case .scanned = $0 { true } else { false } } == [.scanned("Next")])
    }

    @Test("a gap in the sequence drops what is pressed until all switches were up")
    func scanningGap() {
        var pc = PCBench()
        pc.start(.scanning)
        pc.sync(1)
        pc.edge(2, 1, .down)
        #expect(pc.edge(4, 1, .up)?.isAck == true)
        #expect(pc.machine.held == [])
        pc.edge(5, 1, .down)
        #expect(pc.machine.held == [])
        pc.sync(6)
        pc.edge(7, 1, .down)
        #expect(pc.machine.held == [.scanSwitch(SwitchID(1)!)])
        #expect(!pc.events.contains(.scanned("Select")))
    }

    @Test(
        "a scanning session expires 5 s after its last message, not before",
        arguments: [(-1, true), (0, false), (1, false)])
    func scanningExpiry(offset: Int, lives: Bool) {
        var pc = PCBench()
        pc.start(.scanning)
        pc.wait(.seconds(4))
        pc.sync(1)
        pc.edge(2, 1, .down)
        #expect(pc.machine.deadline == pc.now + .seconds(5))
        // No timer has fired: what is due at this instant happens before the message.
        pc.now = pc.now + .milliseconds(5000 + offset)
        #expect((pc.edge(3, 1, .up)?.code == .inputFailed) == !lives)
        #expect(pc.machine.held == [])
        #expect(pc.events.contains(.sessionEnded(PCBench.session, .expired)) == !lives)
    }

    @Test("a mapped session does not expire")
    func mappedLives() {
        var pc = PCBench()
        pc.start()
        pc.edge(1, 1, .down)
        #expect(pc.machine.deadline == nil)
        pc.wait(.seconds(3600))
        #expect(pc.edge(2, 1, .up)?.isAck == true)
    }
}
