// SPDX-License-Identifier: GPL-3.0-or-later
package import EventLoop
import SwitchCore

/// What was waited for did not happen.
package struct TimedOut: Error {
    package var awaited: String
}

/// A bench whose loop turns in real time, as other processes and devices do. Nothing is measured by its patience: emulated
/// machines are slow.
package protocol InRealTime {
    var loop: EventLoop { get }
}

extension InRealTime {
    /// Turns the loop until `condition` holds.
    ///
    /// - Parameter period: how often to look where what is awaited does not wake the loop, such as the end of a process.
    package func wait(
        for awaited: String, lookingEvery period: Duration? = nil, until condition: () throws -> Bool
    ) throws {
        let end = EventLoop.readClock().instant + .seconds(60)
        let timer = loop.makeTimer { _ in }
        defer { timer.deadline = nil }
        while try !condition() {
            let now = EventLoop.readClock().instant
            guard now < end else { throw TimedOut(awaited: awaited) }
            timer.deadline = period.map { now + $0 } ?? end
            try loop.turn()
        }
    }

    /// Turns the loop for `duration`, to show that something does not happen.
    package func turn(for duration: Duration) throws {
        var isOver = false
        let timer = loop.makeTimer { _ in isOver = true }
        timer.deadline = EventLoop.readClock().instant + duration
        while !isOver { try loop.turn() }
    }
}
