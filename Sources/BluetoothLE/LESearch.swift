// SPDX-License-Identifier: GPL-3.0-or-later
package import EventLoop
package import PCLink

/// Looks for PCs over Bluetooth LE.
package final class LESearch: PCSearch {
    package var onEvent: ((SearchEvent) -> Void)?
    private let loop: EventLoop
    private let central: Central

    /// - Parameter adapter: such as "hci1"; nil takes the first that can be used.
    package init(adapter: String?, loop: EventLoop) {
        self.loop = loop
        central = Central(loop: loop, goal: .survey, adapter: adapter)
        central.onReport = { [weak self] in self?.centralDid($0) }
    }

    package func start() { central.start() }

    package func stop(_ ended: @escaping () -> Void) {
        central.cut()
        loop.afterThisTurn(ended)
    }

    private func centralDid(_ report: CentralMachine.Report) {
        switch report {
        case .searching: onEvent?(.searching)
        case .waiting(let problem): onEvent?(.stopped(problem))
        case .found(let pc): onEvent?(.found(pc))
        case .gone(let pc): onEvent?(.gone(pc))
        case .connected, .frame, .writable, .lost, .ended: break
        }
    }
}
