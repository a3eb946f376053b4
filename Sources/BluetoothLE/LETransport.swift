// SPDX-License-Identifier: GPL-3.0-or-later
package import EventLoop
package import PCLink
package import PCProtocol

/// Frames over Bluetooth LE, to the one PC that says it has the wanted desktop id, at whatever address.
package final class LETransport: Transport {
    package var onEvent: ((TransportEvent) -> Void)?
    private let central: Central

    /// - Parameters:
    ///   - desktopID: the PC's identity.
    ///   - adapter: such as "hci1"; nil takes the first that can be used.
    package init(desktopID: String, adapter: String?, loop: EventLoop) {
        central = Central(loop: loop, goal: .connect(desktopID: desktopID), adapter: adapter)
        central.onReport = { [weak self] in self?.centralDid($0) }
    }

    package var expectsAnswer = false {
        didSet { if expectsAnswer != oldValue { central.expectAnswer(expectsAnswer) } }
    }

    package var linkParameters: LinkParameters? { central.linkParameters }

    package var adapter: String? { central.adapter }

    package func connect() { central.start() }

    package func send(_ frame: OutgoingFrame) -> Bool { central.offer(frame.bytes, isUrgent: frame.isUrgent) }

    package func cut() { central.cut() }

    private func centralDid(_ report: CentralMachine.Report) {
        switch report {
        case .connected(let status, let maximumFrameSize):
            onEvent?(.connected(status: status, maximumFrameSize: maximumFrameSize))
        case .frame(let frame): onEvent?(.frame(frame))
        case .writable: onEvent?(.writable)
        case .lost(let failure): onEvent?(.lost(failure))
        case .searching, .waiting, .found, .gone, .ended: break
        }
    }
}
