// SPDX-License-Identifier: GPL-3.0-or-later
import PCLink
import PCProtocol

/// A link that says when something goes out by it.
final class WatchedLink: Transport {
    var onSend: (() -> Void)?
    private let link: any Transport

    init(_ link: any Transport) { self.link = link }

    var onEvent: ((TransportEvent) -> Void)? {
        get { link.onEvent }
        set { link.onEvent = newValue }
    }

    var expectsAnswer: Bool {
        get { link.expectsAnswer }
        set { link.expectsAnswer = newValue }
    }

    func connect() { link.connect() }

    func send(_ frame: OutgoingFrame) -> Bool {
        onSend?()
        return link.send(frame)
    }

    func cut() { link.cut() }
}
