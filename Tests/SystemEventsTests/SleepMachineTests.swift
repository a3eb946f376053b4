// SPDX-License-Identifier: GPL-3.0-or-later
import SystemEvents
import Testing

@Suite("Before the machine sleeps")
struct SleepMachineTests {
    private var machine = SleepMachine()

    /// Awake, with an inhibitor.
    init() {
        #expect(machine.busConnected() == [.askForInhibitor])
        #expect(machine.inhibitorArrived().isEmpty)
    }

    @Test("the owner is told of sleep, and the machine goes on once it has stopped")
    mutating func sleeping() {
        #expect(machine.announced(.sleep) == [.report(.suspending)])
        #expect(machine.ownerReady() == [.closeInhibitor])
        #expect(machine.takenBack() == [.report(.resumed), .askForInhibitor])
        #expect(machine.inhibitorArrived().isEmpty)
        #expect(machine.state == .awake(.held))
    }

    @Test("the owner is told of a shutdown")
    mutating func shuttingDown() {
        #expect(machine.announced(.shutdown) == [.report(.shuttingDown)])
        #expect(machine.ownerReady() == [.closeInhibitor])
    }

    @Test("an announcement during another one is the same stop")
    mutating func announcedTwice() {
        _ = machine.announced(.sleep)
        #expect(machine.announced(.sleep).isEmpty)
        #expect(machine.announced(.shutdown).isEmpty)
        #expect(machine.ownerReady() == [.closeInhibitor])
    }

    @Test("a shutdown that follows a sleep without its end is told")
    mutating func shutdownAfterSleep() {
        _ = machine.announced(.sleep)
        _ = machine.ownerReady()
        #expect(machine.announced(.shutdown) == [.report(.shuttingDown)])
    }

    @Test("what is taken back before the owner was ready keeps its inhibitor")
    mutating func takenBack() {
        _ = machine.announced(.shutdown)
        #expect(machine.takenBack() == [.report(.resumed)])
        #expect(machine.state == .awake(.held))
        #expect(machine.ownerReady().isEmpty)
    }

    @Test("the owner may say ready twice, or with nothing announced")
    mutating func readyTwice() {
        #expect(machine.ownerReady().isEmpty)
        _ = machine.announced(.sleep)
        #expect(machine.ownerReady() == [.closeInhibitor])
        #expect(machine.ownerReady().isEmpty)
    }

    @Test("an inhibitor that comes after the owner was ready is closed at once")
    mutating func lateInhibitor() {
        machine = SleepMachine()
        _ = machine.busConnected()
        #expect(machine.announced(.sleep) == [.report(.suspending)])
        #expect(machine.ownerReady().isEmpty)
        #expect(machine.inhibitorArrived() == [.closeInhibitor])
        #expect(machine.state == .leaving)
    }

    @Test("one that comes before is closed when the owner is ready")
    mutating func inhibitorWhilePreparing() {
        machine = SleepMachine()
        _ = machine.busConnected()
        _ = machine.announced(.sleep)
        #expect(machine.inhibitorArrived().isEmpty)
        #expect(machine.ownerReady() == [.closeInhibitor])
    }

    @Test("without logind announcements are still told, and it is asked again when it comes")
    mutating func refused() {
        machine = SleepMachine()
        _ = machine.busConnected()
        #expect(machine.inhibitorRefused().isEmpty)
        #expect(machine.announced(.sleep) == [.report(.suspending)])
        #expect(machine.ownerReady().isEmpty)
        #expect(machine.serviceCame() == [.askForInhibitor])
        #expect(machine.inhibitorRefused().isEmpty)
        #expect(machine.state == .awake(.none))
    }

    @Test("without the bus nothing holds up a sleep that nobody would hear of")
    mutating func busLost() {
        #expect(machine.busLost() == [.closeInhibitor])
        #expect(machine.announced(.sleep).isEmpty)
        #expect(machine.busConnected() == [.askForInhibitor])
    }

    @Test("a bus lost while the owner stops still waits for the owner")
    mutating func busLostWhilePreparing() {
        _ = machine.announced(.sleep)
        #expect(machine.busLost().isEmpty)
        var other = machine
        #expect(machine.ownerReady() == [.closeInhibitor])
        #expect(other.busConnected() == [.closeInhibitor, .askForInhibitor])
        #expect(other.ownerReady().isEmpty)
    }

    /// The world around the machine: what can happen in it, and what its shell holds.
    private struct World: Hashable {
        var machine = SleepMachine()
        var isConnected = false
        /// Questions for an inhibitor that are not answered.
        var asked = 0
        var holds = false

        /// All that can happen next.
        var next: Set<World> {
            var next = [after { $0.ownerReady() }]
            guard isConnected else { return Set(next + [after(connects: true) { $0.busConnected() }]) }
            next += [after { $0.announced(.sleep) }, after { $0.announced(.shutdown) }]
            next += [after { $0.takenBack() }, after { $0.serviceCame() }, after(connects: false) { $0.busLost() }]
            if asked > 0 {
                next += [
                    after(answered: true) { $0.inhibitorArrived() }, after(answered: false) { $0.inhibitorRefused() },
                ]
            }
            return Set(next)
        }

        private func after(
            connects: Bool? = nil, answered: Bool? = nil, _ event: (inout SleepMachine) -> [SleepMachine.Action]
        ) -> World {
            var world = self
            if let connects { (world.isConnected, world.asked) = (connects, 0) }
            if let answered { (world.asked, world.holds) = (asked - 1, holds || answered) }
            for action in event(&world.machine) {
                switch action {
                case .askForInhibitor: world.asked += 1
                case .closeInhibitor: world.holds = false
                case .report: break
                }
            }
            return world
        }
    }

    @Test("whatever happens in whatever order, the state says whether the machine is held up")
    func everyOrder() {
        var reached: Set<World> = [World()]
        for _ in 0..<8 {
            for world in reached.flatMap(\.next) where reached.insert(world).inserted {
                switch world.machine.state {
                case .awake(.none), .preparing(.none), .leaving, .unreachable: #expect(!world.holds, "\(world)")
                case .awake(.held), .preparing(.held): #expect(world.holds, "\(world)")
                case .awake(.asked), .preparing(.asked): #expect(world.asked > 0, "\(world)")
                }
            }
        }
        #expect(reached.count > 20)
    }
}
