// SPDX-License-Identifier: GPL-3.0-or-later
import CLinux
import Glibc

/// This box's wall clock, for telling a person why a PC refuses it (F28).
package enum WallClock {
    /// Local time such as "14:05".
    package static var time: String {
        var now = Glibc.time(nil)
        var parts = tm()
        localtime_r(&now, &parts)
        let minutes = parts.tm_min < 10 ? "0\(parts.tm_min)" : "\(parts.tm_min)"
        return "\(parts.tm_hour):\(minutes)"
    }

    /// Whether the kernel believes that its clock is kept right (adjtimex(2)); nil where a sandbox does not let it say.
    package static var isSynchronised: Bool? {
        var state = timex()
        let outcome = adjtimex(&state)
        return outcome < 0 ? nil : outcome != TIME_ERROR && state.status & STA_UNSYNC == 0
    }
}
