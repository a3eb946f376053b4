// SPDX-License-Identifier: GPL-3.0-or-later
import SeededRandom
import SwitchCore
import Testing

@testable import BluetoothLE

@Suite("Mutated packets")
struct PCServiceFuzzTests {
    private static let packets = 100_000
    /// Enough for any conversation that takes a step now and then.
    private static let packetsPerLink = 400

    @Test("100,000 of them: no trap, nothing without bound, and every link reaches frames or a failure")
    func mutated() throws {
        let seed = UInt64.random(in: 0 ... .max)
        var random = SeededRandom(seed: seed)
        var arrived = 0
        var ends: [String: Int] = [:]
        while arrived < Self.packets {
            var link = MutatedLink(random: random)
            let end = link.run(packetLimit: Self.packetsPerLink)
            #expect(end.fault == nil, "seed \(seed), after \(arrived) packets")
            ends[end.name, default: 0] += 1
            arrived += link.arrived
            random = link.random
            if end.fault != nil { return }
        }
        // Were the mutations too wild or too mild, this would test only one of the two.
        #expect(ends["failed", default: 0] > 0 && ends["open", default: 0] > 0, "seed \(seed): \(ends)")
    }
}

/// One link to a PC whose packets are bent on the way.
private struct MutatedLink {
    struct End {
        /// How far it came.
        var name: String
        var fault: String?
    }

    var random: SeededRandom
    private(set) var arrived = 0
    private var machine = PCServiceMachine()
    private var server: FakeGATTServer
    private var now = Instant(nanoseconds: 0)
    private var toPC: [[UInt8]] = []
    private var unsentCount = 0
    private var seen: [[UInt8]] = [bytes("1b 1400 7b7d"), bytes("10 0100 ffff 0028"), bytes("1d 1400 01")]
    private var fault: String?
    private var hasOpened = false
    private var hasFailed = false
    private let fetching: Bool
    /// Of so many packets one is bent.
    private let mildness: Int

    init(random: SeededRandom) {
        var random = random
        fetching = random.chance(1, of: 2)
        mildness = [2, 8, 40, 200][random.below(4)]
        let mtu = [23, 100, 185, 517][random.below(4)] as UInt16
        server = .typical(mtu: mtu, status: [UInt8](repeating: 1, count: random.below(513)), fetched: fetching)
        server.waiting = [[1, 2], [UInt8](repeating: 3, count: 180)]
        self.random = random
    }

    mutating func run(packetLimit: Int) -> End {
        perform(machine.linkOpened(now: now))
        while arrived < packetLimit, fault == nil, !hasFailed { step() }
        // What is still awaited is not answered any more.
        for _ in 0..<3 where !hasFailed && fault == nil { passTime() }
        if !hasFailed && !hasOpened { fault = fault ?? "neither open nor failed" }
        return End(name: hasOpened ? "open" : "failed", fault: fault)
    }

    private mutating func step() {
        if !toPC.isEmpty, !random.chance(1, of: 10 * mildness) {
            let request = toPC.removeFirst()
            if let answer = try? server.answer(to: request) { deliver(answer) }
        } else {
            deliver(seen[random.below(seen.count)])
        }
        if hasOpened { work() }
    }

    private mutating func deliver(_ packet: [UInt8]) {
        if seen.count < 64 { seen.append(packet) }
        let bent = random.chance(1, of: mildness) ? mutate(packet) : packet
        for _ in 0..<(random.chance(1, of: 100) ? 2 : 1) {
            arrived += 1
            perform(machine.packetArrived(bent, now: now))
        }
        if let packet = try? ATTPacket(decoding: bent), packet.bytes != bent, packet != .other(opcode: bent[0]) {
            fault = "not the same once written again: \(hex(bent))"
        }
    }

    private mutating func mutate(_ packet: [UInt8]) -> [UInt8] {
        var bent = packet
        switch random.below(5) {
        case 0:
            for _ in 0...random.below(3) where !bent.isEmpty { bent[random.below(bent.count)] ^= 1 << random.below(8) }
        case 1: bent = Array(bent.prefix(random.below(bent.count + 1)))
        case 2: bent += [UInt8](repeating: UInt8(random.below(256)), count: random.below(600))
        case 3:
            let other = seen[random.below(seen.count)]
            bent = Array(bent.prefix(random.below(bent.count + 1)) + other.suffix(random.below(other.count + 1)))
        default:
            if !bent.isEmpty { bent[random.below(bent.count)] = [0, 1, 0x7f, 0x80, 0xff][random.below(5)] }
        }
        return bent
    }

    /// What the owner does with an open link.
    private mutating func work() {
        machine.expectsAnswer = random.chance(1, of: 2)
        if random.chance(1, of: 4), let actions = machine.write([7], isUrgent: random.chance(1, of: 2), now: now) {
            perform(actions)
        }
        if random.chance(1, of: 4) {
            unsentCount = 0
            perform(machine.channelEmptied())
        }
        if random.chance(1, of: 8) { passTime() }
    }

    private mutating func passTime() {
        guard let deadline = machine.deadline else { return }
        now = max(now, deadline)
        perform(machine.timerFired(now: now))
        if !hasFailed, let next = machine.deadline, next < now { fault = "a deadline that stays in the past" }
    }

    private mutating func perform(_ actions: [PCServiceMachine.Action]) {
        if hasFailed && !actions.isEmpty { fault = "something after the failure" }
        for action in actions {
            switch action {
            case .send(let bytes):
                if bytes.isEmpty || bytes.count > ATTBearer.ownMTU { fault = "a PDU of \(bytes.count) bytes" }
                send(bytes)
            case .statusRead(let status):
                if status.count > 512 { fault = "a status of \(status.count) bytes" }
                perform(machine.subscribe(fetchingAnswers: fetching, now: now))
            case .subscribed(let size):
                hasOpened = true
                if !(20...512).contains(size) { fault = "frames of \(size) bytes" }
            case .frameArrived(let frame):
                if !(1...512).contains(frame.count) { fault = "a frame of \(frame.count) bytes" }
            case .writable: if !hasOpened { fault = "writable before it is open" }
            case .failed: hasFailed = true
            }
        }
    }
    /// Requests are one at a time; all else may be piled up only so far.
    private mutating func send(_ bytes: [UInt8]) {
        switch bytes.first {
        case 0x01, 0x03, 0x1e, 0x52:
            unsentCount += 1
            if unsentCount > ATTBearer.unsentLimit { fault = "\(unsentCount) PDUs wait" }
        default: toPC.append(bytes)
        }
    }
}
