// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc
import PCLink
import SwitchCore

/// The shell around the central machine: performs what it decides, and keeps the sockets and the timer.
final class Central {
    /// Never called from within `start`, `cut` or `offer`.
    var onReport: ((CentralMachine.Report) -> Void)?
    private(set) var linkParameters: LinkParameters?
    /// The adapter at work, as the kernel names it.
    var adapter: String? {
        guard let index = machine.adapterIndex else { return nil }
        return "hci\(index)"
    }

    private let loop: EventLoop
    private var machine: CentralMachine
    private var timer: LoopTimer?
    private var lock: BluetoothLock?
    private var management: PacketSocket?
    private var link: PacketSocket?
    private var listener: LinkParametersListener?
    /// Reports that wait for the call from above to return.
    private var putOff: [CentralMachine.Report] = []
    private var isCalledFromAbove = false
    /// Counts the ends that were asked for from above: what was decided before one is not done after it.
    private var cuts = 0

    init(loop: EventLoop, goal: CentralGoal, adapter: String?) {
        self.loop = loop
        machine = CentralMachine(goal: goal, wantedAdapter: adapter)
        timer = loop.makeTimer { [weak self] now in
            guard let self else { return }
            perform(machine.timerFired(now: now))
        }
    }

    deinit { cut() }

    // MARK: From above

    func start() {
        fromAbove {
            perform(machine.started(now: loop.now))
        }
    }

    /// Ends everything at once; no report follows.
    func cut() {
        cuts += 1
        putOff = []
        for action in machine.cut() {
            switch action {
            case .command(let command): _ = management?.put(command.encoded)
            case .closeLink: closeLink()
            case .readBlock, .openLink, .put, .report: break
            }
        }
        release()
    }

    /// False when it cannot be taken now: `.writable` follows.
    func offer(_ frame: [UInt8], isUrgent: Bool) -> Bool {
        var isTaken = false
        fromAbove {
            guard let actions = machine.frameOffered(frame, isUrgent: isUrgent, now: loop.now) else { return }
            isTaken = true
            perform(actions)
        }
        return isTaken
    }

    func expectAnswer(_ isExpected: Bool) {
        machine.answerExpected(isExpected)
        timer?.deadline = machine.deadline
    }

    private func fromAbove(_ body: () -> Void) {
        isCalledFromAbove = true
        body()
        isCalledFromAbove = false
    }

    // MARK: Performing

    private func perform(_ actions: [CentralMachine.Action]) {
        let before = cuts
        // Whoever is told of something may cut, within this very call.
        for action in actions where cuts == before {
            switch action {
            case .command(let command): send(command)
            case .readBlock(let adapter):
                perform(machine.blockRead(AdapterBlock.isBlocked(adapter), now: loop.now))
            case .openLink(let address, let adapter): openLink(to: address, from: adapter)
            case .closeLink: closeLink()
            case .put(let packet): put(packet)
            case .report(let report): tell(report)
            }
        }
        timer?.deadline = machine.deadline
    }

    private func tell(_ report: CentralMachine.Report) {
        if report == .ended { release() }
        guard isCalledFromAbove || !putOff.isEmpty else { return onReport?(report) ?? () }
        putOff.append(report)
        guard putOff.count == 1 else { return }
        loop.afterThisTurn { [weak self] in
            guard let self else { return }
            let reports = putOff
            let before = cuts
            putOff = []
            for report in reports where cuts == before { onReport?(report) }
        }
    }

    // MARK: The management interface

    private func send(_ command: ManagementCommand) {
        do throws(AdapterProblem) {
            guard try openManagement().put(command.encoded) else { throw .unsupported }
        } catch {
            perform(machine.managementFailed(error, now: loop.now))
        }
    }

    private func openManagement() throws(AdapterProblem) -> PacketSocket {
        if let management { return management }
        do throws(SystemError) {
            if lock == nil { lock = try BluetoothLock() }
            guard lock != nil else { throw SystemError(call: "bind", code: EADDRINUSE) }
            let management = try BluetoothSocket.management()
            let socket = try PacketSocket(management, loop: loop) { [weak self] in self?.managementDid($0) }
            self.management = socket
            return socket
        } catch {
            throw AdapterProblem(error)
        }
    }

    private func managementDid(_ event: PacketSocket.Event) {
        switch event {
        case .packet(let packet): perform(machine.managementPacketArrived(packet, now: loop.now))
        case .failed(let error):
            management = nil
            perform(machine.managementFailed(AdapterProblem(error), now: loop.now))
        case .connected, .drained: break
        }
    }

    // MARK: The link

    private func openLink(to address: BluetoothAddress, from adapter: [UInt8]) {
        closeLink()
        do throws(SystemError) {
            let socket = try BluetoothSocket.attribute(from: adapter)
            if let index = machine.adapterIndex { listener = LinkParametersListener(adapter: index, loop: loop) }
            try BluetoothSocket.connect(socket, to: address)
            link = try PacketSocket(socket, loop: loop, isConnecting: true) { [weak self] in self?.linkDid($0) }
        } catch {
            closeLink()
            perform(machine.linkLost(LinkFailure(bluetooth: error), now: loop.now))
        }
    }

    private func linkDid(_ event: PacketSocket.Event) {
        switch event {
        case .connected:
            linkParameters = link.flatMap { listener?.parameters(of: $0.raw) }
            listener = nil
            perform(machine.linkOpened(now: loop.now))
        case .packet(let packet): perform(machine.packetArrived(packet, now: loop.now))
        case .drained: perform(machine.linkEmptied(now: loop.now))
        case .failed(let error):
            closeLink()
            perform(machine.linkLost(LinkFailure(bluetooth: error), now: loop.now))
        }
    }

    private func put(_ packet: [UInt8]) {
        guard let link else { return }
        guard link.put(packet) else { return perform(machine.linkLost(.unanswered, now: loop.now)) }
        if link.isClear { perform(machine.linkEmptied(now: loop.now)) }
    }

    private func closeLink() {
        link?.close()
        link = nil
        listener = nil
        linkParameters = nil
    }

    private func release() {
        closeLink()
        management?.close()
        management = nil
        lock = nil
        timer?.deadline = nil
    }
}

extension AdapterProblem {
    fileprivate init(_ error: SystemError) {
        switch error.code {
        case EADDRINUSE: self = .inUse
        case EPERM, EACCES: self = .notPermitted
        default: self = .unsupported
        }
    }
}

extension LinkFailure {
    /// Of an L2CAP socket. Its errors stand for HCI reasons (the kernel's `bt_to_errno`).
    init(bluetooth error: SystemError) {
        switch error.code {
        case ETIMEDOUT, EHOSTDOWN: self = .outOfRange
        // The kernel makes one LE link at a time, and is at another one.
        case EBUSY: self = .unanswered
        // HCI's "terminated by local host": another program, or an adapter that was switched off.
        case ECONNABORTED: self = .endedHere
        case ECONNRESET, ECONNREFUSED, EPIPE, ENOTCONN: self = .closedByPC
        case EHOSTUNREACH, ENETDOWN, ENODEV: self = .adapter(.absent(wanted: nil))
        default: self = .system(error)
        }
    }
}
