// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol
import SwitchCore

extension FuzzTarget {
    /// The client with a PC that says anything: each step is a byte and what that takes.
    static let client = FuzzTarget("client") {
        let answer = FuzzOutput.line(#"{"version":1,"id":"box-1","type":"ack","ok":true,"error":null}"#)
        // Linked, authenticated, its profile and catalogue read: ready.
        let ready: [UInt8] = [7, 1, 10, 200, 2, 10, 200, 4, 0, 10, 200, 4, 0]
        return [
            ready + [8, 0, 0, 10, 200, 2, 8, 1, 0, 10, 200, 2, 8, 1, 1, 10, 200, 2, 8, 3, 10, 200, 2],
            ready + [8, 0, 2, 10, 200, 2, 8, 2, 3, 5, 200], ready + [8, 0, 3, 10, 200, 2, 8, 4, 0, 10, 200, 3, 1],
            [7, 0, 9, 0, 10, 200, 4, 1, 10, 200, 2], [7, 3, 10, 200, 1] + answer + [10, 200, 2],
            ready + [9, 1, 6, 9, 2, 10, 200, 2],
        ]
    } run: { bytes in
        var bench = FuzzedClient()
        var input = FuzzInput(bytes)
        for _ in 0..<FuzzedClient.stepLimit where !input.isEmpty { try bench.step(&input) }
    }
}

private struct FuzzedClient {
    static let stepLimit = 96
    private static let frameSize = 244
    private static let codes: [ErrorCode] = [
        .inputFailed, .invalidAuth, .unknownDevice, .expiredTimestamp, .unsupportedCommand, .nameUpdateFailed,
        .invalidPayload, .other("busy"),
    ]

    private var client: ClientMachine
    private let token: PairingToken
    private var now = Instant(nanoseconds: 1_000_000_000)
    private var assembler = FrameAssembler()
    /// Of requests that have left, the oldest first.
    private var unanswered: [(id: String, type: String)] = []
    private var answers = 0
    /// Requests of a session, and how many of them the client has reported on.
    private var requested = 0
    private var reported = 0
    private var lastSequence: [SessionID: Int] = [:]
    private var session: (id: SessionID, kind: SessionKind)?
    /// Where a gap ends the session the engine has one numbered request on its way, no more.
    private var awaitsNumbered = false
    /// Numbers that the PC refused, which come again.
    private var freeNumbers: [SessionID: Int] = [:]

    init() {
        guard let token = PairingToken("made-up-token"), let name = DeviceName("Chair") else {
            preconditionFailure("a fixture is wrong")
        }
        self.token = token
        client = ClientMachine(identity: RemoteIdentity(deviceID: "box", deviceName: name, idPrefix: "box"))
    }

    private var clock: ClockReading {
        ClockReading(instant: now, unixMilliseconds: 1_724_000_000_000 + now.nanoseconds / 1_000_000)
    }

    mutating func step(_ input: inout FuzzInput) throws {
        switch input.number(below: 11) {
        case 0: try check(client.frameArrived(input.line(), now: clock))
        case 1: try arrive(input.line())
        case 2: if let request = takeUnanswered() { try arrive(Answer.ack(id: request.id).encoded()) }
        case 3:
            let code = Self.codes[input.number(below: Self.codes.count)]
            if let request = takeUnanswered() {
                try arrive(Answer.error(id: request.id, code: code, message: "pairing_rejected").encoded())
            }
        case 4: try answerWithContent(input.byte())
        case 5:
            now = now + .milliseconds(Int(input.byte()) * 50)
            try fireTimer()
        case 6:
            if let deadline = client.deadline { now = max(now, deadline) }
            try fireTimer()
        case 7: try link(input.byte())
        case 8: try request(&input)
        case 9: try talk(input.byte())
        default: try pump(frames: Int(input.byte()))
        }
    }

    // MARK: The link

    private mutating func link(_ kind: UInt8) throws {
        client.linkLost()
        unanswered = []
        session = nil
        assembler.linkLost()
        guard kind % 4 != 2 else { return }
        let status = PCStatus(desktopID: "desktop-1", displayName: "Desk", platform: .windows)
        let unfinished = kind & 4 == 0 ? nil : UnfinishedSession(sessionID: Self.session, kind: Self.kind(kind >> 3))
        try check(
            client.linkEstablished(
                with: status, maximumFrameSize: kind % 4 == 3 ? Self.frameSize / 2 : Self.frameSize,
                token: kind % 4 == 0 ? nil : token, unfinished: unfinished, now: clock))
    }

    private static let session = SessionID(random: (0, 0))

    private static func kind(_ byte: UInt8) -> SessionKind {
        SessionKind.allCases[Int(byte) % SessionKind.allCases.count]
    }

    /// What leaves must be a message that a PC understands, from us, and in its order.
    private mutating func pump(frames: Int) throws {
        for _ in 0..<frames {
            guard let frame = client.frameToSend else { return }
            try hold(frame.bytes.count <= Self.frameSize, "a frame is longer than the link takes")
            client.frameSent()
            guard let bytes = try assembler.frameArrived(frame.bytes, at: now).get() else { continue }
            switch try RemoteMessage(decoding: bytes) {
            case .pairingRequest(let request): unanswered.append((request.id, RemoteMessage.pairingType))
            case .command(let message):
                try hold(message.isAuthentic(with: token), "a command without our proof")
                unanswered.append((message.id, message.type))
                try checkOrder(try message.command())
            }
        }
    }

    private mutating func checkOrder(_ command: Command) throws {
        let step: Command.SessionStep
        switch command {
        case .edge(let edge): step = edge.step
        case .sync(let sync): step = sync.step
        case .stopSession(let stop): step = stop
        default: return
        }
        // The one for a session that an unclean end left behind has the highest number there is.
        guard step.sequence != ClientMachine.recoverySequence else { return }
        let last = lastSequence[step.sessionID] ?? 0
        lastSequence[step.sessionID] = step.sequence
        if step.sequence == last, freeNumbers[step.sessionID] ?? 0 > 0 {
            freeNumbers[step.sessionID, default: 0] -= 1
        } else {
            try hold(step.sequence > last, "a sequence is not above the one before")
        }
    }

    // MARK: What the PC says

    private mutating func takeUnanswered() -> (id: String, type: String)? {
        unanswered.isEmpty ? nil : unanswered.removeFirst()
    }

    private mutating func arrive(_ message: [UInt8]) throws {
        answers += 1
        guard let frames = try? Frame.frames(of: message, messageID: "pc-\(answers)", maximumFrameSize: 512) else {
            return
        }
        for frame in frames { try check(client.frameArrived(frame, now: clock)) }
    }

    /// What fits the oldest question.
    private mutating func answerWithContent(_ choice: UInt8) throws {
        guard let request = takeUnanswered() else { return }
        var capabilities = Capabilities.everything
        if choice & 2 != 0 { capabilities = .olderGrid3(withSync: choice & 4 != 0) }
        let answer: Answer =
            switch request.type {
            case "pointer.profile": .pointerProfile(id: request.id, PointerProfile(capabilities: capabilities))
            case "switch.profile.list":
                .profileList(
                    id: request.id, SwitchCatalogue(revision: "1", profiles: OfferedProfile.all.map(\.profile)))
            case RemoteMessage.pairingType:
                .pairingComplete(
                    id: request.id,
                    PairingGrant(desktopID: "desktop-1", deviceID: choice & 8 == 0 ? "box" : "other", token: token))
            default: .ack(id: request.id)
            }
        try arrive(answer.encoded())
    }

    // MARK: What the box asks

    private mutating func request(_ input: inout FuzzInput) throws {
        let id = SwitchID(1 + requested % 2)
        let action = SwitchAction(id: "ctrl-hold", effect: .pc(.held))
        var commands: [Command] = []
        let request: SessionRequest
        switch input.number(below: 5) {
        case 0:
            let kind = Self.kind(input.byte())
            request = .start(
                SessionPlan(
                    kind: kind, pcProfileID: "builtin.keyboard", pcProfileVersion: 1,
                    forwarded: SwitchSet([SwitchID(1), SwitchID(2)].compactMap(\.self)), idleStop: nil))
        case 1:
            guard let id else { return }
            request = .edge(id, input.truth() ? .up : .down)
        case 2: request = .sync(pressed: SwitchSet([input.truth() ? id : nil].compactMap(\.self)))
        case 3:
            commands = [.modifierUp(.control)]
            request = .stop
        default:
            let isEnd = input.truth()
            commands = [isEnd ? .modifierUp(.control) : .modifierDown(.control)]
            request = .action(ActionStep(action, isEnd ? .end : .begin, by: id, at: now))
        }
        let session = SessionID(random: (UInt64(requested), 1))
        guard mayGo(request, in: session) else { return }
        requested += 1
        try check(
            client.sessionRequested(
                request, commands: commands, mayHold: HeldInputs(leftBy: .modifierDown(.control)),
                newSessionID: session, now: clock))
    }

    /// Notes what is on its way, as the engine does.
    private mutating func mayGo(_ request: SessionRequest, in newSession: SessionID) -> Bool {
        guard case .ready = client.state else { return true }
        switch request {
        case .start(let plan):
            session = (newSession, plan.kind)
            awaitsNumbered = false
        case .edge, .sync:
            guard session?.kind == .scanning else { return true }
            guard !awaitsNumbered else { return false }
            awaitsNumbered = true
        case .stop: awaitsNumbered = session?.kind == .scanning
        case .action: break
        }
        return true
    }

    private mutating func answered(_ request: SessionRequest, _ outcome: RequestOutcome) {
        reported += 1
        switch request {
        case .edge, .sync, .stop:
            if case .refused = outcome, awaitsNumbered, let session { freeNumbers[session.id, default: 0] += 1 }
            awaitsNumbered = false
        case .start, .action: break
        }
    }

    private mutating func talk(_ what: UInt8) throws {
        switch what % 4 {
        case 0: try check(client.pairingRequested(nonce: "n-\(answers)", now: clock))
        case 1: try check(client.pingRequested(now: clock))
        case 2: try check(client.leaveRequested(now: clock))
        default:
            client.sessionNotRecorded()
            session = nil
        }
    }

    private mutating func fireTimer() throws {
        try check(client.timerFired(now: clock))
        try hold(client.deadline.map { $0 > now } ?? true, "a deadline stays in the past")
    }

    private mutating func check(_ actions: [ClientAction]) throws {
        for case .report(.answered(let request, let outcome)) in actions { answered(request, outcome) }
        try hold(reported <= requested, "more answers are reported than were asked for")
        if case .unlinked = client.state { try hold(client.frameToSend == nil, "a frame waits without a link") }
    }
}
