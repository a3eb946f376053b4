// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol
import SeededRandom
import SwitchCore

/// A person, a box with its disk, a link and a PC, in simulated time on one thread.
///
/// The box is the real pipeline, client and capture machine; `SimulatedWorld+Box.swift` stands for the shell around them.
/// The PC is the real PC machine. The rest is chance, and `SimulatedWorld+Invariants.swift` looks on.
final class SimulatedWorld {
    enum Happening {
        // At the box: put off while its loop hangs.
        case events([InputEvent], DeviceID)
        case eventsLost(DeviceID, [InputEvent])
        case unplugged(DeviceID), plugged
        case frameFromPC([UInt8], link: Int)
        case linkLost(link: Int)
        case writable, userStarts, userStops
        // Elsewhere.
        case contact(Int, EdgeState)
        case linkUp
        case frameToPC([UInt8], link: Int, sent: Instant)
        case handled([UInt8], link: Int)
        case remoteLeft(RemoteID)
        case disaster
        case kernelDropsEnd

        var isAtBox: Bool {
            switch self {
            case .events, .eventsLost, .unplugged, .plugged, .frameFromPC, .linkLost, .writable, .userStarts,
                .userStops:
                true
            case .contact, .linkUp, .frameToPC, .handled, .remoteLeft, .disaster, .kernelDropsEnd: false
            }
        }
    }

    struct Link {
        var number: Int
        var remote: RemoteID
        /// Out of reach, though not both sides know it yet.
        var isLost = false
    }

    let seed: UInt64
    var setup: SimulationSetup
    var random: SeededRandom
    var now = Instant(nanoseconds: 10_000_000_000)
    var agenda = Agenda<Happening>()
    var tally = SimulationTally()
    var isCalm = false
    var isTraced = false

    var box: SimulatedBox
    /// The box's disk: the session that was begun and not known to have ended.
    var journal: UnfinishedSession?
    var processes = 1
    /// As of the last thing that happened to the box.
    private var boxDeadline: Instant?

    var pc: PCMachine
    var link: Link?
    var links = 0
    /// The link of a process that died, still standing: the next one takes it over.
    var leavingRemote: RemoteID?

    /// What the user's hand does to each switch.
    var contacts = [EdgeState](repeating: .up, count: SwitchID.limit)
    /// What the kernel has told of it.
    var told = [EdgeState](repeating: .up, count: SwitchID.limit)
    var kernelDrops = false
    private var lastRead = Instant(nanoseconds: 0)
    var nextDevice = 1
    var isPlugged = true
    var startIsPlanned = false

    var watch = SimulationWatch()
    /// Where the box decides what a press does.
    var oracle: GestureOracle?

    /// - Parameter flavour: nil takes any.
    init(seed: UInt64, flavour: SimulationSetup.Flavour? = nil) {
        self.seed = seed
        random = SeededRandom(seed: seed)
        setup = SimulationSetup(&random, flavour: flavour)
        box = SimulatedBox(setup: setup, process: 1, at: now)
        pc = PCMachine(
            configuration: setup.configuration,
            pairedDevices: [
                SimulatedBox.deviceID: PairedDevice(name: "Chair", token: SimulatedBox.token)
            ])
        if setup.flavour == .actions { oracle = GestureOracle(setup) }
        tally.flavours[setup.flavour.rawValue, default: 0] += 1
        if setup.secondSubscriber { _ = pc.remoteSubscribed(RemoteID(0), at: now) }
        for index in setup.switches.indices { planContact(index) }
        attachDevice()
        agenda.add(.linkUp, at: now + .milliseconds(10))
        planDisaster()
    }

    /// For whoever replays a seed.
    func trace(_ line: @autoclosure () -> String) {
        if isTraced { print("\(now.nanoseconds / 1_000_000) ms  \(line())") }
    }

    // MARK: Time

    /// One thing happens: the earliest of what is planned and of all deadlines.
    func step() {
        tally.events += 1
        let planned = agenda.nextTime ?? now + .seconds(3600)
        let boxDue = boxDeadline.map { max($0, box.hangsUntil ?? now, now) }
        let pcDue = pc.deadline
        // What fell due during a hang may be seen after what arrived during it.
        let boxFirst = boxDue.map { $0 < planned || ($0 == planned && !box.seesEventsFirst) } ?? false
        if let pcDue, pcDue <= min(planned, boxDue ?? planned) {
            now = max(now, pcDue)
            perform(pc.timerFired(at: now))
        } else if let boxDue, boxFirst {
            now = max(now, boxDue)
            boxTimersFired()
            boxDeadline = box.deadline
        } else {
            now = max(now, planned)
            let happening = agenda.removeFirst()
            if happening.isAtBox, let end = box.hangsUntil, end > now {
                agenda.add(happening, at: end)
            } else {
                happen(happening)
                boxDeadline = box.deadline
            }
        }
        checkInvariants()
        planStart()
    }

    private func happen(_ happening: Happening) {
        switch happening {
        case .contact(let index, let state): contactChanged(index, state)
        case .linkUp: linkUp()
        case .frameToPC(let frame, let link, let sent): frameReachedPC(frame, link: link, sent: sent)
        case .handled(let message, let link): messageHandled(message, link: link)
        case .remoteLeft(let remote): remoteLeft(remote)
        case .disaster: disaster()
        case .kernelDropsEnd: kernelDropsEnd()
        case .events, .eventsLost, .unplugged, .plugged, .frameFromPC, .linkLost, .writable, .userStarts, .userStops:
            happenAtBox(happening)
        }
    }

    // MARK: The person

    private func planContact(_ index: Int) {
        guard !isCalm else { return }
        let isDown = contacts[index] == .down
        let pause: Duration =
            switch Int.random(in: 0..<100, using: &random) {
            // Bouncing contacts and tremor.
            case 0..<40: random.milliseconds(0...30)
            case 40..<75: random.milliseconds(40...500)
            case 75..<96: random.milliseconds(300...1500)
            default: isDown ? random.milliseconds(1000...7000) : random.milliseconds(1000...50_000)
            }
        agenda.add(.contact(index, isDown ? .up : .down), at: now + pause)
    }

    private func contactChanged(_ index: Int, _ state: EdgeState) {
        guard !isCalm || state == .up else { return }
        contacts[index] = state
        planContact(index)
        guard isPlugged, !kernelDrops else { return }
        told[index] = state
        agenda.add(.events([event(index, state)], box.device), at: readTime())
    }

    /// When the box reads what the kernel queues now: a little later, and in order.
    private func readTime() -> Instant {
        lastRead = max(lastRead, now + random.milliseconds(0...2))
        return lastRead
    }

    func event(_ index: Int, _ state: EdgeState) -> InputEvent {
        InputEvent(time: now, type: Evdev.key, code: UInt16(index + 1), value: state == .down ? 1 : 0)
    }

    private func planStart() {
        guard !startIsPlanned, box.isIdle, box.pipeline.engine.pcIsReady, isPlugged else { return }
        startIsPlanned = true
        agenda.add(.userStarts, at: now + random.milliseconds(100...1500))
        if random.happens(100) { agenda.add(.userStops, at: now + random.milliseconds(150...20_000)) }
    }

    func attachDevice() {
        let down = contacts.indices.filter { contacts[$0] == .down }
        told = contacts
        oracle?.attached()
        box.attach(DeviceID(nextDevice), keysDown: Set(down.map { UInt16($0 + 1) }))
        nextDevice += 1
    }

    // MARK: Disasters

    private func planDisaster() {
        guard let pause = setup.faults.disaster, !isCalm else { return }
        agenda.add(.disaster, at: now + random.milliseconds(pause))
    }

    private func disaster() {
        guard !isCalm else { return }
        planDisaster()
        switch Int.random(in: 0..<6, using: &random) {
        case 0:
            trace("the link is lost")
            tally.count("link lost")
            loseLink()
        case 1:
            tally.count("crash")
            crash()
        case 2:
            tally.count("unplug")
            unplug()
        case 3:
            tally.count("events lost")
            kernelDrops = true
            agenda.add(.kernelDropsEnd, at: now + random.milliseconds(1...200))
        case 4:
            tally.count("hang")
            hang(for: random.milliseconds(50...2900))
        default:
            // Beyond 3 s the watchdog ends the process when anything is at stake.
            tally.count("watchdog")
            if box.isIdle { hang(for: random.milliseconds(3000...6000)) } else { crash() }
        }
    }

    private func hang(for duration: Duration) {
        let end = max(now + duration, box.hangsUntil ?? now)
        box.hangsUntil = end
        // The loop hands on what is ready before what is due; which of a press and a hold came first depends on it.
        box.seesEventsFirst = setup.flavour == .actions || Bool.random(using: &random)
        watch.hung(until: end)
    }

    private func unplug() {
        guard isPlugged else { return }
        isPlugged = false
        agenda.add(.unplugged(box.device), at: now)
        agenda.add(.plugged, at: now + random.milliseconds(50...3000))
    }

    private func kernelDropsEnd() {
        guard kernelDrops else { return }
        kernelDrops = false
        guard isPlugged else { return }
        let differences = contacts.indices.filter { contacts[$0] != told[$0] }
        let events = differences.map { event($0, contacts[$0]) }
        told = contacts
        agenda.add(.eventsLost(box.device, events), at: readTime())
    }

    /// The process dies at once and another begins; what was on disk is all that it knows.
    func crash() {
        trace("the process dies")
        processes += 1
        watch.crashed()
        startIsPlanned = false
        if let link {
            // The kernel keeps the link for a while: a quick new process finds it still standing.
            if random.happens(500), !link.isLost { leavingRemote = link.remote } else { planLeaving(link.remote) }
        }
        link = nil
        box = SimulatedBox(setup: setup, process: processes, at: now)
        if isPlugged { attachDevice() }
        agenda.add(.linkUp, at: now + random.milliseconds(300...3000))
    }

    // MARK: The end

    /// Nothing goes wrong any more, and nobody presses: whatever is going on must come to rest.
    func calmDown(for rest: Duration = .seconds(90)) {
        isCalm = true
        setup.faults = .none
        pc.failReleases(0)
        for index in contacts.indices where contacts[index] == .down { agenda.add(.contact(index, .up), at: now) }
        kernelDropsEnd()
        let end = now + rest
        while min(agenda.nextTime ?? end, boxDeadline ?? end) < end { step() }
        // A start or a stop that is under way has its time.
        for _ in 0..<100 where !box.isAtRest { step() }
    }
}
