// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore
import SystemEvents

/// The machine that the box runs on falls asleep and wakes, as logind announces it, or as nobody does.
extension SimulatedWorld {
    /// logind's `InhibitDelayMaxSec`.
    private static let longestDelay = Duration.seconds(5)

    var isAsleep: Bool { sleepNumber % 2 == 1 }

    mutating func perform(_ actions: [SleepMachine.Action]) {
        for action in actions {
            switch action {
            case .askForInhibitor: perform(box.sleep.inhibitorArrived())
            case .closeInhibitor: planSleep(after: chance.milliseconds(0...50, .kernel), isForced: false)
            case .report(.suspending):
                planSleep(after: Self.longestDelay, isForced: true)
                sleepIsAwaited = true
                feed(.machineWillRest)
            case .report(.resumed): feed(.machineIsAwake)
            case .report(.shuttingDown): break
            }
        }
    }

    /// As soon as forwarding has stopped.
    mutating func letMachineSleep() {
        guard sleepIsAwaited, box.isIdle else { return }
        sleepIsAwaited = false
        perform(box.sleep.ownerReady())
    }

    private mutating func planSleep(after pause: Duration, isForced: Bool) {
        agenda.add(.machineSleeps(number: sleepNumber, isForced: isForced), at: now + pause)
    }

    /// - Parameter isForced: the box had not said that it is ready.
    mutating func machineSleeps(_ number: Int, isForced: Bool) {
        guard number == sleepNumber, !isAsleep else { return }
        // Somebody changed their mind.
        guard !isCalm else { return agenda.add(.woke, at: now) }
        let wasHung = box.hangsUntil.map { $0 + .seconds(5) > now } ?? false
        // A process that began or hung meanwhile knows of nothing.
        let mustHaveStopped = !wasHung && box.sleep.state != .awake(.held)
        watch.expect(
            .stoppedBeforeSleep, !mustHaveStopped || box.isIdle, "asleep while \(box.pipeline.engine.state.name)")
        fallAsleep()
    }

    /// Its processor stands still, and its monotonic clock with it; on the PC time goes on.
    mutating func fallAsleep() {
        guard !isAsleep else { return }
        tell("the machine sleeps")
        sleepNumber += 1
        let length = chance.milliseconds(500...100_000, .disasterLength)
        loseLink()
        // The kernel lets go of every key when it suspends, and does not see what happens until it wakes.
        for index in contacts.indices where told[index] == .down {
            told[index] = .up
            if let id = box.id(of: setup.device(of: index)) {
                agenda.add(.events([event(index, .up)], id), at: readTime())
            }
        }
        asleep += length
        let wakes = now + length
        box.hangsUntil = max(wakes, box.hangsUntil ?? wakes)
        watch.hung(until: boxNow + length)
        agenda.add(.woke, at: wakes)
    }

    /// The loop sees that its two clocks moved apart, whoever announced the sleep.
    mutating func woke() {
        let slept = isAsleep
        tell(slept ? "the machine has woken" : "the machine does not sleep after all")
        sleepNumber += slept ? 1 : 2
        sleepIsAwaited = false
        perform(box.sleep.takenBack())
        if slept { feed(.machineIsAwake) }
    }
}
