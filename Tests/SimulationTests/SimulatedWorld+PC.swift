// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol
import SeededRandom
import SwitchCore

/// The link and the PC behind it, with all that may go wrong there.
extension SimulatedWorld {
    // MARK: The link

    func linkUp() {
        guard link == nil else { return }
        links += 1
        let remote = leavingRemote ?? RemoteID(links)
        leavingRemote = nil
        let new = Link(number: links, remote: remote)
        link = new
        box.linkFreeAt = now
        box.writableIsPlanned = false
        perform(pc.remoteSubscribed(remote, at: now))
        perform(
            box.client.linkEstablished(
                with: setup.configuration.status, maximumFrameSize: setup.frameSize, token: SimulatedBox.token,
                unfinished: journal, now: clock))
    }

    /// Out of reach: each side notices by itself.
    func loseLink() {
        guard let link, !link.isLost else { return }
        self.link?.isLost = true
        planLeaving(link.remote)
        agenda.add(.linkLost(link: link.number), at: now + random.milliseconds(0...500))
    }

    func planLeaving(_ remote: RemoteID) { agenda.add(.remoteLeft(remote), at: now + random.milliseconds(0...500)) }

    func remoteLeft(_ remote: RemoteID) {
        perform(pc.remoteLeft(remote, at: now))
    }

    /// The box cuts the link itself: the PC sees it at once.
    func cutLink() {
        guard let link else { return }
        agenda.add(.remoteLeft(link.remote), at: now + .milliseconds(1))
        linkEnded()
    }

    func linkEnded() {
        link = nil
        watch.linkEnded()
        box.client.linkLost()
        feed(.linkLost)
        agenda.add(.linkUp, at: now + random.milliseconds(600...3000))
    }

    // MARK: To the PC

    func frameReachedPC(_ frame: [UInt8], link number: Int, sent: Instant) {
        guard link?.number == number && link?.isLost == false || random.happens(500) else { return }
        guard let message = pc.frameArrived(frame, at: now) else { return }
        watch.messageSent(message, at: sent)
        let delay = setup.faults.handling > 0 ? random.milliseconds(0...setup.faults.handling) : .zero
        agenda.add(.handled(message, link: number), at: now + delay)
    }

    func messageHandled(_ message: [UInt8], link number: Int) {
        // Where nothing keeps a message of a lost link out, a real PC is done with it by then.
        guard link?.number == number || !setup.flavour.hasNoSessions else { return }
        if random.happens(setup.faults.releaseFails) {
            tally.count("release fails")
            pc.failReleases(Int.random(in: 1...2, using: &random))
        }
        let isRefused = random.happens(setup.faults.refused)
        if isRefused { tally.count("refused") }
        watch.isHandling = true
        perform(pc.messageArrived(message, at: clock, refusing: isRefused ? .inputFailed : nil))
        watch.isHandling = false
    }

    // MARK: From the PC

    func perform(_ actions: [PCAction]) {
        for action in actions {
            switch action {
            case .executed(let record):
                tally.executed += 1
                trace("PC: \(record.event)")
                watch.executed(record.event)
                if let command = record.event.begun, let asked = oracle?.takes(command, at: now) {
                    watch.expect(asked, "the PC did \(command), which nobody asked for")
                }
            case .notify(let frames): notify(frames)
            case .heldChanged, .refused, .pairingRequested, .pairingEnded, .pairingsChanged: break
            }
        }
    }

    private func notify(_ frames: [[UInt8]]) {
        guard let link, !link.isLost else { return }
        if random.happens(setup.faults.answerLost) { return tally.count("answer lost") }
        var delay = random.milliseconds(1...20)
        if random.happens(setup.faults.answerLate) {
            tally.count("answer late")
            delay = random.milliseconds(20...4000)
        }
        if random.happens(setup.faults.garbage) {
            tally.count("garbage")
            agenda.add(.frameFromPC(garbage(), link: link.number), at: now + delay)
        }
        let copies = random.happens(setup.faults.answerRepeated) ? 2 : 1
        if copies == 2 { tally.count("answer repeated") }
        for _ in 0..<copies {
            for frame in frames { agenda.add(.frameFromPC(frame, link: link.number), at: now + delay) }
            delay = delay + random.milliseconds(0...50)
        }
    }

    private func garbage() -> [UInt8] {
        if Bool.random(using: &random) {
            return (0..<40).map { _ in UInt8.random(in: 0...255, using: &random) }
        }
        let foreign = Answer.ack(id: "another-remote-7").encoded()
        return (try? Frame.frames(of: foreign, messageID: "other-\(random.next())", maximumFrameSize: 514).first) ?? []
    }
}
