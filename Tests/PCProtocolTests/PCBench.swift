// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore

@testable import PCProtocol

/// A PC with remotes that are paired and subscribed, and time that only moves when told to.
struct PCBench {
    static let session = SessionID("3f2c1a90-5b7e-4d21-9c33-0a1b2c3d4e5f")!
    static let otherSession = SessionID("00000000-5b7e-4d21-9c33-0a1b2c3d4e5f")!

    var machine: PCMachine
    var now = Instant(nanoseconds: 1_000_000_000)
    var wall: Int64 = 1_724_000_000_000
    var requests = 0
    /// All actions of the last event.
    var actions: [PCAction] = []

    init(_ configure: (inout PCConfiguration) -> Void = { _ in }) {
        var configuration = PCConfiguration(
            status: PCStatus(desktopID: "desktop-1", displayName: "Desk", platform: .windows))
        configure(&configuration)
        machine = PCMachine(
            configuration: configuration,
            pairedDevices: [
                "dev-a": PairedDevice(name: "A", token: PairingToken("token-a")!),
                "dev-b": PairedDevice(name: "B", token: PairingToken("token-b")!),
            ])
        actions = machine.remoteSubscribed(RemoteID(1), at: now)
    }

    var clock: ClockReading { ClockReading(instant: now, unixMilliseconds: wall) }

    mutating func wait(_ duration: Duration) {
        now = now + duration
        wall += duration.milliseconds
        if let deadline = machine.deadline, deadline <= now { actions = machine.timerFired(at: now) }
    }

    func message(
        _ command: Command, id: String, from device: String = "dev-a", timestamp: Int64? = nil, wantsAnswer: Bool = true
    ) -> [UInt8] {
        let token = PairingToken(device == "dev-a" ? "token-a" : "token-b")!
        let message = try? AuthenticatedCommand(
            command, id: id, deviceID: device, timestamp: timestamp ?? wall, wantsAnswer: wantsAnswer, token: token)
        return message?.encoded() ?? []
    }

    /// Sends a command and returns what the PC answers.
    @discardableResult
    mutating func send(
        _ command: Command, from device: String = "dev-a", wantsAnswer: Bool = true, refusing: ErrorCode? = nil
    ) -> Answer? {
        requests += 1
        return deliver(
            message(command, id: "r-\(requests)", from: device, wantsAnswer: wantsAnswer), refusing: refusing)
    }

    @discardableResult
    mutating func deliver(_ message: [UInt8], refusing: ErrorCode? = nil) -> Answer? {
        actions = machine.messageArrived(message, at: clock, refusing: refusing)
        return answers.first
    }

    /// The answers among the actions of the last event.
    var answers: [Answer] {
        var assembler = FrameAssembler()
        var answers: [Answer] = []
        for case .notify(let frames) in actions {
            for frame in frames {
                if case .success(let message?) = assembler.frameArrived(frame, at: now) {
                    if let answer = try? Answer(decoding: message) { answers.append(answer) }
                }
            }
        }
        return answers
    }

    var events: [PCEvent] { machine.log.map(\.event) }

    // MARK: Sessions

    @discardableResult
    mutating func start(
        _ profile: OfferedProfile = .keyboard, _ session: SessionID = Self.session, from device: String = "dev-a"
    ) -> Answer? {
        send(
            .startSession(
                Command.SessionStart(
                    sessionID: session, profileID: profile.profile.id, profileVersion: profile.profile.version,
                    switchCount: max(1, profile.profile.bindings.count))), from: device)
    }

    @discardableResult
    mutating func edge(
        _ sequence: Int, _ id: Int, _ state: EdgeState, _ session: SessionID = Self.session,
        from device: String = "dev-a"
    ) -> Answer? {
        let step = Command.SessionStep(sessionID: session, sequence: sequence)
        return send(.edge(Command.SwitchEdge(step, SwitchID(id)!, state)), from: device)
    }

    @discardableResult
    mutating func sync(_ sequence: Int, _ pressed: SwitchSet = [], _ session: SessionID = Self.session) -> Answer? {
        let step = Command.SessionStep(sessionID: session, sequence: sequence)
        return send(.sync(Command.SwitchSync(step, pressed: pressed)))
    }

    @discardableResult
    mutating func stop(_ sequence: Int, _ session: SessionID = Self.session, from device: String = "dev-a") -> Answer? {
        send(.stopSession(Command.SessionStep(sessionID: session, sequence: sequence)), from: device)
    }
}

extension Answer {
    var isAck: Bool { if case .ack = self { true } else { false } }
    var code: ErrorCode? { if case .error(_, let code, _) = self { code } else { nil } }
    var message: String? { if case .error(_, _, let message) = self { message } else { nil } }
}

extension PCOutput {
    static let space = PCOutput.key(KeyName("Space")!)
    static let enter = PCOutput.key(KeyName("Enter")!)
}

extension Command {
    /// One of every type, in a form that every PC with all capabilities accepts outside a session.
    static let samples: [Command] = {
        let step = SessionStep(sessionID: PCBench.session, sequence: 7)
        let movement = Movement(dx: 1.5, dy: -3)
        let key = KeyName("a")!
        return [
            .ping(deviceName: nil), .ping(deviceName: DeviceName("Chair")!), .pointerProfile, .disconnecting,
            .setPointerSpeed(percent: 5), .moveToDisplay(.left), .moveMouse(movement), .scroll(movement),
            .click(.left), .doubleClick(.middle), .rightClick, .startDrag(.right), .endDrag(.right),
            .startRepeat(.moveMouse(movement)), .startRepeat(.scroll(movement)), .startRepeat(.key(key)), .stopRepeat,
            .key(KeyName("F12")!), .modifierDown(.control), .modifierUp(.meta),
            .shortcut([KeyName(.control), key]), .typeText("Grüße/\t\"x\"\n"), .openTextStream(streamID: "s"),
            .textStreamChunk(streamID: "s", number: 0, text: "ab"), .textStreamKey(streamID: "s", number: 1, key: key),
            .closeTextStream(streamID: "s", expectedCount: 2), .media(.mute), .window(.taskView),
            .listProfiles(includeScanning: false), .listProfiles(includeScanning: true),
            .startSession(
                SessionStart(
                    sessionID: PCBench.session, profileID: "builtin.keyboard", profileVersion: 1, switchCount: 2)),
            .edge(SwitchEdge(step, SwitchID(1)!, .down)),
            .sync(SwitchSync(step, pressed: [SwitchID(1)!, SwitchID(2)!])), .stopSession(step),
            .setGridSwitch(SwitchID(8)!, .down, nil), .setGridSwitch(SwitchID(8)!, .up, step),
            .syncGrid(SwitchSync(step, pressed: [])),
        ]
    }()
}
