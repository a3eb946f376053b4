// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import PCProtocol
import SimulatedTime
import SwitchCore
import Testing

@testable import PCLink

/// A link made of arrays. What it carries is looked at on its way.
final class FakeTransport: Transport {
    var onEvent: ((TransportEvent) -> Void)?
    /// What comes of the next attempts to connect; the last one stays.
    var outcomes: [Result<PCStatus, LinkFailure>] = [.success(LinkBench.status)]
    var takesFrames = true
    /// Called with each frame as it leaves.
    var onSend: (([UInt8]) -> Void)?
    var expectsAnswer = false
    private(set) var attempts = 0
    private(set) var cuts = 0
    private(set) var isUp = false
    /// Counts links, so that what was put off for one does not reach the next.
    private var link = 0
    private let loop: EventLoop

    init(loop: EventLoop) { self.loop = loop }

    func connect() {
        attempts += 1
        link += 1
        let attempt = link
        let outcome = outcomes.count > 1 ? outcomes.removeFirst() : outcomes[0]
        loop.afterThisTurn { [weak self] in
            guard let self, attempt == link else { return }
            switch outcome {
            case .success(let status):
                isUp = true
                onEvent?(.connected(status: status.encoded(), maximumFrameSize: UnixTransport.maximumFrameSize))
            case .failure(let failure): onEvent?(.lost(failure))
            }
        }
    }

    func send(_ frame: OutgoingFrame) -> Bool {
        guard isUp, takesFrames else { return false }
        onSend?(frame.bytes)
        return true
    }

    func cut() {
        cuts += 1
        link += 1
        isUp = false
    }

    func lose(_ failure: LinkFailure = .closedByPC) {
        isUp = false
        onEvent?(.lost(failure))
    }

    func deliver(_ frame: [UInt8]) { onEvent?(.frame(frame)) }
}

/// A connection to a PC that is a machine in the same process, in simulated time.
final class LinkBench: InSimulatedTime {
    static let status = PCStatus(desktopID: "desk-1", displayName: "Desk", platform: .windows)
    static let token = PairingToken("token-of-a-test")!
    static let deviceID = "0123456789ab"
    static let plan = SessionPlan(
        kind: .mapped, pcProfileID: "builtin.keyboard", pcProfileVersion: 1, forwarded: [SwitchID(1)!, SwitchID(2)!],
        idleStop: nil)

    let loop: EventLoop
    let transport: FakeTransport
    let connection: PCConnection
    var pc: PCMachine
    /// Answers are kept back instead of delivered.
    var holdsAnswers = false
    /// The PC cannot take over names.
    var refusesNames = false
    /// How far the PC's wall clock is ahead.
    var clockOffset = Duration.zero
    private(set) var heldAnswers: [[UInt8]] = []
    /// Every command that reached the PC.
    private(set) var commands: [String] = []
    private(set) var events: [ConnectionEvent] = []

    init(
        in directory: StateDirectory? = nil, paired: Bool = true, pcKnowsUs: Bool = true,
        expecting: String? = nil
    ) throws {
        loop = try EventLoop(simulatedFrom: .atTheStart)
        transport = FakeTransport(loop: loop)
        var saved = try SavedPCs(in: directory, newDeviceID: Self.deviceID)
        if paired, saved.pc("desk-1") == nil { try saved.paired(with: Self.status, token: Self.token) }
        connection = PCConnection(
            loop: loop, transport: transport, deviceName: try #require(DeviceName("bench")), savedPCs: saved,
            journal: try SessionJournal(in: directory), expecting: expecting)
        pc = PCMachine(
            configuration: PCConfiguration(status: Self.status),
            pairedDevices: pcKnowsUs ? [saved.deviceID: PairedDevice(name: "bench", token: Self.token)] : [:])
        _ = pc.remoteSubscribed(RemoteID(1), at: loop.now)
        connection.onEvent = { [weak self] in self?.events.append($0) }
        transport.onSend = { [weak self] in self?.frameLeft($0) }
    }

    /// One that has a switch down in a session, for the next to find what it left.
    static func endedWhilePressed(in directory: StateDirectory) throws -> LinkBench {
        let bench = try LinkBench(in: directory)
        try bench.becomeReady()
        bench.connection.request(.start(plan))
        try bench.run { bench.answers == [.acknowledged] }
        bench.connection.request(.edge(SwitchID(1)!, .down))
        try bench.run { bench.answers.count == 2 }
        return bench
    }

    private func frameLeft(_ frame: [UInt8]) {
        guard let message = pc.frameArrived(frame, at: loop.now) else { return }
        var refusal: ErrorCode?
        if case .command(let command)? = try? RemoteMessage(decoding: message) {
            commands.append(command.type)
            if refusesNames, command.type == "connection.ping" { refusal = .nameUpdateFailed }
        }
        let clock = ClockReading(
            instant: loop.now, unixMilliseconds: loop.clock.unixMilliseconds + clockOffset.milliseconds)
        answer(pc.messageArrived(message, at: clock, refusing: refusal))
    }

    /// The PC's user approves whatever was asked.
    func approve() {
        for offer in pc.offers {
            answer(pc.pairingApproved(deviceID: offer.deviceID, token: Self.token, at: loop.now))
        }
    }

    func reject() {
        for offer in pc.offers { answer(pc.pairingRejected(deviceID: offer.deviceID, at: loop.now)) }
    }

    private func answer(_ actions: [PCAction]) {
        for case .notify(let frames) in actions {
            guard !holdsAnswers else { heldAnswers += frames; continue }
            loop.afterThisTurn { [weak self] in
                for frame in frames { self?.transport.deliver(frame) }
            }
        }
    }

    func becomeReady() throws {
        connection.open()
        #expect(try run { isReady }, "\(events)")
    }

    // MARK: What was told

    func forget() { events = []; commands = [] }

    var reports: [ClientReport] {
        events.compactMap { if case .report(let report) = $0 { report } else { nil } }
    }

    var isReady: Bool { reports.contains { if case .ready = $0 { true } else { false } } }

    var losses: [LinkFailure] {
        events.compactMap { if case .lost(let failure, _) = $0 { failure } else { nil } }
    }

    var connections: Int { events.count { if case .connected = $0 { true } else { false } } }

    var failures: [ClientFailure] {
        reports.compactMap { if case .failed(let failure) = $0 { failure } else { nil } }
    }

    var answers: [RequestOutcome] {
        reports.compactMap { if case .answered(_, let outcome) = $0 { outcome } else { nil } }
    }

    var problems: [StateProblem] {
        events.compactMap { if case .stateProblem(let problem) = $0 { problem } else { nil } }
    }

    var notRecorded: [StateProblem] {
        events.compactMap { if case .sessionNotRecorded(let problem) = $0 { problem } else { nil } }
    }
}
