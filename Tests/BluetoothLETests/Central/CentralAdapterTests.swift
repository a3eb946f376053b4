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
