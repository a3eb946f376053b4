// SPDX-License-Identifier: GPL-3.0-or-later
import Actions
import Bridge
import EventLoop
import PCLink
import PCProtocol
import SimulatedPC
import SimulatedTime
import SwitchCore
import Testing

/// Switches that a test presses.
final class ScriptedSwitches: SwitchSource {
    var onEvent: ((SwitchSourceEvent) -> Void)?
    var usableDevices: [SwitchDevice] { [device] }
    var unusableDevices: [UnusableDevice] { [] }
    var isCaptured = false
    private(set) var isLent = false
    /// How often the devices were given back without waiting, as a program does before it ends.
    private(set) var immediateEnds = 0
    var captureFailure: CaptureFailure?
    private let loop: EventLoop
    private let device: SwitchDevice

    static let id = DeviceID(1)

    init(_ profile: Profile, loop: EventLoop) {
        self.loop = loop
        device = SwitchDevice(
            id: Self.id, name: "box",
            bindings: profile.switches.flatMap { candidate in candidate.inputs.map { ($0.input, candidate.id) } },
            axes: [:], found: FoundState())
    }

    func open() { onEvent?(.attached(device)) }

    func beginCapture() {
        loop.afterThisTurn { [weak self] in
            guard let self else { return }
            if let captureFailure {
                onEvent?(.captureFailed(captureFailure))
            } else {
                isCaptured = true
                onEvent?(.captureHeld)
            }
        }
    }

    func endCapture() { isCaptured = false }

    func endCaptureNow() {
        isCaptured = false
        immediateEnds += 1
    }

    func lend() { isLent = true }

    func takeBack() { isLent = false }

    func set(_ number: Int, down: Bool) {
        let code = UInt16(0x100 + number - 1)
        let event = InputEvent(
            time: loop.now, type: Evdev.key, code: code, value: down ? Evdev.pressed : Evdev.released)
        onEvent?(.events([event], from: Self.id))
    }
}

/// The whole bridge with a simulated PC in simulated time.
final class Bench: InSimulatedTime {
    let loop: EventLoop
    let pc: SimulatedPC
    let link: WatchedLink
    let switches: ScriptedSwitches
    let forwarder: Forwarder
    private(set) var notices: [ForwardingNotice] = []
    private(set) var answered = 0
    private(set) var failures: [ClientFailure] = []
    /// For each change of the PC, whether the one before may still hold something.
    private(set) var changes: [Bool] = []
    private(set) var losses = 0
    private(set) var asked: [BridgeAction] = []
    private(set) var acts: [IdleAct] = []
    /// Whether a start by switch is done, as a program does.
    var startsByAct = false
    /// What lasts on the PC, for each change.
    private(set) var lasting: [HeldInputs] = []
    private(set) var isClosed = false
    private let log = Log()

    private final class Log { var news: [PCNews] = [] }

    static let status = PCStatus(desktopID: "desk-1", displayName: "Test PC", platform: .linux)

    static func profile(switches count: Int = 2, safety: SafetySettings = SafetySettings()) -> Profile {
        let switches = (1...count).compactMap { number in
            SwitchID(number).map {
                ProfileSwitch(
                    id: $0, name: "Switch \(number)",
                    inputs: [.init(device: 0, input: .key(code: UInt16(0x100 + number - 1)))], manner: .ordinary,
                    timing: FilterSettings())
            }
        }
        return Profile(
            name: "Test", devices: [ProfileDevice(label: "box", match: DeviceMatch())], switches: switches,
            safety: safety, pcProfileID: nil)
    }

    /// A profile that decides itself what a press of each switch does.
    static func profile(presses ids: [String]) -> Profile {
        var profile = profile(switches: ids.count)
        for (index, id) in ids.enumerated() {
            profile.switches[index].actions = SwitchActions(press: ActionCatalogue.action(named: id)?.action)
        }
        return profile
    }

    init(
        profile: Profile = Bench.profile(), pcProfile: String = "builtin.keyboard", faults: PCFaults = PCFaults(),
        capabilities: Capabilities = .everything
    ) throws {
        let loop = try EventLoop(
            simulatedFrom: ClockReading(
                instant: Instant(nanoseconds: 1_000_000_000), unixMilliseconds: 1_724_000_000_000))
        self.loop = loop
        var options = SimulatedPC.Options(
            configuration: PCConfiguration(status: Bench.status, capabilities: capabilities))
        options.approvesAll = true
        options.faults = faults
        let log = log
        let pc = try SimulatedPC(loop: loop, options: options) { log.news.append($0) }
        self.pc = pc
        link = WatchedLink(UnixTransport(loop: loop) { () throws(SystemError) in try pc.makeLink() })
        let name = try #require(DeviceName("bench"))
        let connection = PCConnection(
            loop: loop, transport: link, deviceName: name,
            savedPCs: try SavedPCs(in: nil, newDeviceID: "0123456789ab"), journal: try SessionJournal(in: nil))
        switches = ScriptedSwitches(profile, loop: loop)
        forwarder = Forwarder(
            profile: profile, pcProfileID: pcProfile, source: switches, connection: connection, loop: loop,
            watchdog: nil)
        forwarder.onEvent = { [weak self] in self?.happened($0) }
    }

    private func happened(_ event: BridgeEvent) {
        switch event {
        case .notice(let notice): notices.append(notice)
        case .connection(.report(.failed(let failure))): failures.append(failure)
        case .connection(.report(.pairingNeeded)): forwarder.connection.pair()
        case .answered(_, .acknowledged, _): answered += 1
        case .changedPC(_, let mayStillBeHeld): changes.append(mayStillBeHeld)
        case .connection(.lost): losses += 1
        case .asked(let action, _): asked.append(action)
        case .lasting(let held): lasting.append(held)
        case .closed: isClosed = true
        case .idleAct(let act, _):
            acts.append(act)
            if startsByAct, act == .start { forwarder.start() }
        case .connection, .meanings, .changedProfile, .devicesChanged, .stateChanged, .moved, .rejected, .answered,
            .selected:
            break
        }
    }

    // MARK: Time

    /// Connects and starts; fails the test when forwarding does not become active.
    func start() throws {
        try ready()
        forwarder.start()
        #expect(try run { isActive }, "not active: \(forwarder.state)")
    }

    /// Connects.
    func ready() throws {
        forwarder.open()
        #expect(try run { forwarder.meanings != nil }, "no PC profile")
    }

    func press(_ number: Int) throws {
        switches.set(number, down: true)
        try pass(.milliseconds(100))
    }

    func tap(_ number: Int) throws {
        try press(number)
        switches.set(number, down: false)
        try pass(.milliseconds(100))
    }

    // MARK: What came of it

    /// What the PC did for single commands: their types, and what went down and up.
    var did: [String] {
        pc.machine.log.compactMap { record in
            switch record.event {
            case .command(let command): command.type.rawValue
            case .pressed(let output): "+\(output)"
            case .released(let output): "-\(output)"
            case .tapped, .scanned, .edge, .sessionStarted, .sessionEnded, .releaseFailed: nil
            }
        }
    }

    var isActive: Bool {
        if case .active = forwarder.state { true } else { false }
    }

    var lastStop: Stop? {
        if case .idle(let stop) = forwarder.state { stop } else { nil }
    }

    var held: [String] { pc.machine.held.map(\.description) }

    var scanned: Bool {
        pc.machine.log.contains { if case .scanned = $0.event { true } else { false } }
    }

    var edges: [String] {
        pc.machine.log.compactMap { record in
            guard case .edge(let edge) = record.event else { return nil }
            return "\(edge.switchID) \(edge.state.rawValue)"
        }
    }
}

extension Bench {
    /// Stopped with a switch down, which the PC refuses to let go of.
    static func whoseStopIsRefused() throws -> Bench {
        var faults = PCFaults()
        faults.failReleases = 1
        let bench = try Bench(faults: faults)
        try bench.start()
        try bench.press(1)
        bench.forwarder.stop(.userStopped)
        return bench
    }
}
