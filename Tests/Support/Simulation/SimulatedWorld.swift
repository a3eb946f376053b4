// SPDX-License-Identifier: GPL-3.0-or-later
import BluetoothLE
import PCLink
import PCProtocol
import SwitchCore

/// A person, a box with its disk, a link and a PC, in simulated time on one thread.
///
/// The box is the real pipeline, client, capture, central and sleep machine; the extensions `+Box`, `+Switches`, `+Air` and
/// `+Sleep` stand for the shells around them and for the kernel. The PC is the real PC machine. The rest is chance, and
/// `SimulationWatch` and the oracles look on.
struct SimulatedWorld {
    enum Happening {
        // At the box: put off while its loop hangs or it sleeps.
        case events([InputEvent], DeviceID), eventsLost(DeviceID, [InputEvent])
        case unplugged(DeviceID), plugged(Int)
        case captureTold(SimulatedBox.Input, process: Int)
        case frameFromPC([UInt8], link: Int), linkLost(link: Int)
        case writable(process: Int), userStarts, userStops
        case kernelTold([UInt8], process: Int), airOpened(link: Int), airFailed(LinkFailure, link: Int)
        case airEmptied(link: Int), centralReports([CentralMachine.Report], process: Int, cuts: Int)
        case sleepAnnounced, woke
        // Elsewhere.
        case contact(Int, EdgeState)
        case frameToPC([UInt8], link: Int, sent: Instant), packetToPC([UInt8], link: Int, sent: Instant)
        case handled([UInt8], link: Int, pc: Int)
        case remoteLeft(RemoteID)
        case disaster
        case kernelDropsEnd(device: Int), adapterBack
        case machineSleeps(number: Int, isForced: Bool)

        var isAtBox: Bool {
            switch self {
            case .events, .eventsLost, .unplugged, .plugged, .captureTold, .frameFromPC, .linkLost, .writable,
                .userStarts, .userStops, .kernelTold, .airOpened, .airFailed, .airEmptied, .centralReports,
                .sleepAnnounced, .woke:
                true
            case .contact, .frameToPC, .packetToPC, .handled, .remoteLeft, .disaster, .kernelDropsEnd, .adapterBack,
                .machineSleeps:
                false
            }
        }
    }

    struct Link {
        let number: Int
        let remote: RemoteID
        /// The client has been told of it.
        var isCarrying = false
        /// Out of reach, though not both sides know it yet.
        var isLost = false
        /// On the air: the PC's attributes as this link sees them.
        var peer: SimulatedPeer?
        /// A link on the air keeps the order, in each direction.
        var toPC = Instant(nanoseconds: 0)
        var fromPC = Instant(nanoseconds: 0)
        var emptiedIsPlanned = false
    }

    let sabotage: Sabotage
    var setup: SimulationSetup
    var chance: Chance
    var now = Instant(nanoseconds: 10_000_000_000)
    var agenda = Agenda<Happening>()
    var tally = SimulationTally()
    var isCalm = false
    /// For whoever looks at one run: what happened, a line each.
    var story: [String]?

    var box: SimulatedBox
    /// The box's disk: the session that was begun and not known to have ended.
    var journal: UnfinishedSession?
    var processes = 1
    /// As of the last thing that happened to the box, in its time.
    var boxDeadline: Instant?
    /// How long the box has slept in all: so far its clock is behind.
    var asleep = Duration.zero
    var sleepNumber = 0
    var sleepIsAwaited = false

    var pc: PCMachine
    var pcNumber = 1
    var pcStallsUntil = Instant(nanoseconds: 0)
    var pcAwayUntil = Instant(nanoseconds: 0)
    var link: Link?
    var links = 0
    /// The link of a process that died, still standing: the next one takes it over, or ends it first.
    var leavingRemote: RemoteID?
    var kernel = SimulatedKernel()

    /// What the user's hand does to each switch.
    var contacts = [EdgeState](repeating: .up, count: SwitchID.limit)
    /// What the kernel has told of it.
    var told = [EdgeState](repeating: .up, count: SwitchID.limit)
    var kernelDrops: Set<Int> = []
    private var lastRead = Instant(nanoseconds: 0)
    var nextDevice = 1
    var plugged: Set<Int> = []
    var startIsPlanned = false
    /// A disaster that waits for its moment.
    var aimed: Fault?

    var watch = SimulationWatch()
    /// Where the box decides what a press does.
    var gestures: GestureOracle?
    /// Where every edge that is read has to arrive.
    var edges: EdgeOracle?
    var holds: StartOracle

    /// - Parameters:
    ///   - flavour: nil takes any.
    ///   - sabotage: what is broken on purpose.
    init(_ chance: Chance, flavour: SimulationFlavour? = nil, sabotage: Sabotage = .none) {
        var chance = chance
        setup = SimulationSetup(&chance, flavour: flavour)
        self.chance = chance
        self.sabotage = sabotage
        box = SimulatedBox(setup: setup, process: 1, at: now)
        pc = Self.freshPC(setup)
        if setup.flavour == .actions { gestures = GestureOracle(setup) }
        // A PC without sessions says nothing of single edges.
        if setup.isUnfiltered, !setup.flavour.hasNoSessions { edges = EdgeOracle() }
        holds = StartOracle(setup.profile)
        tally.worlds = 1
        tally.flavours[setup.flavour.rawValue, default: 0] += 1
        if setup.secondSubscriber { _ = pc.remoteSubscribed(RemoteID(0), at: now) }
        for index in setup.switches.indices { planContact(index) }
        beginProcess(after: .milliseconds(10))
        for device in 0..<setup.deviceCount { plug(device) }
        boxDeadline = box.deadline
        planDisaster()
    }

    static func freshPC(_ setup: SimulationSetup) -> PCMachine {
        PCMachine(
            configuration: setup.configuration,
            pairedDevices: [SimulatedBox.deviceID: PairedDevice(name: "Chair", token: SimulatedBox.token)])
    }

    /// The box's clock.
    var boxNow: Instant { now + (.zero - asleep) }

    mutating func tell(_ line: @autoclosure () -> String) {
        guard story != nil else { return }
        story?.append("\(now.nanoseconds / 1_000_000 - 10_000) ms  \(line())")
    }

    /// A fault, if chance wants it.
    mutating func strikes(_ fault: Fault) -> Bool {
        guard chance.happens(setup.faults.rates[fault] ?? 0, .strikes(fault)) else { return false }
        struck(fault)
        return true
    }

    mutating func struck(_ fault: Fault) {
        tell("FAULT: \(fault.rawValue)")
        tally.faults.struck(fault, holding: !isNeutral, at: now)
    }

    var isNeutral: Bool { watch.onlyFailures(held: pc.held) }

    // MARK: Time

    /// One thing happens: the earliest of what is planned and of all deadlines.
    mutating func step() {
        tally.events += 1
        let planned = agenda.nextTime ?? now + .seconds(3600)
        let boxDue = boxDeadline.map { max($0 + asleep, box.hangsUntil ?? now, now) }
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
        strikeAimed()
        planStart()
    }

    // MARK: Where somebody else says what comes next

    /// Of box and PC.
    var nextDeadline: Instant? { earliest([box.deadline.map { $0 + asleep }, pc.deadline]) }

    mutating func passToDeadline() {
        guard let due = nextDeadline else { return }
        now = max(now, due)
        if let pcDue = pc.deadline, pcDue <= now { perform(pc.timerFired(at: now)) }
        if let boxDue = box.deadline, boxDue + asleep <= now { boxTimersFired() }
    }

    mutating func afterEvent() {
        boxDeadline = box.deadline
        checkInvariants()
    }

    mutating func happen(_ happening: Happening) {
        switch happening {
        case .contact(let index, let state): contactChanged(index, state)
        case .frameToPC(let frame, let link, let sent): frameReachedPC(frame, link: link, sent: sent)
        case .packetToPC(let packet, let link, let sent): packetReachedPC(packet, link: link, sent: sent)
        case .handled(let message, let link, let pc): messageHandled(message, link: link, pc: pc)
        case .remoteLeft(let remote): remoteLeft(remote)
        case .disaster: disaster()
        case .kernelDropsEnd(let device): kernelDropsEnd(device)
        case .adapterBack: adapterBack()
        case .machineSleeps(let number, let isForced): machineSleeps(number, isForced: isForced)
        case .events, .eventsLost, .unplugged, .plugged, .captureTold, .frameFromPC, .linkLost, .writable,
            .userStarts, .userStops, .kernelTold, .airOpened, .airFailed, .airEmptied, .centralReports,
            .sleepAnnounced, .woke:
            happenAtBox(happening)
        }
    }

    // MARK: The person

    private mutating func planContact(_ index: Int) {
        guard !isCalm else { return }
        let isDown = contacts[index] == .down
        // Nothing more; bouncing contacts and tremor; presses; holds.
        let kind = chance.weighted([0, 40, 35, 21, 4], .contact(index))
        let pauses: [ClosedRange<Int>] = [0...30, 40...500, 300...1500, isDown ? 1000...7000 : 1000...50_000]
        guard kind > 0 else { return }
        let pause = chance.milliseconds(pauses[kind - 1], .contactPause(index))
        agenda.add(.contact(index, isDown ? .up : .down), at: now + pause)
    }

    mutating func contactChanged(_ index: Int, _ state: EdgeState) {
        guard !isCalm || state == .up else { return }
        tell("switch \(index + 1) \(state)")
        contacts[index] = state
        planContact(index)
        let device = setup.device(of: index)
        guard plugged.contains(device), !kernelDrops.contains(device), !isAsleep, let id = box.id(of: device) else {
            return
        }
        // The kernel says what changes, and after a sleep it takes everything for up.
        guard told[index] != state else { return }
        told[index] = state
        agenda.add(.events([event(index, state)], id), at: readTime())
    }

    /// When the box reads what the kernel queues now: a little later, and in order.
    mutating func readTime() -> Instant {
        lastRead = max(lastRead, now + chance.milliseconds(0...2, .reading))
        return lastRead
    }

    func event(_ index: Int, _ state: EdgeState) -> InputEvent {
        InputEvent(time: boxNow, type: Evdev.key, code: UInt16(index + 1), value: state == .down ? 1 : 0)
    }

    private mutating func planStart() {
        guard !startIsPlanned, box.isIdle, box.pipeline.engine.pcIsReady, !plugged.isEmpty else { return }
        startIsPlanned = true
        // Where a switch starts, its user waits for that at times.
        let later = setup.profile.idle.start == .helper ? 1500 : 20_000
        // Only a script knows of a user who does not start.
        if chance.weighted([0, 1], .start) > 0 {
            agenda.add(.userStarts, at: now + chance.milliseconds(100...later, .startPause))
        }
        if chance.happens(100, .userStop) {
            agenda.add(.userStops, at: now + chance.milliseconds(150...20_000, .userStopPause))
        }
    }

    // MARK: The end

    /// Nothing goes wrong any more, and nobody presses: whatever is going on must come to rest.
    mutating func calmDown(for rest: Duration = .seconds(120)) {
        tell("everything is calm")
        isCalm = true
        chance.isCalm = true
        setup.faults = .none
        pc.failReleases(0)
        for index in contacts.indices where contacts[index] == .down { agenda.add(.contact(index, .up), at: now) }
        for device in kernelDrops.sorted() { kernelDropsEnd(device) }
        adapterBack()
        while isAsleep { step() }
        let end = now + rest
        while min(agenda.nextTime ?? end, boxDeadline.map { $0 + asleep } ?? end) < end { step() }
        // A start or a stop that is under way has its time.
        for _ in 0..<100 where !box.isAtRest { step() }
    }
}
