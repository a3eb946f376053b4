// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore

/// The PC's service once frames pass: what shares the one outstanding request, and who is next.
struct FrameChannel: Hashable, Sendable {
    enum Activity: Hashable, Sendable {
        /// → writing, fetching
        case idle
        /// → idle
        case writing
        /// → idle
        case fetching(LongRead)
    }

    /// A frame that could not be taken, and has to be asked for again.
    enum Refused: Hashable, Sendable {
        case none, ordinary, urgent
    }

    let receive: GATTCharacteristic
    /// The transmit characteristic's value, or with `isFetched` the response characteristic's.
    let answers: UInt16
    let isFetched: Bool
    var activity = Activity.idle
    var refused = Refused.none
    /// When the next answer may be fetched.
    var nextFetch: Instant

    /// Whether a frame goes as a Write Command, which waits for nothing, and not as a Write Request.
    func usesCommand(isUrgent: Bool) -> Bool {
        isUrgent
            ? receive.properties.contains(.writeWithoutResponse)
            : !receive.properties.contains(.write)
    }

    mutating func wasRefused(isUrgent: Bool) {
        refused = isUrgent || refused == .urgent ? .urgent : .ordinary
    }

    /// Whether nothing but the channel itself held back the frame that was not taken.
    var takesRefusedFrame: Bool {
        switch refused {
        case .none: false
        case .ordinary: activity == .idle || usesCommand(isUrgent: false)
        case .urgent: activity == .idle || usesCommand(isUrgent: true)
        }
    }

    func mayFetch(at now: Instant) -> Bool { isFetched && activity == .idle && nextFetch <= now }
}
