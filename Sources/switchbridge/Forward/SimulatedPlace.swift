// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import PCLink
import PCProtocol
import SimulatedPC

/// The simulated PC within this process, for `forward --pc simulated` and the demonstration: one loop, real sockets.
enum SimulatedPlace {
    static let status = PCStatus(desktopID: "simulated-pc", displayName: "Simulated PC", platform: .linux)

    /// A PC that pairs with whoever asks and forgets it at the end.
    static func pc(_ loop: EventLoop, show: @escaping (PCNews) -> Void = { _ in }) -> SimulatedPC {
        var options = SimulatedPC.Options(configuration: PCConfiguration(status: status))
        options.approvesAll = true
        do { return try SimulatedPC(loop: loop, options: options, show: show) } catch {
            preconditionFailure("without a file of pairings nothing can fail: \(error)")
        }
    }

    /// The transport keeps the PC.
    static func transport(to pc: SimulatedPC, _ loop: EventLoop) -> UnixTransport {
        UnixTransport(loop: loop) { () throws(SystemError) in try pc.makeLink() }
    }
}
