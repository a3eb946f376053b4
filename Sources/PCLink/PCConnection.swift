// SPDX-License-Identifier: GPL-3.0-or-later
package import EventLoop
package import PCProtocol
package import SwitchCore

/// What happens on the way to a PC, in order. Each change comes once: an attempt that ends as the one before did is silent.
package enum ConnectionEvent {
    case connected(PCStatus)
    case report(ClientReport)
    /// There is no link (any more). Another attempt follows by itself unless `retries` is false.
    case lost(LinkFailure, retries: Bool)
    /// The new session could not be noted on disk, so the PC was not told of it.
    case sessionNotRecorded(StateProblem)
    /// A pairing, a choice or the end of a session could not be written, or what was written could not be understood.
    case stateProblem(StateProblem)
}

/// The shell around the client machine: performs what it decides, keeps its timer, its link and its files. After a lost
/// link it connects again by itself; it never starts forwarding.
package final class PCConnection {
    package var onEvent: ((ConnectionEvent) -> Void)?
    /// The PC at the other end, once it has said what it is.
    package private(set) var status: PCStatus?
    /// The longest frame that the link carries, in bytes.
    package private(set) var maximumFrameSize = 0
    /// What the link on the air is like; nil for links that have no such thing.
    package var linkParameters: LinkParameters? { transport.linkParameters }
    /// The Bluetooth adapter in use, such as "hci0"; nil for links that need none.
    package var adapter: String? { transport.adapter }
    package private(set) var savedPCs: SavedPCs
    /// Whether what an unclean end or a lost link left behind at this PC is not known to have ended. It is ended before the
    /// PC is ready.
    package var mayHaveUnfinishedSession: Bool {
        status.map { journal.unfinished(on: $0.desktopID) != nil } ?? false
    }

    private let loop: EventLoop
    private let transport: any Transport
    private let deviceName: DeviceName
    /// Where `transport` looks for the PC: a socket, or nil for Bluetooth.
    private let socketPath: String?
    /// The id of the PC that is meant; another one at the same place is left alone.
    private let expectedID: String?
    private var journal: SessionJournal
    private var machine: ClientMachine
    private var backoff: Backoff
    private var isOpen = false
    /// What has failed that only its user can mend, so that connecting again would be a loop (F34).
    private var needsUser = false
    /// There is no link and no attempt to come.
    private var hasGivenUp = false
    /// Pairing was asked for while there was no link.
    private var pairsWhenPossible = false
    /// A pairing that is not on disk yet, for instance because another process had the files at that moment. It counts all
    /// the same, and is written as soon as that can be done: the PC has forgotten the token before it.
    private var unsaved: (desktopID: String, token: PairingToken)?
    private var told = ConnectionTold()
    private var machineTimer: LoopTimer?
    private var retryTimer: LoopTimer?

    /// - Parameters:
    ///   - socketPath: where `transport` looks for the PC; nil for one that is found by Bluetooth.
    ///   - expectedID: the id of the PC that is meant; nil takes whichever answers.
    package init(
        loop: EventLoop, transport: any Transport, deviceName: DeviceName, savedPCs: SavedPCs, journal: SessionJournal,
        socketPath: String? = nil, expecting expectedID: String? = nil, backoff: Backoff = Backoff()
    ) {
        self.loop = loop
        self.transport = transport
        self.deviceName = deviceName
        self.socketPath = socketPath
        self.expectedID = expectedID
        self.savedPCs = savedPCs
        self.journal = journal
        self.backoff = backoff
        machine = ClientMachine(
            identity: RemoteIdentity(
                deviceID: savedPCs.deviceID, deviceName: deviceName, idPrefix: RandomText.idPrefix()))
        machineTimer = loop.makeTimer { [weak self] _ in
            guard let self else { return }
            perform(machine.timerFired(now: loop.clock))
        }
        retryTimer = loop.makeTimer { [weak self] _ in self?.transport.connect() }
        transport.onEvent = { [weak self] in self?.transportDid($0) }
    }

    // MARK: What its owner asks for

    /// Connects, and connects again whenever the link is lost.
    package func open() {
        for problem in [savedPCs.problem, journal.problem].compactMap({ $0 }) { onEvent?(.stateProblem(problem)) }
        isOpen = true
        connect()
    }

    /// Connects anew where that was given up, because its user asks for it.
    package func tryAgain() {
        guard isOpen, hasGivenUp else { return }
        connect()
    }

    private func connect() {
        hasGivenUp = false
        needsUser = false
        retryTimer?.deadline = nil
        transport.connect()
    }

    /// Says good-bye, which makes the PC let go of everything, then ends the link. `.lost` follows in bounded time where
    /// there was a link.
    package func close() {
        isOpen = false
        retryTimer?.deadline = nil
        // A link that is only being made has nobody to say good-bye to.
        if status == nil { transport.cut() }
        perform(machine.leaveRequested(now: loop.clock))
    }

    /// Ends the link at once. `.lost(.cut)` follows.
    package func cut() {
        transport.cut()
        lost(.cut)
    }

    /// Asks the PC to pair, as soon as there is one; it makes no difference while the saved access is good.
    package func pair() {
        guard status != nil else {
            pairsWhenPossible = true
            if isOpen { connect() }
            return
        }
        needsUser = false
        let actions = machine.pairingRequested(nonce: RandomText.nonce(), now: loop.clock)
        // While the saved access is being tried nothing is asked; if it is refused, that follows.
        pairsWhenPossible = actions.isEmpty && machine.state != .ready
        perform(actions)
    }

    /// Asks the ready PC for a sign of life; `.pinged` follows in bounded time. Nothing is asked while a session is going on.
    package func ping() { perform(machine.pingRequested(now: loop.clock)) }

    /// - Parameters:
    ///   - commands: where this box decides, what the request is on the wire.
    ///   - mayHold: with a start, all that its commands can leave held.
    package func request(_ request: SessionRequest, commands: [Command] = [], mayHold: HeldInputs = .nothing) {
        perform(
            machine.sessionRequested(
                request, commands: commands, mayHold: mayHold,
                newSessionID: SessionID(random: (.random(in: 0 ... .max), .random(in: 0 ... .max))),
                now: loop.clock))
    }

    package func choseProfile(_ profileID: String) {
        guard let status else { return }
        keeping { () throws(StateProblem) in try savedPCs.choseProfile(profileID, on: status.desktopID) }
    }

    // MARK: The link

    private func transportDid(_ event: TransportEvent) {
        switch event {
        case .connected(let bytes, let maximumFrameSize):
            guard let status = try? PCStatus(decoding: bytes) else {
                transport.cut()
                return lost(.unusableStatus)
            }
            guard expectedID == nil || status.desktopID == expectedID else {
                transport.cut()
                return lost(.outOfRange)
            }
            connected(to: status, maximumFrameSize: maximumFrameSize)
        case .frame(let bytes):
            perform(machine.frameArrived(bytes, now: loop.clock))
        case .writable:
            pump()
        case .lost(let failure):
            lost(failure)
        }
    }

    private func connected(to status: PCStatus, maximumFrameSize: Int) {
        self.status = status
        self.maximumFrameSize = maximumFrameSize
        if told.connected() { onEvent?(.connected(status)) }
        perform(
            machine.linkEstablished(
                with: status, maximumFrameSize: maximumFrameSize, token: token(of: status.desktopID),
                unfinished: journal.unfinished(on: status.desktopID), now: loop.clock))
    }

    private func token(of desktopID: String) -> PairingToken? {
        if let unsaved, unsaved.desktopID == desktopID { return unsaved.token }
        return savedPCs.pc(desktopID)?.token
    }

    private func lost(_ failure: LinkFailure) {
        let hadPC = status != nil
        status = nil
        machine.linkLost()
        rearm()
        let retries = isOpen && !needsUser && failure.mayPass
        hasGivenUp = !retries
        if retries {
            retryTimer?.deadline = loop.now + backoff.attemptFailed(spread: Double.random(in: 0...1))
        }
        if told.lost(failure, hadPC: hadPC, retries: retries) { onEvent?(.lost(failure, retries: retries)) }
    }

    // MARK: Performing

    private func perform(_ actions: [ClientAction]) {
        for action in actions {
            switch action {
            case .recordSession(let session):
                record(session)
            case .clearSession:
                guard let status else { break }
                keeping { () throws(StateProblem) in try journal.ended(on: status.desktopID) }
            case .report(let report):
                reported(report)
            case .cutLink:
                cut()
            }
        }
        pump()
        rearm()
    }

    private func record(_ session: UnfinishedSession) {
        guard let status else { return }
        do throws(StateProblem) { try journal.began(session, on: status.desktopID) } catch {
            // Of an old session the journal knows already; what it misses is only that a release was refused.
            guard !session.releaseRefused else { onEvent?(.stateProblem(error)); return }
            machine.sessionNotRecorded()
            onEvent?(.sessionNotRecorded(error))
        }
    }

    private func reported(_ report: ClientReport) {
        switch report {
        case .paired(let token):
            guard let status else { return }
            unsaved = (status.desktopID, token)
            keeping { () throws(StateProblem) in try savePairing() }
        case .authenticated(let nameTaken):
            guard let status else { return }
            // That it could not be written was told.
            try? savePairing()
            let told = SavedPC.ToldName(name: deviceName.text, wasTaken: nameTaken)
            keeping { () throws(StateProblem) in try savedPCs.authenticated(with: status, told: told) }
        case .ready:
            try? savePairing()
            backoff.succeeded()
            pairsWhenPossible = false
            gotFurther()
        case .pairingNeeded:
            gotFurther()
        case .failed(let failure):
            return failed(failure)
        case .pairingCode, .pairingFailed, .recovered, .commandsInDoubt, .answered, .pinged:
            break
        }
        onEvent?(.report(report))
        if report == .pairingNeeded { pairIfAsked() }
    }

    private func failed(_ failure: ClientFailure) {
        needsUser = failure.needsUser
        // First of all: whoever is told may end the connection.
        if failure == .accessVoid, let status {
            keeping { () throws(StateProblem) in try savedPCs.accessRefused(by: status.desktopID) }
        }
        if told.failed(failure) { onEvent?(.report(.failed(failure))) }
        if failure == .accessVoid { pairIfAsked() }
    }

    private func pairIfAsked() {
        if pairsWhenPossible { pair() }
    }

    private func gotFurther() {
        if let status, told.gotFurther() { onEvent?(.connected(status)) }
    }

    private func savePairing() throws(StateProblem) {
        guard let status, let unsaved, unsaved.desktopID == status.desktopID else { return }
        try savedPCs.paired(with: status, token: unsaved.token, at: socketPath)
        self.unsaved = nil
    }

    private func keeping(_ body: () throws(StateProblem) -> Void) {
        do { try body() } catch { onEvent?(.stateProblem(error)) }
    }

    /// Hands the link whatever the machine has for it. A frame that the link does not take now goes first next time.
    private func pump() {
        while let frame = machine.frameToSend {
            guard transport.send(frame) else { return }
            machine.frameSent()
        }
    }

    private func rearm() {
        machineTimer?.deadline = machine.deadline
        transport.expectsAnswer = machine.expectsAnswer
    }
}
