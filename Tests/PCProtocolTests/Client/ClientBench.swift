// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore

@testable import PCProtocol

/// A client machine with a link that takes everything at once, and time that only moves when told to.
struct ClientBench {
    struct Sent: Hashable {
        var id: String
        /// Nil for a pairing request.
        var command: Command?
        var frames: Int
    }

    static let session = PCBench.session
    static let token = PairingToken("shared-token")!
    static let status = PCStatus(desktopID: "desktop-1", displayName: "Desk", platform: .windows)

    var client = ClientMachine(
        identity: RemoteIdentity(deviceID: "box-1", deviceName: DeviceName("Chair")!, idPrefix: "a1b2c3d"))
    var now = Instant(nanoseconds: 1_000_000_000)
    let frameSize: Int
    /// Whole messages that the link took since the last look.
    private(set) var sent: [Sent] = []
    private(set) var allIDs: [String] = []
    private var answers = 0

    init(frameSize: Int = 514) { self.frameSize = frameSize }

    /// Connected to a PC that knows this box, up to `ready`.
    static func ready(frameSize: Int = 514, capabilities: Capabilities = .everything) -> ClientBench {
        var bench = ClientBench(frameSize: frameSize)
        bench.connect()
        bench.ack()
        bench.answerProfile(capabilities)
        if capabilities.offersSwitchSessions { bench.answerCatalogue() }
        return bench
    }

    /// In an open session of that kind.
    static func forwarding(_ kind: SessionKind, capabilities: Capabilities = .everything) -> ClientBench {
        var bench = ready(capabilities: capabilities)
        bench.request(.start(bench.plan(kind)))
        while !bench.sent.isEmpty { bench.ack() }
        return bench
    }

    var clock: ClockReading {
        ClockReading(instant: now, unixMilliseconds: 1_724_000_000_000 + now.nanoseconds / 1_000_000)
    }

    func plan(_ kind: SessionKind) -> SessionPlan {
        SessionPlan(
            kind: kind, pcProfileID: "builtin.keyboard", pcProfileVersion: 1,
            forwarded: [SwitchID(1)!, SwitchID(2)!], idleStop: nil)
    }

    // MARK: Events

    @discardableResult
    mutating func connect(
        token: PairingToken? = ClientBench.token, unfinished: UnfinishedSession? = nil
    ) -> [ClientAction] {
        let actions = client.linkEstablished(
            with: Self.status, maximumFrameSize: frameSize, token: token, unfinished: unfinished, now: clock)
        pump()
        return actions
    }

    /// `taking`: so many frames are taken by the link now.
    @discardableResult
    mutating func request(
        _ request: SessionRequest, _ commands: [Command] = [], mayHold: HeldInputs = .nothing, taking frames: Int = .max
    ) -> [ClientAction] {
        let actions = client.sessionRequested(
            request, commands: commands, mayHold: mayHold, newSessionID: Self.session, now: clock)
        pump(frames)
        return actions
    }

    @discardableResult
    mutating func ack(_ id: String? = nil) -> [ClientAction] { answer(.ack(id: id ?? takeFirst())) }

    @discardableResult
    mutating func refuse(_ code: ErrorCode = .inputFailed, id: String? = nil) -> [ClientAction] {
        answer(.error(id: id ?? takeFirst(), code: code, message: "no"))
    }

    @discardableResult
    mutating func answerProfile(_ capabilities: Capabilities = .everything) -> [ClientAction] {
        answer(.pointerProfile(id: takeFirst(), PointerProfile(capabilities: capabilities)))
    }

    @discardableResult
    mutating func answerCatalogue() -> [ClientAction] {
        answer(
            .profileList(id: takeFirst(), SwitchCatalogue(revision: "1", profiles: [OfferedProfile.keyboard.profile])))
    }

    @discardableResult
    mutating func answer(_ answer: Answer) -> [ClientAction] { deliver(answer.encoded()) }

    @discardableResult
    mutating func deliver(_ message: [UInt8]) -> [ClientAction] {
        answers += 1
        let frames = (try? Frame.frames(of: message, messageID: "pc-\(answers)", maximumFrameSize: 514)) ?? []
        var actions: [ClientAction] = []
        for frame in frames { actions += client.frameArrived(frame, now: clock) }
        pump()
        return actions
    }

    /// Time passes; the timer fires once, at the end.
    @discardableResult
    mutating func wait(_ duration: Duration) -> [ClientAction] {
        now = now + duration
        let actions = client.timerFired(now: clock)
        pump()
        return actions
    }

    @discardableResult
    mutating func leave() -> [ClientAction] {
        let actions = client.leaveRequested(now: clock)
        pump()
        return actions
    }

    @discardableResult
    mutating func ping() -> [ClientAction] {
        let actions = client.pingRequested(now: clock)
        pump()
        return actions
    }

    @discardableResult
    mutating func pair(nonce: String = "nonce-1") -> [ClientAction] {
        let actions = client.pairingRequested(nonce: nonce, now: clock)
        pump()
        return actions
    }

    // MARK: What was sent

    /// The commands since the last look, which is thereby taken.
    mutating func takeCommands() -> [Command?] {
        defer { sent = [] }
        return sent.map(\.command)
    }

    mutating func takeFirst() -> String { sent.isEmpty ? "nobody" : sent.removeFirst().id }

    mutating func pump(_ limit: Int = .max) {
        var assembler = FrameAssembler()
        var frames = 0
        var taken = 0
        while taken < limit, let frame = client.frameToSend?.bytes {
            client.frameSent()
            taken += 1
            frames += 1
            guard case .success(let message?) = assembler.frameArrived(frame, at: now) else { continue }
            switch try? RemoteMessage(decoding: message) {
            case .command(let command):
                allIDs.append(command.id)
                sent.append(Sent(id: command.id, command: try? command.command(), frames: frames))
            case .pairingRequest(let request):
                allIDs.append(request.id)
                sent.append(Sent(id: request.id, command: nil, frames: frames))
            case nil: break
            }
            frames = 0
        }
    }
}

extension Command {
    static func edge(_ sequence: Int, _ id: Int, _ state: EdgeState) -> Command {
        .edge(SwitchEdge(.number(sequence), SwitchID(id)!, state))
    }

    static func sync(_ sequence: Int, _ pressed: SwitchSet = []) -> Command {
        .sync(SwitchSync(.number(sequence), pressed: pressed))
    }

    static func stop(_ sequence: Int) -> Command { .stopSession(.number(sequence)) }
}

extension Command.SessionStep {
    static func number(_ sequence: Int) -> Command.SessionStep {
        Command.SessionStep(sessionID: ClientBench.session, sequence: sequence)
    }
}

extension [ClientAction] {
    /// The answers to the engine among them.
    var outcomes: [RequestOutcome] {
        compactMap { if case .report(.answered(_, let outcome)) = $0 { outcome } else { nil } }
    }
}
