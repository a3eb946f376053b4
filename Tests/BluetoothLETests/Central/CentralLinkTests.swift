// SPDX-License-Identifier: GPL-3.0-or-later
import PCLink
import PCProtocol
import SwitchCore
import Testing

@testable import BluetoothLE

@Suite("The central: carrying frames")
struct CentralLinkTests {
    @Test("urgent frames are commands, both together; others are requests, one at a time")
    func writes() {
        let bench = CentralBench.carrying()
        let address = CentralBench.address(1)
        #expect(bench.offer([1], isUrgent: true) && bench.offer([2], isUrgent: true))
        #expect(bench.peers[address]?.written.map(\.isRequest) == [false, false])
        bench.peers[address]?.isSilent = true
        #expect(bench.offer([3], isUrgent: false))
        #expect(!bench.offer([4], isUrgent: false))
        #expect(bench.offer([5], isUrgent: true), "a stop does not wait for a request")
        bench.deliver([0x13])
        #expect(bench.reports.contains(.writable))
        #expect(bench.offer([4], isUrgent: false))
    }

    @Test("F33 what comes before the PC is subscribed to is none of ours")
    func early() {
        let bench = CentralBench(.connect(desktopID: "a"))
        bench.add("a", at: 1) { $0.isSilent = true }
        bench.start()
        bench.hear(1)
        bench.deliver(GATTPeer.notification([1]))
        #expect(!bench.reports.contains(.frame([1])))
        let carrying = CentralBench.carrying()
        carrying.deliver(GATTPeer.notification([1]))
        #expect(carrying.reports.contains(.frame([1])))
    }

    @Test("a link that is lost is told at once, and ended for real before the next attempt")
    func lost() {
        let bench = CentralBench.carrying()
        bench.unanswered = [0x14]
        bench.loseLink(.outOfRange)
        #expect(bench.losses == [.outOfRange])
        #expect(bench.commands.last == .disconnect(adapter: 0, CentralBench.address(1)))
        bench.start()
        #expect(bench.commands.last == .disconnect(adapter: 0, CentralBench.address(1)), "it waits for the end")
        bench.unanswered = []
        #expect(bench.pass(CentralMachine.leaveDeadline))
        #expect(bench.commands.last == .startDiscovery(adapter: 0))
    }

    @Test("cut ends the link for real and says nothing, in every state")
    func cut() {
        var bench = CentralBench.carrying()
        bench.forget()
        bench.cut()
        #expect(bench.commands == [.disconnect(adapter: 0, CentralBench.address(1))])
        #expect(bench.reports.isEmpty && bench.machine.isIdle && bench.machine.deadline == nil)

        bench = CentralBench(.connect(desktopID: "a"))
        bench.start()
        bench.forget()
        bench.cut()
        #expect(bench.commands == [.stopDiscovery(adapter: 0)] && bench.reports.isEmpty)

        bench = CentralBench(.connect(desktopID: "a"))
        bench.deaf = [CentralBench.address(1)]
        bench.start()
        bench.hear(1)
        bench.forget()
        bench.cut()
        #expect(bench.commands == [.disconnect(adapter: 0, CentralBench.address(1))])
        #expect(bench.pass(.seconds(60)) && bench.reports.isEmpty)
    }

    @Test("cut while a link is being ended still has it ended, since the kernel may not know of it yet")
    func cutWhileLeaving() {
        let bench = CentralBench.carrying()
        bench.unanswered = [0x14]
        bench.loseLink()
        bench.forget()
        bench.cut()
        #expect(bench.commands == [.disconnect(adapter: 0, CentralBench.address(1))])
        #expect(bench.reports.isEmpty && bench.machine.isIdle && bench.machine.deadline == nil)
    }

    @Test("the answer to the end of another link, given up before, does not count")
    func staleDisconnect() {
        let bench = CentralBench.carrying()
        bench.add("a", at: 2)
        bench.unanswered = [0x14]
        bench.loseLink()
        bench.start()
        #expect(bench.pass(CentralMachine.leaveDeadline))
        bench.hear(2)
        #expect(bench.commands.last == .disconnect(adapter: 0, CentralBench.address(2)))
        let answer = { (number: UInt8) in
            ManagementEvent.completed(
                opcode: 0x14, adapter: 0, .success, parameters: CentralBench.address(number).bytes + [2])
        }
        bench.tell(answer(1))
        #expect(bench.commands.last == .disconnect(adapter: 0, CentralBench.address(2)))
        bench.tell(answer(2))
        #expect(bench.connections == 2)
    }

    @Test("the end is told before the loss, so that whoever hears of it may begin again at once")
    func endedFirst() {
        let bench = CentralBench(.connect(desktopID: "a"))
        bench.start()
        #expect(bench.pass(CentralMachine.searchDeadline))
        #expect(bench.reports.suffix(2) == [.ended, .lost(.outOfRange)])
    }

    @Test("a management interface that fails amid a link ends that too")
    func managementFails() {
        let bench = CentralBench(.survey)
        bench.add("a", at: 1) { $0.isSilent = true }
        bench.start()
        bench.hear(1)
        #expect(bench.link != nil)
        bench.failManagement(.unsupported)
        #expect(bench.link == nil && bench.problems == [.unsupported])
    }

    @Test("answers are read where the status says so, and only while one is awaited")
    func reads() {
        let bench = CentralBench(.connect(desktopID: "a"))
        bench.peers[CentralBench.address(1)] = GATTPeer(CentralBench.status("a", .reads))
        bench.start()
        bench.hear(1)
        #expect(bench.connections == 1 && bench.peers[CentralBench.address(1)]?.isSubscribed == false)
        let before = bench.peers[CentralBench.address(1)]?.packets
        #expect(bench.pass(.seconds(5)))
        #expect(bench.peers[CentralBench.address(1)]?.packets == before, "idle costs no reads")
        bench.peers[CentralBench.address(1)]?.server.waiting = [[7], [8]]
        bench.machine.answerExpected(true)
        #expect(bench.pass(.seconds(1)))
        #expect(bench.reports.contains(.frame([7])) && bench.reports.contains(.frame([8])))
    }
}
