// SPDX-License-Identifier: GPL-3.0-or-later
import BluetoothLE
import EventLoop
import PCLink
import RealSystem
import SwitchCore

/// A search for a PC over Bluetooth LE that is given up, as far as it comes on this box: to the sockets and the lock, or only to
/// the end of what has no adapter.
final class BluetoothCycle: InRealTime {
    /// Each is a look at what the kernel says; a search with an adapter would go on for seconds.
    private static let turns = 8

    let loop: EventLoop
    private let transport: LETransport

    init() throws {
        loop = try EventLoop()
        transport = LETransport(desktopID: "desk-1", adapter: nil, loop: loop)
    }

    func run(_ number: Int) throws {
        var isLost = false
        transport.onEvent = { event in
            if case .lost = event { isLost = true }
        }
        transport.connect()
        for _ in 0..<Self.turns where !isLost { try loop.turn(waiting: false) }
        transport.cut()
    }
}
