// SPDX-License-Identifier: GPL-3.0-or-later
package import EventLoop
import SwitchCore

/// A bench whose loop turns in simulated time: minutes pass in milliseconds.
package protocol InSimulatedTime {
    var loop: EventLoop { get }
}

extension InSimulatedTime {
    /// Turns the loop until `condition` holds; false when `limit` of simulated time passes before.
    @discardableResult
    package func run(within limit: Duration = .seconds(60), until condition: () -> Bool) throws(SystemError) -> Bool {
        let end = loop.now + limit
        // Something has to be due then, or the clock would stand still before.
        let timer = loop.makeTimer { _ in }
        timer.deadline = end
        while !condition() {
            if loop.now >= end { return false }
            try loop.turn()
        }
        timer.deadline = nil
        return true
    }

    package func pass(_ duration: Duration) throws(SystemError) { try run(within: duration) { false } }
}
