// SPDX-License-Identifier: GPL-3.0-or-later
package import EventLoop

/// A link that carries frames to one PC and back. It calls back on the loop's thread, never from within `connect`.
package protocol Transport: AnyObject {
    var onEvent: ((TransportEvent) -> Void)? { get set }

    /// Begins to connect. It comes to `.connected` or `.lost` in bounded time.
    func connect()

    /// Puts one frame on the link. False when the link takes no more for now: `.writable` comes when it does again, and
    /// the frame is still the caller's.
    func send(_ frame: [UInt8]) -> Bool

    /// Ends the link at once and without a word. No event follows.
    func cut()
}

package enum TransportEvent {
    /// What the PC says of itself, and the longest frame that the link carries, in bytes.
    case connected(status: [UInt8], maximumFrameSize: Int)
    case frame([UInt8])
    case writable
    case lost(LinkFailure)
}

/// Why there is no link.
package enum LinkFailure: Error, Hashable, Sendable {
    /// Nothing is at the place where the PC should be.
    case notFound(place: String)
    /// Something is there, but nobody answers.
    case notListening(place: String)
    case notPermitted(place: String)
    /// The place cannot be an address at all.
    case impossiblePlace(place: String)
    /// The link stood, but the PC never said what it is.
    case noStatus
    /// What the PC said of itself cannot be used.
    case unusableStatus
    case closedByPC
    /// We ended it.
    case cut
    case system(SystemError)
}
