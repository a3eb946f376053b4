// SPDX-License-Identifier: GPL-3.0-or-later
package import EventLoop
import Glibc
import SwitchCore

/// Notices a suspend that nobody announced, as on a box without systemd-logind. It looks whenever the loop turns, before
/// anything else is handled, and so costs no wake-up: what was queued before the sleep is handled after it was told.
package final class SuspendClock {
    package var onSlept: (Duration) -> Void = { _ in }

    private var meter = SuspendMeter()

    package init(loop: EventLoop) {
        // More than once: a first look that was held up in the middle would make the second one see a sleep.
        for _ in 0..<3 { look() }
        loop.onEveryTurn { [weak self] _ in self?.look() }
    }

    /// Two reads that do not enter the kernel (vdso(7)).
    private func look() {
        let boottime = Self.read(CLOCK_BOOTTIME)
        let monotonic = Self.read(CLOCK_MONOTONIC)
        if let slept = meter.looked(boottime: boottime, monotonic: monotonic) { onSlept(slept) }
    }

    private static func read(_ clock: clockid_t) -> Instant {
        var time = timespec()
        clock_gettime(clock, &time)
        return Instant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }
}
