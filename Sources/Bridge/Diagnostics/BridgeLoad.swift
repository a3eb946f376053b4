// SPDX-License-Identifier: GPL-3.0-or-later
package import SwitchCore

/// What is on its way to the PC, and how many presses came as far as that. Seen after each thing that happens.
package struct BridgeLoad: Hashable, Sendable {
    /// Steps that wait for the PC, with the one that it is busy with.
    package private(set) var waiting = 0
    package private(set) var greatestWaiting = 0
    /// When what waits longest happened.
    package private(set) var oldest: Instant?
    /// When the one that the PC is busy with was sent.
    package private(set) var sentAt: Instant?
    /// Presses that passed all filters while forwarding was on.
    package private(set) var accepted = 0

    package init() {}

    mutating func seen(_ pipeline: SwitchPipeline) {
        accepted = pipeline.acceptedPresses
        guard case .active(let active) = pipeline.engine.state else {
            waiting = 0
            oldest = nil
            return
        }
        waiting = active.waiting.count + (active.inFlight == nil ? 0 : 1)
        greatestWaiting = max(greatestWaiting, waiting)
        oldest = (active.inFlight ?? active.waiting.first)?.time
    }

    mutating func sent(at now: Instant) { sentAt = now }
}
