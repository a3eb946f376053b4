// SPDX-License-Identifier: GPL-3.0-or-later
import BluetoothLE
import PCProtocol
import SwitchCore
import SystemEvents

/// What goes wrong at a time of its own, whatever is going on.
extension SimulatedWorld {
    private static let disasters: [(fault: Fault, weight: Int)] = [
        (.linkLost, 4), (.boxCrash, 3), (.unplug, 3), (.eventsLost, 3), (.loopStarved, 3), (.watchdog, 2),
        (.suspend, 2), (.sleepUnannounced, 1), (.pcCrash, 2), (.pcStalls, 2), (.adapterGone, 1),
    ]

    mutating func planDisaster() {
        guard let pause = setup.faults.disasters, !isCalm else { return }
        agenda.add(.disaster, at: now + chance.milliseconds(pause, .disasterPause))
    }

    mutating func disaster() {
        guard !isCalm else { return }
        planDisaster()
        let kind = chance.weighted([0] + Self.disasters.map(\.weight), .disaster)
        guard kind > 0 else { return }
        let fault = Self.disasters[kind - 1].fault
        guard setup.transport == .air || fault != .adapterGone else { return }
        // Some wait until something is held on the PC: that is when most is at stake.
        if chance.below(2, .disasterAim) == 1, isNeutral {
            aimed = fault
        } else {
            strike(fault)
        }
    }

    /// Something is held on the PC.
    mutating func strikeAimed() {
        guard let fault = aimed, !isCalm, !isNeutral else { return }
        aimed = nil
        strike(fault)
        boxDeadline = box.deadline
    }

    private mutating func strike(_ fault: Fault) {
        // Nothing more happens to a box that sleeps.
        guard !isAsleep || [.pcCrash, .pcStalls, .unplug].contains(fault) else { return }
        struck(fault)
        befall(fault)
    }

    mutating func befall(_ fault: Fault) {
        switch fault {
        case .linkLost: loseLink()
        case .boxCrash: crash()
        case .unplug: unplug(chance.below(setup.deviceCount, .disasterLength))
        case .eventsLost:
            let device = chance.below(setup.deviceCount, .disasterLength)
            kernelDrops.insert(device)
            agenda.add(.kernelDropsEnd(device: device), at: now + length(1...200))
        case .loopStarved: hang(for: length(50...2900))
        // Beyond 3 s the watchdog ends the process when anything is at stake.
        case .watchdog: if box.isIdle { hang(for: length(3000...6000)) } else { crash() }
        case .suspend: agenda.add(.sleepAnnounced, at: now)
        case .sleepUnannounced: fallAsleep()
        case .pcCrash: crashPC()
        case .pcStalls: pcStallsUntil = max(pcStallsUntil, now + length(100...6000))
        case .adapterGone: adapterGone()
        // These strike where something is done.
        case .answerLost, .answerRepeated, .answerReordered, .answerLate, .garbage, .refusal, .releaseFails,
            .messageIgnored, .secondSubscriber, .linkNotMade, .requestUnanswered, .captureRefused, .boxCrashWithin,
            .diskFull:
            break
        }
    }

    private mutating func length(_ range: ClosedRange<Int>) -> Duration { chance.milliseconds(range, .disasterLength) }

    mutating func hang(for duration: Duration) {
        let end = max(now + duration, box.hangsUntil ?? now)
        box.hangsUntil = end
        // The loop hands on what is ready before what is due; which of a press and a hold came first depends on it.
        box.seesEventsFirst = setup.flavour == .actions || setup.isUnfiltered || chance.below(2, .disasterLength) == 1
        watch.hung(until: end + (.zero - asleep))
    }

    private mutating func unplug(_ device: Int) {
        guard plugged.remove(device) != nil, let id = box.id(of: device) else { return }
        agenda.add(.unplugged(id), at: now)
        agenda.add(.plugged(device), at: now + length(50...3000))
    }

    mutating func kernelDropsEnd(_ device: Int) {
        guard kernelDrops.remove(device) != nil, plugged.contains(device), let id = box.id(of: device) else { return }
        let differences = contacts.indices.filter {
            setup.device(of: $0) == device && !isAsleep && contacts[$0] != told[$0]
        }
        let events = differences.map { event($0, contacts[$0]) }
        for index in differences { told[index] = contacts[index] }
        agenda.add(.eventsLost(id, events), at: readTime())
    }

    /// The process dies at once and another begins; what was on disk is all that it knows.
    mutating func crash() {
        tell("the process dies")
        processes += 1
        watch.crashed()
        edges?.ended()
        gestures?.ended()
        holds.stopped(at: boxNow)
        startIsPlanned = false
        let after = chance.milliseconds(300...3000, .retry)
        if let link {
            secondSubscriberStays()
            // The kernel keeps a link on the air for two seconds, and another kind for a moment: a quick new process finds it
            // still standing.
            leavingRemote = link.remote
            if setup.transport == .air {
                planLeaving(link.remote, within: 2000...2000)
            } else if link.isLost || !chance.happens(500, .linkStands) {
                leavingRemote = nil
                planLeaving(link.remote, within: 0...500)
            }
        }
        link = nil
        box = SimulatedBox(setup: setup, process: processes, at: boxNow)
        beginProcess(after: after)
        for device in plugged.sorted() { attach(device) }
    }

    mutating func beginProcess(after pause: Duration) {
        box.retryAt = boxNow + pause
        for action in box.sleep.busConnected() where action == .askForInhibitor { _ = box.sleep.inhibitorArrived() }
    }

    /// The PC's program, or the whole PC, begins anew.
    mutating func crashPC() {
        tell("the PC begins anew")
        pcNumber += 1
        pc = Self.freshPC(setup)
        watch.pcCrashed()
        pcAwayUntil = now + length(200...5000)
        pcStallsUntil = now
        if let link, !link.isLost { loseLink() }
        leavingRemote = nil
        if setup.secondSubscriber { _ = pc.remoteSubscribed(RemoteID(0), at: now) }
    }

    mutating func secondSubscriberStays() {
        if setup.secondSubscriber { struck(.secondSubscriber) }
    }

    // MARK: The adapter

    mutating func adapterGone() {
        guard kernel.isPresent else { return }
        kernel.isPresent = false
        loseLink()
        leavingRemote = nil
        tellBox(SimulatedKernel.removed)
        agenda.add(.adapterBack, at: now + length(500...8000))
    }

    mutating func adapterBack() {
        guard !kernel.isPresent else { return }
        kernel = SimulatedKernel()
        tellBox(SimulatedKernel.added)
    }

    mutating func tellBox(_ packet: [UInt8]) {
        guard setup.transport == .air else { return }
        agenda.add(.kernelTold(packet, process: processes), at: now + chance.milliseconds(0...5, .kernel))
    }
}
