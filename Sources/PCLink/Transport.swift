// SPDX-License-Identifier: GPL-3.0-or-later
package import EventLoop
package import PCProtocol

/// A link that carries frames to one PC and back. It calls back on the loop's thread, never from within `connect`.
package protocol Transport: AnyObject {
    var onEvent: ((TransportEvent) -> Void)? { get set }

    /// Begins to connect. It comes to `.connected` or `.lost` in bounded time.
    func connect()

    /// Whether an answer of the PC is awaited. A link on which answers have to be fetched fetches only meanwhile.
    var expectsAnswer: Bool { get set }

    /// Puts one frame on the link. False when the link takes no more for now: `.writable` comes when it does again, and
    /// the frame is still the caller's.
    func send(_ frame: OutgoingFrame) -> Bool

    /// What the link on the air is like, once there is one; nil for links that have no such thing, and where the kernel
    /// does not tell.
    var linkParameters: LinkParameters? { get }

    /// The Bluetooth adapter in use, such as "hci0"; nil while there is none, and for links that need none.
    var adapter: String? { get }

    /// Ends the link at once and without a word. No event follows.
    func cut()
}

extension Transport {
    package var linkParameters: LinkParameters? { nil }
    package var adapter: String? { nil }
}

/// What a Bluetooth LE link was given (Bluetooth Core, Vol 6, Part B, 4.5).
package struct LinkParameters: Hashable, Sendable {
    /// The time between two turns on the air.
    package var interval: Duration
    /// Turns that the PC may leave out.
    package var latency: Int
    /// After so long without a word the link is lost.
    package var supervisionTimeout: Duration

    package init(interval: Duration, latency: Int, supervisionTimeout: Duration) {
        self.interval = interval
        self.latency = latency
        self.supervisionTimeout = supervisionTimeout
    }
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
    /// This box cannot use Bluetooth now.
    case adapter(AdapterProblem)
    /// The PC was not among those in range, or none was.
    case outOfRange
    /// What was found there has no service that this program can use.
    case noService
    /// It wants Bluetooth's own pairing, or an encrypted link, before it is used.
    case demandsBonding
    /// Something is there, but it did not answer in time, or not in a way that can be understood.
    case unanswered
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
    /// This box ended it, but not this program: the adapter was switched off, or another program ended the link.
    case endedHere
    /// We ended it.
    case cut
    case system(SystemError)
}

/// Why this box cannot use Bluetooth.
package enum AdapterProblem: Error, Hashable, Sendable {
    /// The kernel has no Bluetooth at all.
    case unsupported
    /// No adapter is plugged in, or not the one that was asked for.
    case absent(wanted: String?)
    /// It is switched off and cannot be switched on.
    case off
    /// Switched off by rfkill: a key or switch of the box, or a setting of its desktop.
    case blocked
    /// It has no Bluetooth LE.
    case notLE
    /// The program lacks CAP_NET_ADMIN.
    case notPermitted
    /// Another run of this program uses it.
    case inUse
}
