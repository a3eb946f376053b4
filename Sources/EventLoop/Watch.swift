// SPDX-License-Identifier: GPL-3.0-or-later

/// A descriptor watched by the loop. The loop keeps it, and with it the handler, until `cancel`; the descriptor stays
/// its owner's, who cancels before closing it.
package final class Watch {
    package let descriptor: CInt
    package private(set) var interest: Readiness
    let token: UInt64
    /// Where the kernel reports it.
    let epoll: FileDescriptor
    private(set) var handler: ((Readiness) -> Void)?
    private weak var loop: EventLoop?

    init(
        descriptor: CInt, interest: Readiness, token: UInt64, epoll: FileDescriptor, loop: EventLoop,
        handler: @escaping (Readiness) -> Void
    ) {
        self.descriptor = descriptor
        self.interest = interest
        self.token = token
        self.epoll = epoll
        self.loop = loop
        self.handler = handler
    }

    /// Changes what the handler is called for. With nothing asked for it still hears of `hungUp` and `failed`.
    package func setInterest(_ interest: Readiness) {
        guard handler != nil, interest != self.interest else { return }
        self.interest = interest
        loop?.interestChanged(self)
    }

    /// Ends the watch; its handler is not called again, not even for readiness already reported in this turn.
    /// Safe at any time, also within handlers, and more than once.
    package func cancel() {
        guard handler != nil else { return }
        handler = nil
        loop?.watchCancelled(self)
    }
}
