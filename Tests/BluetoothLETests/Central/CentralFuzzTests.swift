// SPDX-License-Identifier: GPL-3.0-or-later
import PCLink
import PCProtocol
import SeededRandom
import SwitchCore
import Testing

@testable import BluetoothLE

/// Whatever the kernel and a peer send, the machine goes on, keeps its bounds and comes to rest.
@Suite("The central against mutated packets")
struct CentralFuzzTests {
    private static let count = 100_000

    /// A good conversation's packets, which the mutations start from.
    private static let events: [[UInt8]] = {
        let address = CentralBench.address(1)
        return [
            hex("0100 0000 0400 2300 00 06"), hex("0200 0000 0300 2300 0a"), hex("0100 ffff 0700 0300 00 0100 0000"),
            hex("0100 0000 0300 1400 00"), hex("0100 0000 0300 3500 00"), hex("0100 0000 0400 2400 00 06"),
            hex("0400 0000 0000"), hex("0500 0000 0000"), hex("0600 0000 0400 01020000"), hex("1300 0000 0200 06 00"),
            Heard.packet(address: address, signal: -50, data: Heard.pc(name: "Desk")),
            Heard.packet(address: CentralBench.address(2), signal: 127, data: Heard.pc(name: "")),
        ]
    }()

    private static let packets: [[UInt8]] = [
        hex("03 0502"), hex("07 1000 1f00"), [0x09, 21] + hex("1100 0c 1200") + PCServiceUUID.receive.littleEndian,
        [0x09, 21] + hex("1300 10 1400") + PCServiceUUID.transmit.littleEndian,
        [0x09, 21] + hex("1600 02 1700") + PCServiceUUID.status.littleEndian, hex("01 08 1800 0a"),
        [0x0b] + CentralBench.status("a").encoded(), hex("05 01 1500 0229"), hex("13"), hex("1b 1400 7b7d"),
        hex("1d 1400 01"), hex("02 1700"), hex("0a 0100"),
    ]

    @Test(
        "100,000 mutated packets of kernel and peer: no trap, bounded memory, and an end", arguments: [UInt64(1), 2026])
    func mutated(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var bench = CentralBench(.connect(desktopID: "a"))
        var connections = 0
        for step in 0..<Self.count {
            if step.isMultiple(of: 500) {
                connections += bench.connections
                bench = CentralBench(random.chance(1, of: 2) ? .survey : .connect(desktopID: "a"))
                bench.add("a", at: 1)
                bench.add("b", at: 2)
            }
            if bench.machine.isIdle { bench.start() }
            switch random.below(8) {
            case 0: bench.hear(UInt8(1 + random.below(2)))
            case 1: #expect(bench.pass(.milliseconds(random.below(5000))), "seed \(seed), step \(step)")
            case 2: if bench.link != nil { bench.loseLink() }
            case 3, 4: bench.deliver(random.mutated(Self.packets))
            default:
                if let event = ManagementEvent(decoding: random.mutated(Self.events)) { bench.tell(event) }
            }
            #expect(bench.machine.candidates.all.count <= Candidates.limit, "seed \(seed), step \(step)")
        }
        #expect(bench.pass(.seconds(300)), "seed \(seed)")
        #expect(connections > 0, "the mutations left nothing that works: the test sees too little")
    }
}

extension SeededRandom {
    /// One of `originals`, with bits turned, bytes taken out, doubled or put in, or cut short.
    mutating func mutated(_ originals: [[UInt8]]) -> [UInt8] {
        var bytes = pick(originals)
        for _ in 0..<below(4) where !bytes.isEmpty {
            let place = below(bytes.count)
            switch below(5) {
            case 0: bytes[place] ^= 1 << UInt8(below(8))
            case 1: bytes[place] = UInt8(truncatingIfNeeded: next())
            case 2: bytes.remove(at: place)
            case 3: bytes.insert(contentsOf: bytes.prefix(below(20)), at: place)
            default: bytes = Array(bytes.prefix(place))
            }
        }
        return bytes
    }
}
