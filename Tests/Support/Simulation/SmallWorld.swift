// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol
import SwitchCore

/// A simulation in which nothing is left to chance: whoever explores it says what happens next, in any order.
///
/// Messages and answers are on their way until they are delivered, in whatever order, also long after; so late and reordered ones
/// need no fault of their own. What the box does by itself within one turn of its loop is done at once.
struct SmallWorld {
    /// What can happen next.
    enum Event: Hashable, Sendable {
        case press(Int), release(Int)
        case start, stop
        /// This message or answer arrives, or the PC notices the end of a link, or a device is plugged in.
        case arrives(Int)
        /// The time of the next deadline.
        case deadline
        /// A disaster.
        case befalls(Fault)
        /// The same, and this fault strikes within.
        indirect case striking(Fault, Event)
    }

    /// Faults with a time of their own. A watchdog is a crash to everyone else, a sleep a stop and a long hang.
    private static let disasters: [Fault] = [.linkLost, .boxCrash, .pcCrash, .unplug, .eventsLost, .loopStarved]
    private static let atPC: [Fault] = [.answerLost, .answerRepeated, .refusal, .releaseFails, .messageIgnored]

    private(set) var world: SimulatedWorld
    private(set) var faultsLeft: Int

    /// - Parameters:
    ///   - faults: so many may strike in all.
    ///   - isShared: another remote is there, so that a lost link releases nothing.
    init(_ flavour: SimulationFlavour, switches: Int, faults: Int, isShared: Bool) {
        let lines = [
            Script.Line(
                point: ChoicePoint.flavour.text, number: 1,
                value: SimulationFlavour.allCases.firstIndex(of: flavour) ?? 0),
            Script.Line(point: ChoicePoint.switches.text, number: 1, value: switches - 1),
            Script.Line(point: ChoicePoint.subscribers.text, number: 1, value: isShared ? 1 : 0),
            Script.Line(point: ChoicePoint.slot.text, number: 1, value: 4),
            Script.Line(point: ChoicePoint.lasting.text, number: 2, value: 3),
        ]
        world = SimulatedWorld(Chance(Script(events: 0, lines: lines)), flavour: flavour)
        world.chance.becomePlain()
        faultsLeft = faults
    }

    /// The box is connected and forwarding is off, or on.
    mutating func begin(forwarding: Bool) {
        for _ in 0..<200 where world.box.client.state != .ready { world.step() }
        if forwarding { world.feed(.userStarted) }
        for _ in 0..<200 where forwarding && !world.box.isActive { world.step() }
        settle()
    }

    // MARK: What can happen

    var events: [Event] {
        var events: [Event] = [world.nextDeadline == nil ? nil : .deadline, .start, .stop].compactMap { $0 }
        for index in world.setup.switches.indices {
            events.append(world.contacts[index] == .up ? .press(index) : .release(index))
        }
        events += arrivals.map { .arrives($0.number) }
        guard faultsLeft > 0 else { return events }
        events += Self.disasters.map { .befalls($0) }
        events.append(.striking(.diskFull, .start))
        events.append(.striking(.captureRefused, .start))
        for arrival in arrivals {
            let faults = arrival.isAtPC ? Self.atPC : [.boxCrashWithin]
            events += faults.map { .striking($0, .arrives(arrival.number)) }
        }
        return events + [.striking(.boxCrashWithin, .start), .striking(.boxCrashWithin, .stop)]
    }

    /// The first frame of each message stands for the others.
    private var arrivals: [(number: Int, isAtPC: Bool)] {
        var seen: Set<String> = []
        return world.agenda.planned.compactMap { number, happening in
            switch happening {
            case .frameToPC(let frame, _, _): seen.insert(Self.messageID(frame)).inserted ? (number, true) : nil
            case .frameFromPC(let frame, _): seen.insert(Self.messageID(frame)).inserted ? (number, false) : nil
            case .remoteLeft, .linkLost, .plugged: (number, false)
            default: nil
            }
        }.sorted { $0.number < $1.number }
    }

    /// As it stands there: a frame is read in every state that it is on its way in.
    static func messageID(_ frame: [UInt8]) -> String {
        let key = Array("\"messageId\":\"".utf8)
        guard let start = frame.indices.first(where: { frame[$0...].starts(with: key) }) else { return "" }
        let id = frame[(start + key.count)...].prefix { $0 != UInt8(ascii: "\"") }
        return String(decoding: id, as: UTF8.self)
    }

    // MARK: Happening

    /// False when nothing came of it: a fault that found nothing to strike, a start where there is one.
    mutating func happen(_ event: Event) -> Bool {
        switch event {
        case .press(let index): world.contactChanged(index, .down)
        case .release(let index): world.contactChanged(index, .up)
        case .start: world.feed(.userStarted)
        case .stop: world.feed(.stopRequested(.userStopped))
        case .arrives(let number): arrive(number)
        case .deadline: world.passToDeadline()
        case .befalls(let fault):
            faultsLeft -= 1
            befall(fault)
        case .striking(let fault, let inner):
            faultsLeft -= 1
            world.chance.forced = fault
            _ = happen(inner)
            guard world.chance.forced == nil else { return false }
        }
        settle()
        world.afterEvent()
        return true
    }

    private mutating func befall(_ fault: Fault) {
        world.struck(fault)
        guard fault == .loopStarved else { return world.befall(fault) }
        world.now = world.now + .milliseconds(2900)
        world.watch.hung(until: world.boxNow)
    }

    /// All of its frames, and what the PC does about it.
    private mutating func arrive(_ number: Int) {
        guard let happening = world.agenda.take(number) else { return }
        switch happening {
        case .frameToPC(let frame, _, _), .frameFromPC(let frame, _):
            let id = Self.messageID(frame)
            world.happen(happening)
            for other in world.agenda.planned.map({ $0 }).sorted(by: { $0.number < $1.number })
            where other.item.frame.map(Self.messageID) == id {
                if let next = world.agenda.take(other.number) { world.happen(next) }
            }
        default: world.happen(happening)
        }
    }

    /// What happens within the same turn.
    private mutating func settle() {
        while let next = world.agenda.planned.filter({ $0.item.isImmediate }).min(by: { $0.number < $1.number }),
            let happening = world.agenda.take(next.number)
        {
            world.happen(happening)
        }
    }

    // MARK: What it comes to

    var broken: [Breach] { world.watch.broken }

    /// A state that is to end has a deadline: nothing waits for ever.
    var hasWayForward: Bool { world.box.isAtRest || world.nextDeadline != nil }

    /// Whether all comes to rest from here, once nothing more goes wrong and nobody presses.
    func rests() -> Breach? {
        var world = world
        world.calmDown(for: .seconds(60))
        world.checkRest()
        return world.watch.broken.first
    }

    func fingerprint(_ cache: inout MessageCache) -> UInt64 {
        var print = Fingerprint(at: world.boxNow, ignoring: withoutEffect)
        print.visit(world.box.client)
        print.visit(world.box.pipeline)
        if let gestures = world.gestures {
            print.visit(world.box.runner)
            print.visit(gestures)
        }
        world.box.mix(into: &print)
        world.watch.mix(into: &print)
        world.edges?.mix(into: &print)
        for index in world.setup.switches.indices {
            print.mix(world.contacts[index] == .up)
            print.mix(world.told[index] == .up)
        }
        print.visit("desk", of: world.pc)
        for remote in world.pc.subscribers.sorted() {
            print.mix(remote.number == 0 ? 1 : remote == world.link?.remote ? 2 : 3)
        }
        print.visit(world.journal as Any)
        print.mix(world.plugged.isEmpty)
        print.mix(world.leavingRemote == nil)
        print.mix(UInt64(faultsLeft) << 8 | (world.link == nil ? 0 : 1) | (world.link?.isLost == true ? 2 : 0))
        print.mix(world.pcAwayUntil > world.now ? world.pcAwayUntil : nil)
        print.mix(flights(print, &cache))
        return print.value
    }

    /// What begins anew before it counts again.
    private var withoutEffect: Set<String> {
        switch world.box.pipeline.engine.state {
        case .idle, .stopping: ["filters", "presses", "safety"]
        case .starting: ["filters", "presses"]
        case .active: ["stateSince"]
        }
    }

    /// In no order, since any of them may be next.
    private func flights(_ print: Fingerprint, _ cache: inout MessageCache) -> UInt64 {
        var toPC: [String: [[UInt8]]] = [:]
        var fromPC: [String: [[UInt8]]] = [:]
        var sum: UInt64 = 0
        for (_, happening) in world.agenda.planned {
            switch happening {
            case .frameToPC(let frame, let link, _): toPC["\(Self.messageID(frame)) \(link)", default: []].append(frame)
            case .frameFromPC(let frame, let link):
                // One of a link that is gone is of no account.
                if link == world.link?.number { fromPC["\(Self.messageID(frame)) \(link)", default: []].append(frame) }
            case .remoteLeft(let remote): sum &+= remote == world.link?.remote ? 11 : 13
            case .linkLost(let link): sum &+= link == world.link?.number ? 17 : 0
            case .plugged: sum &+= 19
            default: break
            }
        }
        for (key, frames) in toPC {
            var one = print
            one.mix(key.hasSuffix(" \(world.link?.number ?? -1)") ? 23 : 29)
            if let (id, command) = cache.command(frames) {
                one.mix(print.number(of: id))
                one.visit(command)
            }
            sum &+= one.value
        }
        for frames in fromPC.values {
            var one = print
            one.mix(31)
            if let answer = cache.answer(frames) {
                let id = print.number(of: answer.id ?? "")
                // Nobody waits for it.
                if id == .max { continue }
                one.mix(id)
                if case .error(_, let code, _) = answer { one.visit(code.text) }
            }
            sum &+= one.value
        }
        return sum
    }
}

extension SimulatedWorld.Happening {
    fileprivate var isImmediate: Bool {
        switch self {
        case .events, .eventsLost, .unplugged, .captureTold, .handled, .userStarts, .userStops, .writable,
            .kernelDropsEnd:
            true
        case .plugged, .frameFromPC, .linkLost, .kernelTold, .airOpened, .airFailed, .airEmptied, .centralReports,
            .sleepAnnounced, .woke, .contact, .frameToPC, .packetToPC, .remoteLeft, .disaster, .adapterBack,
            .machineSleeps:
            false
        }
    }

    fileprivate var frame: [UInt8]? {
        switch self {
        case .frameToPC(let frame, _, _), .frameFromPC(let frame, _): frame
        default: nil
        }
    }
}

extension SimulatedBox {
    /// What its shell remembers.
    fileprivate func mix(into print: inout Fingerprint) {
        for device in devices.values {
            print.visit(device.capture.state)
            print.mix(device.isGrabbed)
            print.mix(device.isUsed)
            for code in device.keysDown.sorted() { print.mix(UInt64(code)) }
        }
        print.mix(captureIsWanted)
        print.mix(awaited.isEmpty)
        print.mix(retryAt)
        print.mix(plan == nil)
    }
}

/// Messages taken apart once: the same come again in many states.
struct MessageCache {
    private var commands: [[[UInt8]]: (String, Command)?] = [:]
    private var answers: [[[UInt8]]: Answer?] = [:]

    mutating func command(_ frames: [[UInt8]]) -> (String, Command)? {
        if let known = commands[frames] { return known }
        var found: (String, Command)?
        if let message = Self.message(frames), case .command(let sent) = try? RemoteMessage(decoding: message),
            let command = try? sent.command()
        {
            found = (sent.id, command)
        }
        commands[frames] = .some(found)
        return found
    }

    mutating func answer(_ frames: [[UInt8]]) -> Answer? {
        if let known = answers[frames] { return known }
        let found = Self.message(frames).flatMap { try? Answer(decoding: $0) }
        answers[frames] = .some(found)
        return found
    }

    private static func message(_ frames: [[UInt8]]) -> [UInt8]? {
        var assembler = FrameAssembler()
        var message: [UInt8]?
        for frame in frames {
            if case .success(let whole?) = assembler.frameArrived(frame, at: Instant(nanoseconds: 0)) {
                message = whole
            }
        }
        return message
    }
}
