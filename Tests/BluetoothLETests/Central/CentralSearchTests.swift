// SPDX-License-Identifier: GPL-3.0-or-later
import PCLink
import PCProtocol
import SwitchCore
import Testing

@testable import BluetoothLE

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
