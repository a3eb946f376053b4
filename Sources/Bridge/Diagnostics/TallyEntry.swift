// SPDX-License-Identifier: GPL-3.0-or-later
package import SwitchCore

/// One thing that happened, small and without anything private: no names of people, places or things, no text that was typed,
/// nothing that a PC or a device says in words of its own.
package struct TallyEntry: Hashable, Sendable {
    package var unixMilliseconds: Int64
    /// What happened; stable, and the same as in `forward --json` where that has it.
    package var event: String
    package var switchID: SwitchID?
    /// One of our own words that tells more.
    package var detail: String?
    /// How long it took.
    package var milliseconds: Int32?
}

/// An end of forwarding.
package struct TallyStop: Hashable, Sendable {
    package var unixMilliseconds: Int64
    package var reason: StopReason
    /// Whether the PC had not confirmed, when forwarding ended, that it holds nothing.
    package var mayHaveBeenHeld: Bool
    /// Whether it has confirmed that since.
    package var wasReleasedLater = false
}
