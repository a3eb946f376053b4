// SPDX-License-Identifier: GPL-3.0-or-later
import CWatchdog
import SwitchCore

/// Ends a process whose loop no longer turns while something is at stake: nothing on the PC times out a held input
/// while the link stands, so a bridge that hangs has to lose its link.
///
/// Two POSIX timers, pushed back as the loop turns. The first calls a handler that puts the terminal back as it was,
/// writes a marker for the next start and exits; the second sends SIGKILL, which ends even a stopped process. They
/// count `CLOCK_MONOTONIC`, so a suspended machine does not set them off. There is one watchdog in a process.
package final class Watchdog {
    /// The exit status after the handler has run.
    package static let exitCode: CInt = 70

    /// How long the loop may stand still.
    package struct Limits: Hashable, Sendable {
        /// Until the handler ends the process in order.
        package var handler: Duration
        /// Until the kernel kills it.
        package var kill: Duration

        package init(handler: Duration = .seconds(3), kill: Duration = .seconds(5)) {
            self.handler = handler
            self.kill = kill
        }

        /// A loop that turns more often than this does not make the two system calls each time.
        fileprivate var rearmInterval: Duration { handler / 12 }
        /// A loop with nothing to do is woken this often, so that it can push the timers back.
        fileprivate var turnInterval: Duration { handler / 3 }
    }

    /// Whether forwarding is active or anything is held on the PC. While false nothing runs and nothing wakes.
    package var atStake = false {
        didSet {
            guard atStake != oldValue else { return }
            atStake ? rearm(at: EventLoop.readClock().instant) : disarm()
        }
    }

    private let limits: Limits
    /// Kept open for the handler.
    private let marker: FileDescriptor?
    private var armedAt: Instant?
    private var turnTimer: LoopTimer?

    /// `marker` is an open file, empty unless the handler has written to it.
    package init(loop: EventLoop, marker: FileDescriptor?, limits: Limits = Limits()) throws(SystemError) {
        self.limits = limits
        self.marker = marker
        let error = watchdog_prepare(marker?.raw ?? -1, Self.exitCode)
        guard error == 0 else { throw SystemError(call: "timer_create", code: error) }
        turnTimer = loop.makeTimer { _ in }
        loop.onEveryTurn { [weak self] in self?.loopTurned(at: $0) }
    }

    deinit { watchdog_arm(0, 0) }

    /// Takes the present settings of `terminal` as those to be put back; nil when there is no terminal.
    package func rememberTerminal(_ terminal: CInt?) throws(SystemError) {
        let error = watchdog_remember_terminal(terminal ?? -1)
        guard error == 0 else { throw SystemError(call: "tcgetattr", code: error) }
    }

    private func loopTurned(at now: Instant) {
        guard let armedAt, now - armedAt >= limits.rearmInterval else { return }
        rearm(at: now)
    }

    private func rearm(at now: Instant) {
        armedAt = now
        turnTimer?.deadline = now + limits.turnInterval
        setTimers(limits.handler, limits.kill)
    }

    private func disarm() {
        armedAt = nil
        turnTimer?.deadline = nil
        setTimers(.zero, .zero)
    }

    /// Both timers exist and both times are valid, so timer_settime(2) has no reason left to fail.
    private func setTimers(_ handler: Duration, _ kill: Duration) {
        let error = watchdog_arm(handler.nanoseconds, kill.nanoseconds)
        precondition(error == 0, "timer_settime refused a valid time: errno \(error)")
    }
}
