// SPDX-License-Identifier: GPL-3.0-or-later
import PCLink
import PCProtocol
import SwitchCore
import Testing

@testable import BluetoothLE

@Suite("The central: adapters")
struct CentralAdapterTests {
    @Test("an adapter that is off is switched on, and one without LE enabled is told to")
    func switchedOn() {
        let bench = CentralBench(.survey)
        bench.adapters[0]?.current = []
        bench.start()
        #expect(
            bench.commands.contains(.setPowered(adapter: 0, true)) && bench.commands.contains(.setLowEnergy(adapter: 0))
        )
        #expect(bench.commands.last == .startDiscovery(adapter: 0))
    }

    @Test(
        "why there is none is told, each with its own reason",
        arguments: [
            (ManagementStatus.blocked, AdapterProblem.blocked), (.permissionDenied, .notPermitted), (.rejected, .off),
        ])
    func problems(status: ManagementStatus, problem: AdapterProblem) {
        let bench = CentralBench(.connect(desktopID: "a"))
        bench.adapters[0]?.current = [.lowEnergy]
        bench.adapters[0]?.power = status
        bench.start()
        #expect(bench.losses == [.adapter(problem)])
        #expect(bench.machine.isIdle)
    }

    @Test("whatever the kernel answers, one that is blocked is not called off")
    func blockedAnyhow() {
        let bench = CentralBench(.connect(desktopID: "a"))
        bench.adapters[0]?.current = [.lowEnergy]
        bench.adapters[0]?.power = .rejected
        bench.adapters[0]?.isBlocked = true
        bench.start()
        #expect(bench.losses == [.adapter(.blocked)])
    }

    @Test("no adapter, another than the wanted one, and one without LE")
    func none() {
        var bench = CentralBench(.connect(desktopID: "a"))
        bench.adapters = [:]
        bench.start()
        #expect(bench.losses == [.adapter(.absent(wanted: nil))])
        bench = CentralBench(.connect(desktopID: "a"), adapter: "hci3")
        bench.start()
        #expect(bench.losses == [.adapter(.absent(wanted: "hci3"))])
        bench = CentralBench(.connect(desktopID: "a"))
        bench.adapters[0]?.supported = .powered
        bench.start()
        #expect(bench.losses == [.adapter(.notLE)])
    }

    @Test("of several the first that can be used is taken, or the wanted one")
    func several() {
        var bench = CentralBench(.survey)
        bench.adapters = [0: .init(supported: .powered), 2: .init(), 3: .init()]
        bench.start()
        #expect(bench.commands.last == .startDiscovery(adapter: 2))
        bench = CentralBench(.survey, adapter: "hci3")
        bench.adapters = [2: .init(), 3: .init()]
        bench.start()
        #expect(bench.commands.last == .startDiscovery(adapter: 3))
    }

    @Test("a survey waits for an adapter, says why once, and goes on as soon as one is plugged in")
    func pluggedIn() {
        let bench = CentralBench(.survey)
        bench.adapters = [:]
        bench.start()
        #expect(bench.pass(.seconds(30)))
        #expect(bench.problems == [.absent(wanted: nil)])
        bench.adapters = [1: .init()]
        bench.tell(.adapterAdded(1))
        #expect(bench.reports.last == .searching)
    }

    @Test("the adapter is unplugged while frames are carried: lost at once, with the reason")
    func unplugged() {
        let bench = CentralBench.carrying()
        bench.tell(.adapterRemoved(0))
        #expect(bench.losses == [.adapter(.absent(wanted: nil))])
        #expect(bench.machine.isIdle && bench.link == nil)
    }

    @Test("an adapter that is switched off while frames are carried: lost at once, and switched on again")
    func switchedOff() {
        let bench = CentralBench.carrying()
        bench.adapters[0]?.current = .lowEnergy
        bench.tell(.settingsChanged(adapter: 0, .lowEnergy))
        #expect(bench.losses == [.adapter(.off)])
        bench.start()
        #expect(bench.commands.contains(.setPowered(adapter: 0, true)))
        #expect(bench.commands.last == .startDiscovery(adapter: 0))
    }

    @Test(
        "one that is blocked while in use is told apart from one that is off, and switched on again after the block",
        arguments: [true, false])
    func blockedInUse(isToldFirst: Bool) {
        let bench = CentralBench.carrying()
        bench.adapters[0]?.current = .lowEnergy
        bench.adapters[0]?.isBlocked = true
        bench.adapters[0]?.power = .blocked
        if isToldFirst {
            bench.tell(.settingsChanged(adapter: 0, .lowEnergy))
        } else {
            bench.loseLink(.endedHere)
            bench.start()
        }
        bench.start()
        #expect(bench.losses.suffix(2) == [.adapter(.blocked), .adapter(.blocked)])
        bench.adapters[0]?.isBlocked = false
        bench.adapters[0]?.power = .success
        bench.start()
        #expect(bench.commands.last == .startDiscovery(adapter: 0))
    }

    @Test("why an adapter goes off during a search is told", arguments: [true, false])
    func offWhileSearching(isBlocked: Bool) {
        let bench = CentralBench(.survey)
        bench.start()
        bench.adapters[0]?.current = .lowEnergy
        bench.adapters[0]?.isBlocked = isBlocked
        bench.tell(.settingsChanged(adapter: 0, .lowEnergy))
        #expect(bench.problems == [isBlocked ? .blocked : .off])
        #expect(bench.pass(CentralMachine.pause))
        #expect(bench.commands.last == .startDiscovery(adapter: 0))
    }

    @Test("what was read of a block after the end is nothing")
    func lateBlock() {
        let bench = CentralBench.carrying()
        bench.cut()
        #expect(bench.machine.blockRead(true, now: bench.now).isEmpty)
    }

    @Test("without CAP_NET_ADMIN the kernel denies the scan, and that is told")
    func notPermitted() {
        let bench = CentralBench(.connect(desktopID: "a"))
        bench.answers[0x23] = .permissionDenied
        bench.start()
        #expect(bench.losses == [.adapter(.notPermitted)])
    }

    @Test(
        "a kernel that answers nothing ends in bounded time", arguments: [UInt16(0x03), 0x04, 0x23, 0x24, 0x14, 0x35])
    func kernelSilent(opcode: UInt16) {
        let bench = CentralBench(.connect(desktopID: "a"))
        bench.unanswered = [opcode]
        bench.add("a", at: 1)
        bench.start()
        bench.hear(1)
        #expect(bench.pass(.seconds(120)))
        #expect(bench.connections == 1 || bench.losses.count == 1, "\(bench.reports)")
    }
}

@Suite("The central: finding a PC")
struct CentralSearchTests {
    @Test("F32 one attempt at a time: the scan ends, an old link ends, the parameters are set, then the link is opened")
    func order() {
        let bench = CentralBench(.connect(desktopID: "a"))
        bench.add("a", at: 1)
        bench.start()
        bench.forget()
        bench.hear(1)
        let address = CentralBench.address(1)
        #expect(
            bench.commands == [
                .stopDiscovery(adapter: 0), .disconnect(adapter: 0, address),
                .loadConnectionParameters(adapter: 0, address, .forForwarding),
            ])
        #expect(bench.log.last == "open \(address)")
        #expect(bench.connections == 1)
        #expect(bench.peers[address]?.isSubscribed == true)
    }

    @Test("F32 a PC is known by its desktop id, whatever its name and address; others are left again")
    func identity() {
        let bench = CentralBench(.connect(desktopID: "b"))
        bench.add("a", at: 1)
        bench.add("b", at: 2)
        bench.start()
        bench.hear(1, name: "Desk")
        #expect(bench.connections == 0 && bench.link == nil)
        #expect(bench.commands.last == .startDiscovery(adapter: 0))
        bench.hear(1, name: "Desk")
        #expect(bench.link == nil, "one that said who it is is not asked again")
        bench.hear(2, name: "Desk")
        #expect(bench.connections == 1)
        // Its address changes.
        bench.loseLink()
        bench.peers[CentralBench.address(9)] = bench.peers[CentralBench.address(2)]
        bench.forget()
        bench.start()
        bench.hear(1, name: "Desk")
        bench.hear(9, name: "Desk")
        #expect(bench.connections == 1 && bench.link == CentralBench.address(9))
    }

    @Test("a PC that is not there ends the search in bounded time, and says so once")
    func outOfRange() {
        let bench = CentralBench(.connect(desktopID: "a"))
        bench.start()
        #expect(bench.pass(CentralMachine.searchDeadline))
        #expect(bench.losses == [.outOfRange])
        #expect(bench.commands.last == .stopDiscovery(adapter: 0))
        #expect(bench.machine.isIdle)
    }

    @Test("a PC that vanishes between the scan and the connection")
    func vanished() {
        let bench = CentralBench(.connect(desktopID: "a"))
        bench.start()
        bench.hear(1)
        #expect(bench.pass(.seconds(60)))
        #expect(bench.losses == [.outOfRange])
    }

    @Test("a link that is never made is given up, its making ended, and the search goes on")
    func neverConnects() {
        let bench = CentralBench(.connect(desktopID: "a"))
        bench.deaf = [CentralBench.address(1)]
        bench.add("a", at: 2)
        bench.start()
        bench.hear(1)
        #expect(bench.pass(CentralMachine.connectDeadline))
        #expect(bench.commands.suffix(2).first == .disconnect(adapter: 0, CentralBench.address(1)))
        bench.hear(2)
        #expect(bench.connections == 1)
    }

    @Test("a PC that never answers, has no service, or no status ends in bounded time")
    func unusable() {
        let changes: [(inout GATTPeer) -> Void] = [
            { $0.isSilent = true }, { $0.server = FakeGATTServer() },
            { $0 = GATTPeer(status: Array("nonsense".utf8)) },
            { $0 = GATTPeer(status: [UInt8](repeating: 0x20, count: 600)) },
        ]
        for (number, change) in changes.enumerated() {
            let bench = CentralBench(.connect(desktopID: "a"))
            bench.add("a", at: 1, change)
            bench.start()
            bench.hear(1)
            #expect(bench.pass(.seconds(90)))
            #expect(bench.losses.count == 1 && bench.connections == 0, "\(number): \(bench.reports)")
            #expect(bench.link == nil && bench.machine.isIdle)
        }
    }

    @Test(
        "an adapter that hears but makes no links is switched off and on, unless others have links on it",
        arguments: [0, 1])
    func revived(others: Int) {
        let bench = CentralBench(.connect(desktopID: "a"))
        bench.deaf = [CentralBench.address(1)]
        bench.connectionsOfOthers = others
        for _ in 0..<40 {
            bench.start()
            bench.hear(1)
            #expect(bench.pass(.seconds(3)))
        }
        let off = bench.commands.count { $0 == .setPowered(adapter: 0, false) }
        let on = bench.commands.count { $0 == .setPowered(adapter: 0, true) }
        // Two minutes: it is not done over and over.
        #expect(off == (others == 0 ? 1 : 0) && on == off, "\(off) \(on)")
        #expect(bench.losses.allSatisfy { $0 == .unanswered }, "\(bench.losses)")
        bench.deaf = []
        bench.add("a", at: 2)
        bench.start()
        bench.hear(2)
        #expect(bench.connections == 1)
    }

    @Test("another program's scan is used, and neither ended nor waited for")
    func othersScan() {
        let bench = CentralBench(.connect(desktopID: "a"))
        bench.add("a", at: 1)
        bench.answers[0x23] = .busy
        bench.start()
        bench.tell(
            .found(
                adapter: 0,
                Advertisement(address: CentralBench.address(1), signal: nil, AdvertisingData(Heard.pc(name: "")))))
        #expect(bench.connections == 1)
        #expect(!bench.commands.contains(.stopDiscovery(adapter: 0)))
    }

    @Test("a scan that the kernel ends by itself begins again")
    func scanEnds() {
        let bench = CentralBench(.survey)
        bench.start()
        bench.forget()
        bench.tell(.discovering(adapter: 0, false))
        #expect(bench.commands == [.startDiscovery(adapter: 0)])
    }

    @Test("a scan is begun anew every few seconds, and what the kernel tells at its end is used")
    func rounds() {
        let bench = CentralBench(.connect(desktopID: "a"))
        bench.add("a", at: 1)
        bench.start()
        bench.forget()
        #expect(bench.pass(CentralMachine.scanRound))
        #expect(bench.commands == [.stopDiscovery(adapter: 0), .startDiscovery(adapter: 0)])
        bench.unanswered = [0x24]
        #expect(bench.pass(CentralMachine.scanRound))
        bench.hear(1)
        #expect(bench.connections == 0, "the kernel has not answered")
        #expect(bench.pass(CentralMachine.commandDeadline))
        #expect(bench.connections == 1)
    }

    @Test("a scan that does not begin is tried again after a pause, not in a loop")
    func scanFails() {
        let bench = CentralBench(.survey)
        bench.answers[0x23] = .rejected
        bench.start()
        bench.forget()
        #expect(bench.pass(.seconds(20)))
        #expect((5...11).contains(bench.commands.count))
    }

    @Test("a survey asks each PC once, nearest first, and tells who has gone")
    func survey() {
        let bench = CentralBench(.survey)
        bench.add("a", at: 1)
        bench.add("b", at: 2)
        bench.start()
        bench.hear(1)
        bench.hear(2)
        #expect(bench.found == ["?", "a", "?", "b"])
        bench.forget()
        bench.hear(1)
        #expect(bench.found.isEmpty && bench.link == nil)
        #expect(bench.pass(.seconds(10)))
        bench.hear(2)
        #expect(bench.pass(.seconds(10)))
        #expect(bench.gone == ["a"])
    }

    @Test("F32 a PC that changes its address is one PC in a survey")
    func surveyAddressChange() {
        let bench = CentralBench(.survey)
        bench.add("a", at: 1)
        bench.start()
        bench.hear(1)
        bench.add("a", at: 2)
        bench.forget()
        bench.hear(2)
        #expect(bench.gone == ["a"] && bench.found == ["?", "a"])
    }

    @Test("a PC that does not answer is asked again, with growing pauses")
    func askedAgain() {
        let bench = CentralBench(.survey)
        bench.deaf = [CentralBench.address(1)]
        bench.start()
        bench.hear(1)
        for _ in 0..<30 {
            #expect(bench.pass(.seconds(2)))
            bench.hear(1)
        }
        #expect((2...4).contains(bench.log.count { $0.hasPrefix("open") }), "\(bench.log)")
    }

    @Test("a PC that says what it is and then cannot be subscribed to is tried with growing pauses too")
    func subscriptionFails() {
        let bench = CentralBench(.connect(desktopID: "a"))
        bench.add("a", at: 1) { $0.server.attributes.removeAll { $0.type == GATTType.clientConfiguration } }
        for _ in 0..<60 {
            if bench.machine.isIdle { bench.start() }
            bench.hear(1)
            #expect(bench.pass(.seconds(1)))
        }
        #expect((3...5).contains(bench.log.count { $0.hasPrefix("open") }), "\(bench.log)")
    }

    @Test("however often a PC failed, it is asked again within half a minute of its being mended")
    func longestPause() {
        let bench = CentralBench(.connect(desktopID: "a"))
        bench.deaf = [CentralBench.address(1)]
        bench.add("a", at: 1)
        for _ in 0..<400 {
            if bench.machine.isIdle { bench.start() }
            bench.hear(1)
            #expect(bench.pass(.seconds(2)))
        }
        bench.deaf = []
        for _ in 0..<25 {
            if bench.machine.isIdle { bench.start() }
            bench.hear(1)
            #expect(bench.pass(.seconds(2)))
        }
        #expect(bench.connections > 0)
    }

    @Test("silence counts only while somebody listens: a PC is not gone because others were asked meanwhile")
    func notGoneWhileAsking() {
        let bench = CentralBench(.survey)
        bench.add("a", at: 1)
        for number in [UInt8(2), 3] { bench.add("silent", at: number) { $0.isSilent = true } }
        bench.start()
        for number in [UInt8(1), 2, 3] {
            bench.hear(number)
            #expect(bench.pass(CentralMachine.askDeadline))
        }
        #expect(bench.gone.isEmpty, "\(bench.reports)")
    }

    @Test("PCs near by that never answer do not keep the wanted one from its turn, whatever the pauses")
    func notStarved() {
        let bench = CentralBench(.connect(desktopID: "a"))
        for number in [UInt8(1), 2] { bench.add("silent", at: number) { $0.isSilent = true } }
        bench.add("a", at: 3)
        for _ in 0..<20 where bench.connections == 0 {
            bench.start()
            for _ in 0..<60 where !bench.machine.isIdle {
                for number in [UInt8(1), 2, 3] { bench.hear(number) }
                #expect(bench.pass(.seconds(1)))
            }
            #expect(bench.pass(.seconds(15)))
        }
        #expect(bench.connections == 1)
    }

    @Test("of those that may be asked the one that failed least often comes first, then the nearest")
    func leastFailuresFirst() {
        var candidates = Candidates()
        let start = Instant(nanoseconds: 0)
        for (number, signal) in [(UInt8(1), -40), (2, -60), (3, -80)] {
            let data = AdvertisingData([])
            _ = candidates.heard(
                Advertisement(address: CentralBench.address(number), signal: signal, data), at: start)
        }
        candidates.failed(CentralBench.address(1), at: start)
        let later = start + Candidates.longestPause
        #expect(candidates.next(for: .survey, at: later)?.address == CentralBench.address(2))
    }

    @Test("no more PCs are kept than the limit")
    func limit() {
        var candidates = Candidates()
        for number in 0..<(UInt16(Candidates.limit) + 10) {
            let address = BluetoothAddress([UInt8(number & 255), UInt8(number >> 8), 0, 0, 0, 0], .random)!
            let advertisement = Advertisement(address: address, signal: nil, AdvertisingData([]))
            _ = candidates.heard(advertisement, at: Instant(nanoseconds: Int64(number)))
        }
        #expect(candidates.all.count == Candidates.limit)
        #expect(candidates.all.first?.address.bytes.first == 10)
    }
}

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

extension CentralBench {
    /// Connected to the PC "a".
    static func carrying() -> CentralBench {
        let bench = CentralBench(.connect(desktopID: "a"))
        bench.add("a", at: 1)
        bench.start()
        bench.hear(1)
        return bench
    }
}
