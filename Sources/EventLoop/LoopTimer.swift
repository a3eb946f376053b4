// SPDX-License-Identifier: GPL-3.0-or-later
package import SwitchCore

/// A one-shot timer of the loop. It is disarmed before its handler is called, which may arm it again. The loop keeps
/// an armed timer; a disarmed one lives as long as its owner does.
package final class LoopTimer {
    /// When the handler is due; nil while disarmed. Whatever was set before is forgotten: a stale deadline never fires.
    /// One that has passed fires in the next turn.
    package var deadline: Instant? {
        didSet {
            arming &+= 1
            loop?.timerChanged(self)
        }
    }
    /// Counts the settings of `deadline`, so that the loop can tell the one it found due from a later one.
    private(set) var arming: UInt64 = 0
    let handler: (Instant) -> Void
    private weak var loop: EventLoop?

    init(loop: EventLoop, handler: @escaping (Instant) -> Void) {
        self.loop = loop
        self.handler = handler
    }
}
