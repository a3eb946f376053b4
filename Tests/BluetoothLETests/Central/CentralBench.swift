// SPDX-License-Identifier: GPL-3.0-or-later
import PCLink
import PCProtocol
import SwitchCore

@testable import BluetoothLE

/// The central machine with a kernel and PCs that exist only here, in simulated time.
final class CentralBench {
    struct Adapter {
        var supported: AdapterSettings = [.powered, .lowEnergy]
        var current: AdapterSettings = [.powered, .lowEnergy]
        /// What comes of switching it on.
        var power = ManagementStatus.success
        var isBlocked = false
    }

    static func address(_ number: UInt8) -> BluetoothAddress { BluetoothAddress([number, 0, 0, 0, 0, 0xc0], .random)! }

    static func status(_ id: String, _ transport: PCStatus.ResponseTransport = .notifications) -> PCStatus {
        PCStatus(desktopID: id, displayName: "PC \(id)", platform: .windows, responseTransport: transport)
    }

    var machine: CentralMachine
    var now = Instant(nanoseconds: 0)
    var adapters: [UInt16: Adapter] = [0: Adapter()]
    var peers: [BluetoothAddress: GATTPeer] = [:]
    /// PCs that cannot be connected to.
    var deaf: Set<BluetoothAddress> = []
    /// Answers to commands, in place of success.
    var answers: [UInt16: ManagementStatus] = [:]
    /// Commands that the kernel never answers.
    var unanswered: Set<UInt16> = []
    var connectionsOfOthers = 0
    var link: BluetoothAddress?
    private(set) var isScanning = false
    private(set) var commands: [ManagementCommand] = []
    private(set) var reports: [CentralMachine.Report] = []
    /// Everything that happened, in order, for the tests of order.
    private(set) var log: [String] = []

    init(_ goal: CentralGoal, adapter: String? = nil) {
        machine = CentralMachine(goal: goal, wantedAdapter: adapter)
    }

    func add(_ id: String, at number: UInt8, _ change: (inout GATTPeer) -> Void = { _ in }) {
        var peer = GATTPeer(Self.status(id))
        change(&peer)
        peers[Self.address(number)] = peer
    }

    // MARK: What happens

    func start() { perform(machine.started(now: now)) }

    func tell(_ event: ManagementEvent) { perform(machine.managementEvent(event, now: now)) }

    /// The scan hears the PC.
    func hear(_ number: UInt8, signal: Int8 = -50, name: String = "") {
        guard isScanning else { return }
        let packet = Heard.packet(
            address: Self.address(number), signal: signal, data: Heard.pc(name: name))
        if let event = ManagementEvent(decoding: packet) { tell(event) }
    }

    func loseLink(_ failure: LinkFailure = .outOfRange) {
        link.map { peers[$0]?.linkEnded() }
        link = nil
        perform(machine.linkLost(failure, now: now))
    }

    func failManagement(_ problem: AdapterProblem) { perform(machine.managementFailed(problem, now: now)) }

    func deliver(_ packet: [UInt8]) { perform(machine.packetArrived(packet, now: now)) }

    func offer(_ frame: [UInt8], isUrgent: Bool) -> Bool {
        guard let actions = machine.frameOffered(frame, isUrgent: isUrgent, now: now) else { return false }
        perform(actions)
        return true
    }

    func cut() { perform(machine.cut()) }

    /// Lets time pass, from deadline to deadline. False when it did not come to rest in so many steps.
    func pass(_ duration: Duration) -> Bool {
        let end = now + duration
        for _ in 0..<10_000 {
            guard let deadline = machine.deadline, deadline <= end else {
                now = end
                return true
            }
            now = max(now, deadline)
            perform(machine.timerFired(now: now))
        }
        return false
    }

    // MARK: What is done

    private func perform(_ actions: [CentralMachine.Action]) {
        for action in actions {
            switch action {
            case .command(let command): run(command)
            case .readBlock(let adapter):
                perform(machine.blockRead(adapters[adapter]?.isBlocked ?? false, now: now))
            case .openLink(let address, _): open(address)
            case .closeLink:
                log.append("close")
                link.map { peers[$0]?.linkEnded() }
                link = nil
            case .put(let packet): put(packet)
            case .report(let report): reports.append(report)
            }
        }
    }

    private func run(_ command: ManagementCommand) {
        commands.append(command)
        log.append("\(command)")
        guard !unanswered.contains(command.opcode) else { return }
        let (status, parameters) = answer(command)
        tell(.completed(opcode: command.opcode, adapter: command.adapter, status, parameters: parameters))
    }

    private func answer(_ command: ManagementCommand) -> (ManagementStatus, [UInt8]) {
        if let status = answers[command.opcode] { return (status, []) }
        switch command {
        case .readIndexList:
            let indexes = adapters.keys.sorted().flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
            return (.success, [UInt8(adapters.count), 0] + indexes)
        case .readInformation(let index):
            guard let adapter = adapters[index] else { return (.invalidIndex, []) }
            return (.success, Self.information(adapter, index))
        case .readConnections:
            return (.success, [UInt8(connectionsOfOthers), 0] + [UInt8](repeating: 1, count: 7 * connectionsOfOthers))
        case .setPowered(let index, false):
            adapters[index]?.current.remove(.powered)
            tell(.settingsChanged(adapter: index, .lowEnergy))
            return (.success, [])
        case .setPowered(let index, true):
            if adapters[index]?.power == .success { adapters[index]?.current.insert(.powered) }
            return (adapters[index]?.power ?? .invalidIndex, [])
        case .setLowEnergy(let index):
            adapters[index]?.current.insert(.lowEnergy)
            return (.success, [])
        case .startDiscovery:
            isScanning = true
            return (.success, [6])
        case .stopDiscovery:
            isScanning = false
            return (.success, [6])
        case .disconnect, .loadConnectionParameters: return (.success, [])
        }
    }

    private static func information(_ adapter: Adapter, _ index: UInt16) -> [UInt8] {
        let words = [adapter.supported, adapter.current].flatMap { settings in
            (0..<4).map { UInt8(truncatingIfNeeded: settings.rawValue >> UInt32(8 * $0)) }
        }
        return [UInt8(index), 1, 1, 1, 1, 1, 9, 0, 0] + words
    }

    private func open(_ address: BluetoothAddress) {
        log.append("open \(address)")
        guard !deaf.contains(address) else { return }
        guard peers[address] != nil else { return perform(machine.linkLost(.outOfRange, now: now)) }
        link = address
        perform(machine.linkOpened(now: now))
    }

    private func put(_ packet: [UInt8]) {
        guard let link else { return }
        let answer = peers[link]?.arrived(packet)
        perform(machine.linkEmptied(now: now))
        if let answer { deliver(answer) }
    }

    // MARK: What was told

    func forget() { reports = []; commands = []; log = [] }

    var connections: Int { reports.count { if case .connected = $0 { true } else { false } } }

    var losses: [LinkFailure] { reports.compactMap { if case .lost(let failure) = $0 { failure } else { nil } } }

    var found: [String] {
        reports.compactMap { if case .found(let pc) = $0 { pc.status?.desktopID ?? "?" } else { nil } }
    }

    var gone: [String] {
        reports.compactMap { if case .gone(let pc) = $0 { pc.status?.desktopID ?? "?" } else { nil } }
    }

    var problems: [AdapterProblem] {
        reports.compactMap { if case .waiting(let problem) = $0 { problem } else { nil } }
    }
}

extension CentralBench {
    /// Connected to the PC "a".
    static func carrying() -> CentralBench {
        let bench = CentralBench(.connect(desktopID: "a"))
        bench.add("a", at: 1)
        bench.start()
        bench.hear(1)
        return bench
    }
}
