// SPDX-License-Identifier: GPL-3.0-or-later

/// A switch's contact as one filter stage tells it to the next. Every stage receives and passes on strictly
/// alternating states.
struct Contact: Hashable, Sendable {
    var state: EdgeState
    /// When the contact really came into this state: settings that count from the physical press or release count from
    /// here, however late an earlier stage passed it on.
    var since: Instant
    /// When it is passed on; never before `since`.
    var time: Instant
}

/// What a stage makes of a change or of its time being reached.
enum StageVerdict: Hashable, Sendable {
    case nothing
    case pass(Contact)
    /// A press is dropped or melts into the one before it.
    case reject(at: Instant)
}
