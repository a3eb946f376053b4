// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc
import PCLink
import PCProtocol
import RealSystem
import SimulatedPC
import SimulatedTime
import SwitchCore

/// What did not come.
struct Missing: Error {
    var what: String
}

/// One connection of the box for all cycles, and a PC that goes and comes back: over a real socket, in simulated time.
final class LinkCycle: InSimulatedTime {
    private static let plan = SessionPlan(
        kind: .mapped, pcProfileID: "builtin.keyboard", pcProfileVersion: 1,
        forwarded: SwitchSet([SwitchID(1), SwitchID(2)].compactMap(\.self)), idleStop: nil)

    let loop: EventLoop
    private let files: TemporaryDirectory
    private let connection: PCConnection
    private let options: SimulatedPC.Options
    private var isReady = false
    private var isLost = false
    private var answers = 0

    init() throws {
        loop = try EventLoop(
            simulatedFrom: ClockReading(
                instant: Instant(nanoseconds: 1_000_000_000), unixMilliseconds: 1_724_000_000_000))
        // In memory where that can be: each session is flushed to its journal.
        files = try TemporaryDirectory(in: access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp")
        let directory = try StateDirectory(path: files.path + "/state")
        let status = PCStatus(desktopID: "desk-1", displayName: "Desk", platform: .linux)
        guard let token = PairingToken("made-up-token"), let name = DeviceName("Chair") else {
            throw Missing(what: "fixtures")
        }
        var saved = try SavedPCs(in: directory, newDeviceID: "0123456789ab")
        try saved.paired(with: status, token: token, at: files.path + "/pc")
        let pairings = PCStateFile(path: files.path + "/pairings.json")
        try pairings.save([saved.deviceID: PairedDevice(name: "Chair", token: token)])
        var options = SimulatedPC.Options(configuration: PCConfiguration(status: status))
        options.stateFile = pairings
        self.options = options
        connection = PCConnection(
            loop: loop, transport: UnixTransport(path: files.path + "/pc", loop: loop), deviceName: name,
            savedPCs: saved,
            journal: try SessionJournal(in: directory))
        connection.onEvent = { [weak self] in self?.happened($0) }
        connection.open()
    }

    private func happened(_ event: ConnectionEvent) {
        switch event {
        case .report(.ready): isReady = true
        case .report(.answered): answers += 1
        case .lost: isLost = true
        case .connected, .report, .sessionNotRecorded, .stateProblem: break
        }
    }

    /// A PC comes, a session with a press begins, and the PC goes without a word; in every second cycle it was stopped before.
    func run(_ number: Int) throws {
        let pc = try SimulatedPC(loop: loop, options: options) { _ in }
        try pc.listen(at: files.path + "/pc")
        try wait(for: "a PC that is ready") { isReady }
        try ask(.start(Self.plan))
        if let first = SwitchID(1) { try ask(.edge(first, .down)) }
        if number.isMultiple(of: 2) { try ask(.stop) }
        isLost = false
        isReady = false
        pc.close()
        try wait(for: "the end of the link") { isLost }
    }

    private func ask(_ request: SessionRequest) throws {
        answers = 0
        connection.request(request)
        try wait(for: "an answer") { answers == 1 }
    }

    private func wait(for what: String, until condition: () -> Bool) throws {
        guard try run(until: condition) else { throw Missing(what: what) }
    }
}
