// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol
import SwitchCore

/// The PC behind the link, with all that may go wrong there.
extension SimulatedWorld {
    // MARK: To the PC

    mutating func frameReachedPC(_ frame: [UInt8], link number: Int, sent: Instant) {
        guard now >= pcAwayUntil else { return }
        // What is on its way when a link is lost may still have arrived.
        let arrives = link?.number == number && link?.isLost == false
        guard arrives || (setup.transport == .frames && chance.below(2, .lostOnTheWay) == 1) else { return }
        guard let message = pc.frameArrived(frame, at: now) else { return }
        watch.messageSent(message, at: sent)
        if strikes(.messageIgnored) { return }
        let handling = setup.faults.handling
        let delay = handling > 0 ? chance.milliseconds(0...handling, .handled) : .zero
        agenda.add(.handled(message, link: number, pc: pcNumber), at: max(now + delay, pcStallsUntil))
    }

    mutating func messageHandled(_ message: [UInt8], link number: Int, pc handler: Int) {
        // What the PC was sent before it began anew is forgotten.
        guard handler == pcNumber else { return }
        // Where nothing keeps a message of a lost link out, a real PC is done with it by then.
        guard link?.number == number || !setup.flavour.hasNoSessions else { return }
        if strikes(.releaseFails) { pc.failReleases(1 + chance.below(2, .failures)) }
        let isRefused = strikes(.refusal)
        watch.isHandling = true
        if sabotage == .stopIsSwallowed, let answer = Self.forgedStopAnswer(to: message) {
            notify(
                (try? Frame.frames(of: answer, messageID: "forged-\(links)-\(tally.events)", maximumFrameSize: 180))
                    ?? [])
        } else {
            perform(pc.messageArrived(message, at: clock, refusing: isRefused ? .inputFailed : nil))
        }
        watch.isHandling = false
    }

    // MARK: From the PC

    mutating func perform(_ actions: [PCAction]) {
        for action in actions {
            switch action {
            case .executed(let record):
                executed(record.event)
                if isDoubledBySabotage(record.event) { executed(record.event) }
            case .notify(let frames): notify(frames)
            case .heldChanged, .refused, .pairingRequested, .pairingEnded, .pairingsChanged: break
            }
        }
    }

    private mutating func executed(_ event: PCEvent) {
        let time = boxNow
        tally.executed += 1
        tell("PC: \(event)")
        watch.executed(event)
        if let (id, state) = event.edge, let isExpected = edges?.executed(id, state) {
            tally.edgesFollowed += 1
            if !isExpected { tally.faults.edgesDoubled() }
            watch.expect(.edgesAreNotDoubled, isExpected, "the PC did \(id) \(state), which no contact did then")
        }
        if let command = event.begun, let asked = gestures?.takes(command, at: time) {
            if !asked { tally.faults.edgesDoubled() }
            watch.expect(.nothingUnasked, asked, "the PC did \(command), which nobody asked for")
        }
    }

    private mutating func notify(_ frames: [[UInt8]]) {
        guard let link, !link.isLost, now >= pcAwayUntil else { return }
        guard link.peer == nil || link.peer?.isSubscribed == true || link.peer?.isFetched == true else { return }
        if strikes(.answerLost) { return }
        var frames = frames
        if strikes(.answerReordered) { frames.reverse() }
        let late = strikes(.answerLate) ? chance.milliseconds(20...4000, .fromPC) : .zero
        if strikes(.garbage) { deliver([garbage()], late) }
        deliver(frames, late)
        if strikes(.answerRepeated) { deliver(frames, late + chance.milliseconds(0...50, .repeated)) }
    }

    private mutating func deliver(_ frames: [[UInt8]], _ late: Duration) {
        guard let link else { return }
        if let peer = link.peer {
            for frame in frames {
                if peer.isFetched {
                    self.link?.peer?.keep(frame)
                } else {
                    sendFromPC(SimulatedPeer.notification(frame), after: late)
                }
            }
            return
        }
        let delay = chance.milliseconds(1...20, .fromPC) + late
        for frame in frames { agenda.add(.frameFromPC(frame, link: link.number), at: now + delay) }
    }

    private mutating func garbage() -> [UInt8] {
        if chance.below(2, .garbageKind) == 0 {
            return (0..<40).map { _ in UInt8(chance.below(256, .garbageByte)) }
        }
        let foreign = Answer.ack(id: "another-remote-7").encoded()
        let id = "other-\(chance.below(1_000_000, .garbageByte))"
        return (try? Frame.frames(of: foreign, messageID: id, maximumFrameSize: 180).first) ?? []
    }
}
