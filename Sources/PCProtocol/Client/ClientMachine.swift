// SPDX-License-Identifier: GPL-3.0-or-later
package import SwitchCore

/// The remote's side of the protocol: sets a connection up, pairs, and carries a switch session.
///
///     unlinked ─link→ unpaired ⇄ pairing ─token→ authenticating ─ack→ recovering → loading → ready
///
/// It decides what is said and what an answer means; the order of edges is the engine's. Frames are pulled one by one,
/// so whatever the link has not taken yet can still be dropped when a stop overtakes it.
package struct ClientMachine: Sendable {
    package static let edgeAnswerDeadline = Duration.seconds(3)
    package static let commandAnswerDeadline = Duration.seconds(5)
    package static let setUpAnswerDeadline = Duration.seconds(10)
    /// The PC waits 2 minutes for its user; a little more for the way there and back.
    package static let pairingAnswerDeadline = Duration.seconds(125)
    /// Bytes. With less some message or answer finds no room in any number of frames (protocol note §2); over Bluetooth LE that is an
    /// ATT MTU of 136.
    package static let leastFrameSize = 133
    package static let profileAttempts = 3
    package static let profileRetryPause = Duration.milliseconds(500)
    package static let healthCheckAfterSilence = Duration.seconds(30)
    /// Above every sequence that a session can have reached, and within 32 bits.
    package static let recoverySequence = 2_000_000_000

    package enum State: Hashable, Sendable {
        /// → `unpaired`, `authenticating`.
        case unlinked
        /// → `pairing`.
        case unpaired
        /// → `unpaired`, `authenticating`.
        case pairing
        /// → `recovering`, `loading`, `failed`.
        case authenticating
        /// → `authenticating`, `loading`, `failed`.
        case recovering
        /// → `ready`, `failed`.
        case loading
        /// → `leaving`, `failed`.
        case ready
        /// `connection.disconnecting` is on its way. → `unlinked`.
        case leaving
        /// → `pairing`, `unlinked`.
        case failed(ClientFailure)
    }

    package internal(set) var state = State.unlinked
    var identity: RemoteIdentity
    var status: PCStatus?
    var token: PairingToken?
    var outbox: Outbox
    var exchange = Exchange()
    var session: ClientSession?
    private var assembler = FrameAssembler()
    var unfinished: UnfinishedSession?
    /// What this PC may hold from before, since it refused to let go of it by name: asked for again after every session.
    var inDoubt = HeldInputs.nothing
    /// The PC has ended the session of before; what single commands hold is left.
    var oldSessionHasEnded = false
    /// On this link the PC was made to let go of everything.
    var hasReleasedAll = false
    private var pairingNonce: String?
    var pointerProfile: PointerProfile?
    var profileAttemptsLeft = 0
    var profileRetry: Instant?
    private var lastHeard: Instant?

    package init(identity: RemoteIdentity) {
        self.identity = identity
        outbox = Outbox(idPrefix: identity.idPrefix)
    }

    // MARK: The link

    /// - Parameters:
    ///   - token: what an earlier pairing with this PC gave, if any.
    ///   - unfinished: the session that an unclean end left behind on this PC.
    package mutating func linkEstablished(
        with status: PCStatus, maximumFrameSize: Int, token: PairingToken?, unfinished: UnfinishedSession?,
        now: ClockReading
    ) -> [ClientAction] {
        self.status = status
        self.token = token
        self.unfinished = unfinished
        inDoubt = .nothing
        oldSessionHasEnded = false
        hasReleasedAll = false
        assembler = FrameAssembler()
        exchange = Exchange()
        session = nil
        profileRetry = nil
        lastHeard = now.instant
        outbox.linkEstablished(maximumFrameSize: maximumFrameSize)
        guard maximumFrameSize >= Self.leastFrameSize else { return fail(.linkTooNarrow) }
        guard token != nil else {
            state = .unpaired
            return [.report(.pairingNeeded)]
        }
        return authenticate(now: now)
    }

    package mutating func linkLost() {
        state = .unlinked
        exchange = Exchange()
        outbox.clear()
        session = nil
        profileRetry = nil
    }

    /// The next frame to put on the link, oldest first, a stop before everything.
    package var frameToSend: OutgoingFrame? { outbox.first }

    /// Whether an answer of the PC is awaited.
    package var expectsAnswer: Bool { !exchange.isEmpty }

    /// The link took `frameToSend`.
    package mutating func frameSent() { outbox.firstSent() }

    // MARK: Pairing

    /// Asks the PC to pair. A newer request replaces an older one there and here.
    /// - Parameter nonce: random, at most 64 characters; it goes into the six digits.
    package mutating func pairingRequested(nonce: String, now: ClockReading) -> [ClientAction] {
        guard let status else { return [] }
        switch state {
        case .unpaired, .pairing, .failed(.accessVoid): break
        case .unlinked, .authenticating, .recovering, .loading, .ready, .leaving, .failed: return []
        }
        state = .pairing
        pairingNonce = nonce
        exchange = Exchange()
        let id = outbox.makeID()
        let request = Self.checked { () throws(ShapeError) in
            try PairingRequest(
                id: id, deviceID: identity.deviceID, deviceName: identity.deviceName, desktopID: status.desktopID,
                requestNonce: nonce)
        }
        exchange.asked(.pairing, id: id, deadline: now.instant + Self.pairingAnswerDeadline)
        guard outbox.queue(.pairingRequest(request), requestID: id, isUrgent: false) else {
            return fail(.linkTooNarrow)
        }
        return [.report(.pairingCode(request.code))]
    }

    private mutating func pairingAnswered(_ answer: Answer) -> PairingOutcome {
        guard case .pairingComplete(_, let grant) = answer else {
            guard case .error(_, let code, let message) = answer else { return .failed(.mismatch) }
            switch PairingRefusal(rawValue: message) {
            case .rejected: return .failed(.rejected)
            case .expired: return .failed(.expired)
            case .mismatch: return .failed(.mismatch)
            case nil: return .failed(.refused(code: code.text))
            }
        }
        guard grant.deviceID == identity.deviceID, grant.desktopID == status?.desktopID else {
            return .failed(.mismatch)
        }
        return .paired(grant.token)
    }

    private enum PairingOutcome {
        case paired(PairingToken)
        case failed(PairingFailure)
    }

    // MARK: Frames from the PC

    /// Malformed frames, answers to nobody's question, duplicates and those meant for other remotes are ignored (F33).
    package mutating func frameArrived(_ bytes: [UInt8], now: ClockReading) -> [ClientAction] {
        guard case .success(let message?) = assembler.frameArrived(bytes, at: now.instant) else { return [] }
        do throws(Answer.Problem) {
            let answer = try Answer(decoding: message)
            guard let id = answer.id, let question = exchange.answered(id) else { return [] }
            lastHeard = now.instant
            return handle(answer, to: question, now: now)
        } catch {
            guard case .payload(let id, _) = error, let question = exchange.answered(id) else { return [] }
            return unusable(question, now: now)
        }
    }

    /// The answer is ours, but what it carries cannot be used.
    private mutating func unusable(_ question: Question, now: ClockReading) -> [ClientAction] {
        switch question {
        case .pairing: pairingEnded(.failed(.mismatch), now: now)
        case .profile: profileFailed(.refused(code: "unusable_answer"), now: now)
        case .catalogue: fail(.catalogueUnusable)
        // These are answered by an acknowledgement, which has no content that could be wrong.
        case .ping, .oldSession, .releaseAll, .doubt, .health, .roundTrip, .leaving, .session:
            unanswered(question, now: now)
        }
    }

    private mutating func handle(_ answer: Answer, to question: Question, now: ClockReading) -> [ClientAction] {
        switch question {
        case .pairing:
            return pairingEnded(pairingAnswered(answer), now: now)
        case .ping:
            return authenticationAnswered(answer, now: now)
        case .oldSession:
            return oldSessionAnswered(answer.outcome, now: now)
        case .releaseAll:
            return releaseAllAnswered(answer.outcome, now: now)
        case .doubt:
            return doubtAnswered(answer.outcome)
        case .profile:
            if case .pointerProfile(_, let profile) = answer { return profileLoaded(profile, now: now) }
            return profileFailed(answer.outcome, now: now)
        case .catalogue:
            if case .profileList(_, let catalogue) = answer { return becomeReady(catalogue) }
            return fail(answer.isRefusal ? .setUpFailed(answer.outcome) : .catalogueUnusable)
        case .health:
            // A session that began meanwhile is refused by itself, and must hear of it to stop.
            return answer.accessIsVoid && session == nil ? fail(.accessVoid) : []
        case .roundTrip:
            return answer.accessIsVoid && session == nil
                ? fail(.accessVoid) : [.report(.pinged(answer.outcome))]
        case .leaving:
            return [.cutLink]
        case .session(let request):
            return sessionAnswered(request, answer.outcome, now: now)
        }
    }

    private mutating func pairingEnded(_ outcome: PairingOutcome, now: ClockReading) -> [ClientAction] {
        guard case .pairing = state else { return [] }
        switch outcome {
        case .failed(let failure):
            state = .unpaired
            return [.report(.pairingFailed(failure))]
        case .paired(let token):
            self.token = token
            return [.report(.paired(token))] + authenticate(now: now)
        }
    }

    var gridSyncIsSupported: Bool { pointerProfile?.capabilities.supportedCommands.contains(.syncGrid) ?? false }

    mutating func fail(_ failure: ClientFailure) -> [ClientAction] {
        state = .failed(failure)
        exchange = Exchange()
        outbox.clear()
        profileRetry = nil
        switch failure {
        // The link stays, so that the user can pair again over it.
        case .accessVoid: return [.report(.failed(failure))]
        case .clocksApart, .setUpFailed, .catalogueUnusable, .noAnswer, .linkTooNarrow:
            return [.report(.failed(failure)), .cutLink]
        }
    }

    // MARK: Round trips

    /// Asks the PC for a sign of life; `.pinged` says what came of it. Nothing is asked while the PC is not ready, a session
    /// is going on, whose order an extra command must not disturb, or the ping before it is not answered.
    package mutating func pingRequested(now: ClockReading) -> [ClientAction] {
        guard state == .ready, session == nil, !exchange.awaits(.roundTrip) else { return [] }
        return ask(.ping(deviceName: nil), as: .roundTrip, within: Self.setUpAnswerDeadline, now: now)
    }

    // MARK: Leaving

    /// Tells the PC that this remote goes, which makes it release everything; the link is cut once it has answered.
    package mutating func leaveRequested(now: ClockReading) -> [ClientAction] {
        switch state {
        case .unlinked:
            return []
        case .unpaired, .pairing, .authenticating, .recovering, .loading, .failed:
            return [.cutLink]
        case .leaving:
            return []
        case .ready:
            state = .leaving
            return ask(.disconnecting, as: .leaving, within: ForwardingEngine.stopDeadline, now: now)
        }
    }

    // MARK: Time

    package var deadline: Instant? {
        let health = state == .ready && exchange.isEmpty && session == nil ? healthDeadline : nil
        return earliest([exchange.deadline, profileRetry, health])
    }

    private var healthDeadline: Instant? { lastHeard.map { $0 + Self.healthCheckAfterSilence } }

    package mutating func timerFired(now: ClockReading) -> [ClientAction] {
        var actions: [ClientAction] = []
        while let question = exchange.overdue(at: now.instant) {
            actions += unanswered(question, now: now)
        }
        if let due = profileRetry, due <= now.instant { actions += askForProfile(now: now) }
        if state == .ready, exchange.isEmpty, session == nil, let due = healthDeadline, due <= now.instant {
            actions += ask(.ping(deviceName: nil), as: .health, within: Self.setUpAnswerDeadline, now: now)
        }
        return actions
    }

    private mutating func unanswered(_ question: Question, now: ClockReading) -> [ClientAction] {
        switch question {
        case .pairing: pairingEnded(.failed(.unanswered), now: now)
        case .ping: fail(.setUpFailed(.timedOut))
        case .oldSession: oldSessionAnswered(.timedOut, now: now)
        case .releaseAll: releaseAllAnswered(.timedOut, now: now)
        case .doubt: doubtAnswered(.timedOut)
        case .profile: profileFailed(.timedOut, now: now)
        case .catalogue: fail(.setUpFailed(.timedOut))
        case .health: fail(.noAnswer)
        case .roundTrip: [.report(.pinged(.timedOut))]
        case .leaving: [.cutLink]
        case .session(let request): sessionAnswered(request, .timedOut, now: now)
        }
    }

    /// Sends a command and remembers what its answer is for.
    mutating func ask(_ command: Command, as question: Question, within limit: Duration, now: ClockReading)
        -> [ClientAction]
    {
        guard let token else { return [] }
        let id = outbox.makeID()
        let message = Self.checked { () throws(ShapeError) in
            try AuthenticatedCommand(
                command, id: id, deviceID: identity.deviceID, timestamp: now.unixMilliseconds, token: token)
        }
        exchange.asked(question, id: id, deadline: now.instant + limit)
        return outbox.queue(.command(message), requestID: id, isUrgent: question.isUrgent) ? [] : fail(.linkTooNarrow)
    }

    /// Ids, names and commands made here are within their bounds.
    private static func checked<Message>(_ make: () throws(ShapeError) -> Message) -> Message {
        do { return try make() } catch { preconditionFailure("a message of our own is out of bounds: \(error)") }
    }
}

extension Answer {
    fileprivate var outcome: RequestOutcome {
        guard case .error(_, let code, _) = self else { return .acknowledged }
        return .refused(code: code.text)
    }

    var isNameFailure: Bool {
        if case .error(_, .nameUpdateFailed, _) = self { true } else { false }
    }

    fileprivate var isRefusal: Bool {
        if case .error = self { true } else { false }
    }

    fileprivate var accessIsVoid: Bool {
        guard case .error(_, let code, _) = self else { return false }
        return code == .invalidAuth || code == .unknownDevice
    }
}
