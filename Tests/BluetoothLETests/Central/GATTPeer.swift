// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol

@testable import BluetoothLE

/// A PC in range: its attributes, whether it answers at all, and what was done to it.
struct GATTPeer {
    /// As `FakeGATTServer.typical` lays them out.
    private static let transmit: UInt16 = 0x14
    private static let configuration: UInt16 = 0x15

    var server: FakeGATTServer
    /// Never answers.
    var isSilent = false
    private(set) var isSubscribed = false
    /// Frames, and whether each was a request.
    private(set) var written: [(frame: [UInt8], isRequest: Bool)] = []
    private(set) var packets = 0

    init(_ status: PCStatus) {
        self.init(status: status.encoded(), fetched: status.responseTransport == .reads)
    }

    init(status: [UInt8], fetched: Bool = false) {
        server = .typical(status: status, fetched: fetched)
    }

    static func notification(_ frame: [UInt8]) -> [UInt8] {
        [0x1b, UInt8(transmit), UInt8(transmit >> 8)] + frame
    }

    mutating func linkEnded() { isSubscribed = false }

    /// The answer to a packet; nil when there is none.
    mutating func arrived(_ packet: [UInt8]) -> [UInt8]? {
        packets += 1
        guard !isSilent else { return nil }
        let before = server.written.count
        let answer = try? server.answer(to: packet)
        if server.written.count > before, let (handle, value) = server.written.last {
            if handle == Self.configuration {
                isSubscribed = value == [1, 0]
            } else {
                written.append((value, packet.first == 0x12))
            }
        }
        return answer
    }
}
