// SPDX-License-Identifier: GPL-3.0-or-later
package import EventLoop
import Glibc
package import PCProtocol
import SeededRandom
import SwitchCore

/// A PC in software: the PC machine with sockets, a clock and, on demand, faults. One connection is one remote that has
/// subscribed; the first packet to it is the PC's status, every other is a frame.
package final class SimulatedPC {
    package struct Options: Sendable {
        package var configuration: PCConfiguration
        package var faults = PCFaults()
        /// Approve whoever asks to be paired.
        package var approvesAll = false
        /// Where pairings are kept; nil forgets them with the process.
        package var stateFile: PCStateFile?

        package init(configuration: PCConfiguration) { self.configuration = configuration }
    }

    /// The second subscriber's, which no connection has.
    private static let silentRemote = RemoteID(0)

    package private(set) var machine: PCMachine
    private let loop: EventLoop
    private var options: Options
    private let show: (PCNews) -> Void
    private let work: DelayedWork
    private var timer: LoopTimer?
    private var listener: UnixListener?
    private var connections: [RemoteID: RemoteLink] = [:]
    private var nextRemote = 1
    private var edges = 0
    private var random: SeededRandom
    private var dropDice: FaultDice
    private var refuseDice: FaultDice
    private var garbageDice: FaultDice

    /// `show` is called with everything that happens, from within the loop's turns.
    package init(
        loop: EventLoop, options: Options, show: @escaping (PCNews) -> Void
    ) throws(PCStateFile.Problem) {
        self.loop = loop
        self.options = options
        self.show = show
        work = DelayedWork(loop: loop)
        let faults = options.faults
        random = SeededRandom(seed: faults.seed)
        dropDice = FaultDice(faults.dropAnswers)
        refuseDice = FaultDice(faults.refuseCommands)
        garbageDice = FaultDice(faults.garbageFrames)
        machine = PCMachine(
            configuration: options.configuration, pairedDevices: try options.stateFile?.load() ?? [:])
        machine.failReleases(faults.failReleases)
        timer = loop.makeTimer { [weak self] now in
            guard let self else { return }
            perform(machine.timerFired(at: now))
        }
        if faults.secondSubscriber { perform(machine.remoteSubscribed(Self.silentRemote, at: loop.now)) }
    }

    /// How late every answer leaves, from now on.
    package var answerDelay: Duration {
        get { options.faults.answerDelay }
        set { options.faults.answerDelay = newValue }
    }

    // MARK: Links

    /// Waits for remotes at `path`; only this user can connect.
    package func listen(at path: String) throws(SystemError) {
        listener = try UnixListener(path: path, kind: .packets, loop: loop) { [weak self] in try? self?.adopt($0) }
        show(.listening(path: path, seed: options.faults.seed))
    }

    /// Takes over one end of a link: a connected, non-blocking `SOCK_SEQPACKET` socket.
    package func adopt(_ socket: FileDescriptor) throws(SystemError) {
        let remote = RemoteID(nextRemote)
        nextRemote += 1
        let connection = try RemoteLink(
            socket, loop: loop, frameArrived: { [weak self] in self?.frameArrived($0) },
            closed: { [weak self] in self?.remoteLeft(remote) })
        connections[remote] = connection
        show(.connected(remote))
        connection.send(options.configuration.status.encoded())
        perform(machine.remoteSubscribed(remote, at: loop.now))
    }

    /// A new link within this process: the remote's end.
    package func makeLink() throws(SystemError) -> FileDescriptor {
        let type = CInt(SOCK_SEQPACKET.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        var ends: [CInt] = [-1, -1]
        try SystemCall.run("socketpair") { socketpair(AF_UNIX, type, 0, &ends) }
        let remoteEnd = FileDescriptor(owning: ends[1])
        try adopt(FileDescriptor(owning: ends[0]))
        return remoteEnd
    }

    /// Closes every link and the listening socket.
    package func close() {
        listener = nil
        closeLinks()
        work.cancelAll()
    }

    private func closeLinks() {
        for connection in connections.values { connection.close() }
    }

    private func remoteLeft(_ remote: RemoteID) {
        connections[remote] = nil
        show(.left(remote))
        perform(machine.remoteLeft(remote, at: loop.now))
    }

    // MARK: What arrives

    private func frameArrived(_ frame: [UInt8]) {
        guard let message = machine.frameArrived(frame, at: loop.now) else { return }
        work.run(after: randomHandlingDelay()) { [weak self] in self?.handle(message) }
    }

    private func randomHandlingDelay() -> Duration {
        let limit = options.faults.handlingDelay.nanoseconds
        return limit > 0 ? .nanoseconds(Int64.random(in: 1...limit, using: &random)) : .zero
    }

    private func handle(_ message: [UInt8]) {
        let isRefused = refuseDice.hits(&random)
        if isRefused { show(.fault(.commandRefused)) }
        var clock = loop.clock
        clock.unixMilliseconds += options.faults.clockOffset.milliseconds
        perform(machine.messageArrived(message, at: clock, refusing: isRefused ? .inputFailed : nil))
    }

    /// What the PC's user types: `approve` or `reject`, and the code when several remotes wait. False for other words.
    package func lineEntered(_ line: String) -> Bool {
        let words = line.split(separator: " ")
        guard let verdict = words.first, verdict == "approve" || verdict == "reject" else { return false }
        let offer = machine.offers.first { words.count == 1 || $0.code == words[1] }
        guard let offer else { return true }
        if verdict == "approve" {
            approve(offer)
        } else {
            perform(machine.pairingRejected(deviceID: offer.deviceID, at: loop.now))
        }
        return true
    }

    private func approve(_ offer: PairingOffer) {
        perform(machine.pairingApproved(deviceID: offer.deviceID, token: Self.newToken(), at: loop.now))
    }

    private static func newToken() -> PairingToken {
        var system = SystemRandomNumberGenerator()
        let digits = (0..<4).map { _ in String(system.next(), radix: 36) }.joined()
        guard let token = PairingToken(digits) else { preconditionFailure("four numbers have digits") }
        return token
    }

    // MARK: What is done

    private func perform(_ actions: [PCAction]) {
        for action in actions { perform(action) }
        timer?.deadline = machine.deadline
    }

    private func perform(_ action: PCAction) {
        switch action {
        case .notify(let frames): answer(frames)
        case .executed(let record):
            show(.executed(record))
            if case .edge = record.event { edgeExecuted() }
        case .heldChanged(let outputs): show(.held(outputs))
        case .refused(let code, let type): show(.refused(code, type: type))
        case .pairingRequested(let offer):
            show(.pairingRequested(offer))
            if options.approvesAll { approve(offer) }
        case .pairingEnded(let offer, let end): show(.pairingEnded(offer, end))
        case .pairingsChanged: savePairings()
        }
    }

    private func savePairings() {
        do throws(PCStateFile.Problem) { try options.stateFile?.save(machine.pairedDevices) } catch {
            show(.notSaved(error))
        }
    }

    private func edgeExecuted() {
        edges += 1
        if edges == options.faults.forgetAfterEdges {
            show(.fault(.pairingsForgotten))
            for deviceID in machine.pairedDevices.keys.sorted() {
                perform(machine.pairingForgotten(deviceID: deviceID, at: loop.now))
            }
        }
        if edges == options.faults.vanishAfterEdges {
            show(.fault(.vanished))
            closeLinks()
        }
    }

    private func answer(_ frames: [[UInt8]]) {
        guard !dropDice.hits(&random) else { return show(.fault(.answerDropped)) }
        let garbage = garbageDice.hits(&random) ? randomFrame() : nil
        if garbage != nil { show(.fault(.garbageSent)) }
        work.run(after: options.faults.answerDelay) { [weak self] in
            self?.notifyEveryone((garbage.map { [$0] } ?? []) + frames)
        }
    }

    private func notifyEveryone(_ frames: [[UInt8]]) {
        for remote in connections.keys.sorted() {
            for frame in frames { connections[remote]?.send(frame) }
        }
    }

    private func randomFrame() -> [UInt8] {
        let length = Int.random(in: 1...200, using: &random)
        return (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
    }
}
