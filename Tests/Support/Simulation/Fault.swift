// SPDX-License-Identifier: GPL-3.0-or-later

/// Everything that goes wrong in a simulation. Each has its line in the fault table, so that none is forgotten.
package enum Fault: String, CaseIterable, Hashable, Sendable {
    // What the PC says.
    case answerLost = "answer lost"
    case answerRepeated = "answer repeated"
    /// Its frames, and those of other answers, in any order.
    case answerReordered = "answer reordered"
    /// By up to four seconds, more than the box waits.
    case answerLate = "answer late"
    case garbage = "garbage"
    case refusal = "refusal"
    case releaseFails = "release fails"
    // The PC itself.
    /// It takes a message and does nothing about it.
    case messageIgnored = "message ignored"
    /// It takes messages and does what they say seconds later.
    case pcStalls = "PC stalls"
    /// It begins anew: no session, nothing held, no memory of what it was sent.
    case pcCrash = "PC crash"
    /// Another remote is there, so that a lost link releases nothing.
    case secondSubscriber = "second subscriber"
    // The link.
    case linkLost = "link lost"
    case linkNotMade = "link not made"
    /// An ATT request that is never answered.
    case requestUnanswered = "ATT request unanswered"
    case adapterGone = "adapter gone"
    // The switches.
    case unplug = "unplug"
    /// `SYN_DROPPED`.
    case eventsLost = "events lost"
    /// Another program has the device (EBUSY).
    case captureRefused = "capture refused"
    // The box.
    /// For less than the watchdog allows.
    case loopStarved = "loop starved"
    /// For longer.
    case watchdog = "watchdog"
    case suspend = "suspend"
    /// One that nobody announced.
    case sleepUnannounced = "sleep unannounced"
    case boxCrash = "box crash"
    /// Between two things that one event led to.
    case boxCrashWithin = "box crash within"
    case diskFull = "disk full"
}
