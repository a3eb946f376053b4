// SPDX-License-Identifier: GPL-3.0-or-later
package import SwitchCore

/// The PC's side of the protocol: who may speak, what is done, what is held (§3–§8). It decides as the real ones do and
/// touches nothing: held keys are a list.
///
/// A message passes these gates in order, and the first that is shut says which error it is: readable, version, shape,
/// known device, proof, time stamp, not seen before, supported, payload, no session in the way, input works.
package struct PCMachine: Sendable {
    /// How far a time stamp may be off, either way.
    package static let timestampTolerance = Duration.seconds(120)
    package static let pairingLifetime = Duration.seconds(120)
    package static let pendingPairingLimit = 8
    package static let pairedDeviceLimit = 64

    package let configuration: PCConfiguration
    package private(set) var pairedDevices: [String: PairedDevice]
    package private(set) var subscribers: Set<RemoteID> = []

    // Partial messages are kept by their id alone, whoever sends them (§2).
    private var assembler = FrameAssembler()
    private var counted = PCCounts()
    private var messagesSent = 0
    private var seen: [String: ReplayWindow] = [:]
    private var pending: [PendingPairing] = []
    private var actions: [PCAction] = []
    private var heldReported: [PCOutput] = []
    var desk = PCDesk()

    package init(configuration: PCConfiguration, pairedDevices: [String: PairedDevice] = [:]) {
        self.configuration = configuration
        self.pairedDevices = pairedDevices
    }

    // MARK: What tests and people ask

    /// Everything that is down, also what the PC has forgotten.
    package var held: [PCOutput] { desk.input.held }
    /// What was done, oldest first: the latest of it, `PCInput.logLimit` at most.
    package var log: [PCRecord] { desk.input.log }
    package var sessionID: SessionID? { desk.session?.id }
    package var offers: [PairingOffer] { pending.map(\.offer) }

    package var counts: PCCounts {
        var counts = counted
        counts.frames = assembler.counts
        return counts
    }

    /// When `timerFired` is due.
    package var deadline: Instant? {
        (pending.map(\.deadline) + [desk.session?.deadline].compactMap { $0 }).min()
    }

    // MARK: Events

    /// A remote has subscribed to the PC's answers.
    package mutating func remoteSubscribed(_ remote: RemoteID, at now: Instant) -> [PCAction] {
        begin(at: now)
        subscribers.insert(remote)
        return finish()
    }

    /// A remote's link or subscription is gone. Only the last one that goes takes what is held with it.
    package mutating func remoteLeft(_ remote: RemoteID, at now: Instant) -> [PCAction] {
        begin(at: now)
        if subscribers.remove(remote) != nil, subscribers.isEmpty {
            assembler.linkLost()
            // Nobody is left to be told that a release failed.
            try? desk.releaseEverything(.lastSubscriberLeft)
        }
        return finish()
    }

    /// The whole message when this frame completed one. It is to be handed to `messageArrived`: at once, or later and
    /// in any order, as a PC does that handles every write by itself.
    package mutating func frameArrived(_ frame: [UInt8], at now: Instant) -> [UInt8]? {
        switch assembler.frameArrived(frame, at: now) {
        case .success(let message): message
        case .failure: nil
        }
    }

    /// What is handled only after the last remote has gone is dropped: it would press what nobody lets go of.
    /// - Parameter refusal: the command is refused with this code instead of being carried out, once its sender is known.
    package mutating func messageArrived(
        _ message: [UInt8], at now: ClockReading, refusing refusal: ErrorCode? = nil
    ) -> [PCAction] {
        begin(at: now.instant)
        guard !subscribers.isEmpty else { return finish() }
        do {
            switch try RemoteMessage(decoding: message) {
            case .command(let command): commandArrived(command, at: now, refusing: refusal)
            case .pairingRequest(let request): pairingRequested(request, at: now.instant)
            }
        } catch {
            counted.unreadable += 1
            refuse(error.id, Refusal(error.code, "unreadable_message"), type: "message")
        }
        return finish()
    }

    /// Early and late calls are harmless.
    package mutating func timerFired(at now: Instant) -> [PCAction] {
        begin(at: now)
        return finish()
    }

    /// The PC's user approves the request of this device; `token` is new and random.
    package mutating func pairingApproved(deviceID: String, token: PairingToken, at now: Instant) -> [PCAction] {
        begin(at: now)
        guard let pairing = takePending(deviceID) else { return finish() }
        guard pairedDevices[deviceID] != nil || pairedDevices.count < Self.pairedDeviceLimit else {
            refuse(pairing, .rejected)
            return finish()
        }
        pairedDevices[deviceID] = PairedDevice(name: pairing.offer.deviceName, token: token)
        let grant = PairingGrant(desktopID: configuration.status.desktopID, deviceID: deviceID, token: token)
        answer(.pairingComplete(id: pairing.requestID, grant))
        actions += [.pairingsChanged, .pairingEnded(pairing.offer, .approved)]
        return finish()
    }

    package mutating func pairingRejected(deviceID: String, at now: Instant) -> [PCAction] {
        begin(at: now)
        if let pairing = takePending(deviceID) { refuse(pairing, .rejected) }
        return finish()
    }

    /// The PC's user removes a paired device.
    package mutating func pairingForgotten(deviceID: String, at now: Instant) -> [PCAction] {
        begin(at: now)
        if pairedDevices.removeValue(forKey: deviceID) != nil { actions.append(.pairingsChanged) }
        seen[deviceID] = nil
        return finish()
    }

    /// So many releases from now on do not succeed.
    package mutating func failReleases(_ count: Int) { desk.input.releasesToFail = count }

    // MARK: Commands

    private mutating func commandArrived(
        _ message: AuthenticatedCommand, at now: ClockReading, refusing refusal: ErrorCode?
    ) {
        do throws(Refusal) {
            let command = try admit(message, at: now)
            if let refusal { throw Refusal(refusal, "refused_on_demand") }
            let answer = try carryOut(command, message)
            if message.wantsAnswer { self.answer(answer) }
        } catch {
            refuse(message.id, error, type: message.type)
        }
    }

    private mutating func admit(_ message: AuthenticatedCommand, at now: ClockReading) throws(Refusal) -> Command {
        guard let device = pairedDevices[message.deviceID] else { throw Refusal(.unknownDevice, "unknown_device") }
        guard message.isAuthentic(with: device.token) else { throw Refusal(.invalidAuth, "invalid_auth") }
        let (difference, overflow) = now.unixMilliseconds.subtractingReportingOverflow(message.timestamp)
        guard !overflow, difference.magnitude <= Self.timestampTolerance.milliseconds else {
            throw Refusal(.expiredTimestamp, "expired_timestamp")
        }
        guard seen[message.deviceID, default: ReplayWindow()].isNew(message.id, at: now.instant) else {
            throw Refusal(.duplicateRequest, "duplicate_request")
        }
        return try read(message)
    }

    private func read(_ message: AuthenticatedCommand) throws(Refusal) -> Command {
        let command: Command
        do { command = try message.command() } catch {
            switch error {
            case .unknownType: throw Refusal(.unsupportedCommand, "unknown_command")
            case .payload: throw Refusal(.invalidPayload, "invalid_payload")
            }
        }
        try configuration.capabilities.check(command)
        guard message.wantsAnswer || configuration.allowsNoAck(command.type) else {
            throw Refusal(.invalidPayload, "ack_required")
        }
        return command
    }

    private mutating func carryOut(
        _ command: Command, _ message: AuthenticatedCommand
    ) throws(Refusal) -> Answer {
        try desk.carryOut(command, deviceID: message.deviceID, configuration)
        if case .ping(let name?) = command { rename(message.deviceID, name) }
        if case .pointerProfile = command {
            return .pointerProfile(id: message.id, PointerProfile(capabilities: configuration.capabilities))
        }
        if case .listProfiles(let includeScanning) = command {
            return .profileList(id: message.id, configuration.catalogue(includeScanning: includeScanning))
        }
        return .ack(id: message.id)
    }

    private mutating func rename(_ deviceID: String, _ name: DeviceName) {
        guard pairedDevices[deviceID]?.name != name.text else { return }
        pairedDevices[deviceID]?.name = name.text
        actions.append(.pairingsChanged)
    }

    // MARK: Pairing

    private mutating func pairingRequested(_ request: PairingRequest, at now: Instant) {
        guard request.desktopID == configuration.status.desktopID else {
            refuse(request.id, Refusal(.invalidAuth, PairingRefusal.mismatch.rawValue), type: RemoteMessage.pairingType)
            return
        }
        if let older = takePending(request.deviceID) { actions.append(.pairingEnded(older.offer, .replaced)) }
        if pending.count == Self.pendingPairingLimit { refuse(pending.removeFirst(), .expired) }
        let pairing = PendingPairing(request, deadline: now + Self.pairingLifetime)
        pending.append(pairing)
        actions.append(.pairingRequested(pairing.offer))
    }

    private mutating func takePending(_ deviceID: String) -> PendingPairing? {
        pending.firstIndex { $0.offer.deviceID == deviceID }.map { pending.remove(at: $0) }
    }

    private mutating func refuse(_ pairing: PendingPairing, _ reason: PairingRefusal) {
        refuse(
            pairing.requestID, Refusal(.invalidAuth, reason.rawValue), type: RemoteMessage.pairingType)
        actions.append(.pairingEnded(pairing.offer, reason == .expired ? .expired : .rejected))
    }

    // MARK: Around every event

    /// What was due until now happens before what happens now.
    private mutating func begin(at now: Instant) {
        desk.input.now = now
        if let deadline = desk.session?.deadline, deadline <= now { desk.sessionExpired() }
        for pairing in pending where pairing.deadline <= now {
            _ = takePending(pairing.offer.deviceID)
            refuse(pairing, .expired)
        }
    }

    private mutating func finish() -> [PCAction] {
        var result = desk.input.takeUnreported().map(PCAction.executed)
        if heldReported != held {
            heldReported = held
            result.append(.heldChanged(held))
        }
        result += actions
        actions = []
        return result
    }

    private mutating func refuse(_ id: String?, _ refusal: Refusal, type: String) {
        counted.refusals[refusal.code, default: 0] += 1
        actions.append(.refused(refusal.code, type: DisplayText.display(type, characters: ErrorCode.otherLimit)))
        answer(.error(id: id, code: refusal.code, message: refusal.message))
    }

    private mutating func answer(_ answer: Answer) {
        messagesSent += 1
        let frames = try? Frame.frames(
            of: answer.encoded(), messageID: "\(configuration.messageIDPrefix)-\(messagesSent)",
            maximumFrameSize: configuration.maximumFrameSize)
        // A catalogue too large for a message has no answer; the remote's own deadline tells it.
        if let frames { actions.append(.notify(frames: frames)) }
    }
}

private struct PendingPairing: Sendable {
    let requestID: String
    let offer: PairingOffer
    let deadline: Instant

    init(_ request: PairingRequest, deadline: Instant) {
        requestID = request.id
        offer = PairingOffer(deviceID: request.deviceID, deviceName: request.deviceName.text, code: request.code)
        self.deadline = deadline
    }
}

extension RemoteMessage.Problem {
    fileprivate var id: String? {
        switch self {
        case .notJSON: nil
        case .wrongVersion(let id), .shape(_, let id): id
        }
    }

    fileprivate var code: ErrorCode {
        switch self {
        case .wrongVersion: .invalidVersion
        case .shape(.missing(.type), _), .shape(.wrongType(.type), _): .invalidType
        case .notJSON, .shape: .invalidPayload
        }
    }
}
