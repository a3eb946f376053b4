// SPDX-License-Identifier: GPL-3.0-or-later
import Actions
import Bridge
import EventLoop
import Glibc
import PCLink
import PCProtocol
import SwitchCore

/// The whole bridge between a piped box of switches and a PC in another process, pressed one step at a time.
///
/// Its clock moves only when it is told to, so that each press takes the same turns of the loop, however slowly they are run.
final class PressedBridge {
    /// What decides what a press does.
    enum Kind: String, CaseIterable {
        /// The PC: each change of a switch is sent.
        case edges
        /// The profile: a press is a tap of a key.
        case actions
    }

    enum Problem: Error {
        case noAnswer
        case stopped(StopReason)
        case notReady
    }

    private static let patience: CInt = 10_000  // milliseconds, of real time
    /// From one change to the next: by then the filters of the one before are done, and a switch that is pressed every other
    /// time has been up for longer than a contact that chatters is.
    private static let pace = Duration.milliseconds(30)

    private let loop: EventLoop
    private let socket: CInt
    private let switches: PipedSwitches
    private let forwarder: Forwarder
    private var answered = 0

    init(_ kind: Kind, to path: String, in directory: String) throws {
        var clock = EventLoop.readClock()
        clock.instant = Instant(nanoseconds: 1_000_000_000_000)
        loop = try EventLoop(simulatedFrom: clock)
        let link = try UnixSocket.connected(to: path, .packets)
        socket = link.raw
        let profile = Self.profile(kind)
        switches = try PipedSwitches(profile, in: directory, loop: loop)
        guard let name = DeviceName("hot path") else { throw Problem.notReady }
        let connection = PCConnection(
            loop: loop, transport: UnixTransport(connected: link, loop: loop), deviceName: name,
            savedPCs: try SavedPCs(in: nil, newDeviceID: "0123456789ab"), journal: try SessionJournal(in: nil))
        forwarder = Forwarder(
            profile: profile, pcProfileID: "builtin.keyboard", source: switches, connection: connection, loop: loop,
            watchdog: nil)
        forwarder.onEvent = { [weak self] in self?.happened($0) }
    }

    private static func profile(_ kind: Kind) -> Profile {
        let switches = [1, 2].compactMap { number in
            SwitchID(number).map {
                ProfileSwitch(
                    id: $0, name: "Switch \(number)",
                    inputs: [.init(device: 0, input: PipedSwitches.input(of: number))],
                    manner: .ordinary, timing: FilterSettings(),
                    actions: kind == .actions
                        ? SwitchActions(press: ActionCatalogue.action(named: "key-enter")?.action) : .none)
            }
        }
        return Profile(
            name: "Hot path", devices: [ProfileDevice(label: "box", match: DeviceMatch())], switches: switches,
            safety: SafetySettings(), pcProfileID: nil)
    }

    private func happened(_ event: BridgeEvent) {
        switch event {
        case .connection(.report(.pairingNeeded)): forwarder.connection.pair()
        case .answered(_, .acknowledged, _): answered += 1
        case .connection, .meanings, .changedProfile, .changedPC, .devicesChanged, .stateChanged, .notice, .moved,
            .rejected,
            .answered, .selected, .asked, .lasting, .idleAct, .closed:
            break
        }
    }

    // MARK: Steps

    func start() throws {
        forwarder.open()
        try turn()
        while !forwarder.canStart { try turnWithAnswer() }
        forwarder.start()
        try turn()
        while !isActive { try turnWithAnswer() }
    }

    /// - Parameter turn: turns the loop once; what is done in it is what counts.
    func press(_ number: Int, turn: (EventLoop) throws -> Void) throws {
        for isDown in [true, false] {
            let before = answered
            try switches.set(number, down: isDown)
            try turn(loop)
            // A tap is complete with its press, and nothing is said of the release.
            while answered == before, isDown || sendsReleases {
                guard isActive else { throw stop }
                try awaitAnswer()
                try turn(loop)
            }
            loop.timePasses(Self.pace)
            standStill()
            try turn(loop)
        }
        guard isActive else { throw stop }
    }

    private var sendsReleases: Bool { !forwarder.profile.decidesActions }

    private var isActive: Bool {
        if case .active = forwarder.state { true } else { false }
    }

    private var stop: Problem {
        if case .idle(let stop?) = forwarder.state { .stopped(stop.reason) } else { .notReady }
    }

    private func turnWithAnswer() throws {
        try awaitAnswer()
        try turn()
    }

    private func turn() throws {
        standStill()
        try loop.turn()
    }

    /// The clock jumps to the next deadline when a turn finds nothing, except when something was put off.
    private func standStill() { loop.afterThisTurn {} }

    private func awaitAnswer() throws {
        var waiting = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, Self.patience) == 1 else { throw Problem.noAnswer }
    }
}
