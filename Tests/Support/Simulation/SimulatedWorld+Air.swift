// SPDX-License-Identifier: GPL-3.0-or-later
import BluetoothLE
import PCLink
import PCProtocol
import SwitchCore

/// The link: made, carried and lost. On the air by the real central machine, as `Central` runs it.
extension SimulatedWorld {
    private static let address: [UInt8] = [0x34, 0x12, 0x00, 0xee, 0xff, 0xc0]

    // MARK: Connecting

    mutating func connect() {
        box.retryAt = nil
        guard link?.isCarrying != true else { return }
        switch setup.transport {
        case .air: perform(box.central.started(now: boxNow), isFromAbove: true)
        case .frames:
            guard now >= pcAwayUntil, !strikes(.linkNotMade) else { return retryLater() }
            open(Link(number: links + 1, remote: leavingRemote ?? RemoteID(links + 1)))
            leavingRemote = nil
            if let link { perform(pc.remoteSubscribed(link.remote, at: now)) }
            connected(maximumFrameSize: setup.frameSize)
        }
    }

    private mutating func open(_ new: Link) {
        links = max(links, new.number)
        link = new
        box.linkFreeAt = boxNow
        box.writableIsPlanned = false
    }

    private mutating func connected(maximumFrameSize: Int) {
        tell("the link stands")
        link?.isCarrying = true
        box.pipeline.pcIdentified(setup.configuration.status.desktopID)
        perform(
            box.client.linkEstablished(
                with: setup.configuration.status, maximumFrameSize: maximumFrameSize, token: SimulatedBox.token,
                unfinished: journal, now: clock))
    }

    private mutating func retryLater() {
        box.retryAt = boxNow + box.backoff.attemptFailed(spread: Double(chance.below(101, .retry)) / 100)
    }

    // MARK: The end of a link

    /// Out of reach: each side notices by itself.
    mutating func loseLink() {
        guard let link, !link.isLost else { return }
        self.link?.isLost = true
        secondSubscriberStays()
        planLeaving(link.remote, within: 0...500)
        let noticed = now + chance.milliseconds(0...500, .lossNoticed)
        switch setup.transport {
        case .frames: agenda.add(.linkLost(link: link.number), at: noticed)
        case .air: agenda.add(.airFailed(.outOfRange, link: link.number), at: noticed)
        }
    }

    mutating func planLeaving(_ remote: RemoteID, within range: ClosedRange<Int>) {
        agenda.add(.remoteLeft(remote), at: now + chance.milliseconds(range, .leaving))
    }

    mutating func remoteLeft(_ remote: RemoteID) {
        // It was taken over.
        guard setup.transport == .air || link?.remote != remote || link?.isLost == true else { return }
        if leavingRemote == remote { leavingRemote = nil }
        perform(pc.remoteLeft(remote, at: now))
    }

    /// The box cuts the link itself: the PC sees it at once.
    mutating func cutLink() {
        box.cuts += 1
        if let link, setup.transport == .frames {
            secondSubscriberStays()
            agenda.add(.remoteLeft(link.remote), at: now + .milliseconds(1))
            self.link = nil
        }
        for action in box.central.cut() {
            switch action {
            case .command(let command): run(command)
            case .closeLink: closeLink()
            case .readBlock, .openLink, .put, .report: break
            }
        }
        linkEnded()
    }

    mutating func linkEnded() {
        if setup.transport == .frames { link = nil }
        watch.linkEnded()
        box.client.linkLost()
        forgetPC()
        retryLater()
        feed(.linkLost)
    }

    // MARK: The central machine

    mutating func perform(_ actions: [CentralMachine.Action], isFromAbove: Bool = false) {
        let (process, cuts) = (processes, box.cuts)
        var reports: [CentralMachine.Report] = []
        for action in actions where process == processes && cuts == box.cuts {
            switch action {
            case .command(let command): run(command)
            case .readBlock: perform(box.central.blockRead(false, now: boxNow), isFromAbove: isFromAbove)
            case .openLink: openLink()
            case .closeLink: closeLink()
            case .put(let packet): put(packet)
            case .report(let report): if isFromAbove { reports.append(report) } else { told(report) }
            }
        }
        if !reports.isEmpty { agenda.add(.centralReports(reports, process: process, cuts: cuts), at: now) }
    }

    mutating func told(_ report: CentralMachine.Report) {
        switch report {
        case .connected(_, let maximumFrameSize): connected(maximumFrameSize: maximumFrameSize)
        case .frame(let frame): perform(box.client.frameArrived(frame, now: clock))
        case .writable: pump()
        case .lost(let failure):
            tell("no link: \(failure)")
            linkEnded()
        case .searching, .waiting, .found, .gone, .ended: break
        }
    }

    private mutating func run(_ command: ManagementCommand) {
        if case .disconnect = command, let remote = leavingRemote {
            leavingRemote = nil
            agenda.add(.remoteLeft(remote), at: now + .milliseconds(1))
        }
        for packet in kernel.run(command.encoded) { tellBox(packet) }
        if case .startDiscovery = command, kernel.isPresent, now >= pcAwayUntil {
            agenda.add(
                .kernelTold(SimulatedKernel.found(Self.address), process: processes),
                at: now + chance.milliseconds(6...200, .connecting))
        }
    }

    private mutating func openLink() {
        closeLink()
        links += 1
        let number = links
        let then = now + chance.milliseconds(10...60, .connecting)
        guard kernel.isPresent, now >= pcAwayUntil else {
            return agenda.add(.airFailed(.outOfRange, link: number), at: then)
        }
        // Half of them never come to an answer.
        if strikes(.linkNotMade) {
            if chance.below(2, .lossNoticed) == 0 { agenda.add(.airFailed(.unanswered, link: number), at: then) }
        } else {
            agenda.add(.airOpened(link: number), at: then)
        }
    }

    mutating func airOpened(_ number: Int) {
        guard links == number, link == nil else { return }
        guard now >= pcAwayUntil, kernel.isPresent else {
            return perform(box.central.linkLost(.outOfRange, now: boxNow))
        }
        var new = Link(number: number, remote: RemoteID(number))
        new.peer = SimulatedPeer(
            status: setup.configuration.status.encoded(), mtu: setup.frameSize + 3,
            isFetched: setup.configuration.status.responseTransport == .reads)
        open(new)
        // Where answers are read nobody subscribes: the link itself counts.
        if new.peer?.isFetched == true { perform(pc.remoteSubscribed(new.remote, at: now)) }
        perform(box.central.linkOpened(now: boxNow))
    }

    /// The kernel keeps the link itself for two seconds, unless it is told to end it.
    private mutating func closeLink() {
        // One that is being made is made for nobody.
        links += 1
        guard let link else { return }
        self.link = nil
        guard !link.isLost else { return }
        secondSubscriberStays()
        leavingRemote = link.remote
        planLeaving(link.remote, within: 2000...2000)
    }

    // MARK: Packets

    private mutating func put(_ packet: [UInt8]) {
        guard var current = link else { return }
        current.toPC = max(current.toPC, now + chance.milliseconds(1...15, .toPC))
        agenda.add(.packetToPC(packet, link: current.number, sent: boxNow), at: current.toPC)
        let isClear = setup.faults.pace == 0
        if !isClear, !current.emptiedIsPlanned {
            current.emptiedIsPlanned = true
            agenda.add(
                .airEmptied(link: current.number), at: now + chance.milliseconds(0...setup.faults.pace, .paced))
        }
        link = current
        if isClear { perform(box.central.linkEmptied(now: boxNow)) }
    }

    mutating func airEmptied(_ number: Int) {
        guard link?.number == number else { return }
        link?.emptiedIsPlanned = false
        perform(box.central.linkEmptied(now: boxNow))
    }

    mutating func packetReachedPC(_ packet: [UInt8], link number: Int, sent: Instant) {
        guard link?.number == number, link?.isLost == false, let outcome = link?.peer?.arrived(packet) else { return }
        switch outcome {
        case .nothing: break
        case .answer(let answer): answerRequest(answer)
        case .frame(let frame, let answer):
            if let answer { answerRequest(answer) }
            frameReachedPC(frame, link: number, sent: sent)
        case .subscribed(let answer):
            if let remote = link?.remote { perform(pc.remoteSubscribed(remote, at: now)) }
            answerRequest(answer)
        }
    }

    private mutating func answerRequest(_ answer: [UInt8]) {
        if !strikes(.requestUnanswered) { sendFromPC(answer) }
    }

    mutating func sendFromPC(_ packet: [UInt8], after pause: Duration = .zero) {
        guard var current = link, !current.isLost else { return }
        let time = max(current.fromPC, now + chance.milliseconds(1...15, .fromPC)) + pause
        current.fromPC = time
        link = current
        agenda.add(.frameFromPC(packet, link: current.number), at: time)
    }

    // MARK: Frames

    mutating func pump() {
        guard let current = link, current.isCarrying else { return }
        let process = processes
        while process == processes, link?.number == current.number, let frame = box.client.frameToSend {
            switch setup.transport {
            case .air:
                guard let actions = box.central.frameOffered(frame.bytes, isUrgent: frame.isUrgent, now: boxNow) else {
                    return
                }
                perform(actions, isFromAbove: true)
                box.client.frameSent()
            case .frames:
                guard box.linkFreeAt <= boxNow else {
                    if !box.writableIsPlanned { agenda.add(.writable(process: process), at: box.linkFreeAt + asleep) }
                    box.writableIsPlanned = true
                    return
                }
                box.client.frameSent()
                let pace = setup.faults.pace
                if pace > 0 { box.linkFreeAt = boxNow + chance.milliseconds(0...pace, .paced) }
                agenda.add(
                    .frameToPC(frame.bytes, link: current.number, sent: boxNow),
                    at: now + chance.milliseconds(1...15, .toPC))
            }
        }
    }
}
