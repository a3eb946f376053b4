// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore

/// How much of the loop all clients together may take: so many lines, then a rest in which the loop sleeps or serves switches.
/// Each client has a bound of its own as well; this one holds for many who are each within theirs.
struct ControlPace: Hashable, Sendable {
    static let linesAtOnce = 8
    static let slot = Duration.milliseconds(25)

    private var beganAt: Instant?
    private var lines = 0

    /// Whether one more line may be taken now; nil when it may, else when to ask again.
    mutating func whenToGoOn(_ now: Instant) -> Instant? {
        guard let beganAt, now < beganAt + Self.slot else {
            self.beganAt = now
            lines = 1
            return nil
        }
        guard lines < Self.linesAtOnce else { return beganAt + Self.slot }
        lines += 1
        return nil
    }
}
