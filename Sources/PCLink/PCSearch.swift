// SPDX-License-Identifier: GPL-3.0-or-later
package import PCProtocol

/// A PC that is in range.
package struct NearbyPC: Hashable, Sendable {
    /// How it can be reached now; no identity, since it changes (F32).
    package var address: String
    /// The name that it advertises; empty when it has none.
    package var advertisedName: String
    /// In dBm, −127…20; nil where it is not known.
    package var signal: Int?
    /// What it says of itself; nil until it was asked, and when it did not answer.
    package var status: PCStatus?

    package init(address: String, advertisedName: String, signal: Int?, status: PCStatus? = nil) {
        self.address = address
        self.advertisedName = advertisedName
        self.signal = signal
        self.status = status
    }
}

package enum SearchEvent {
    /// One more PC, or another status or name of one that was told before. A signal that changed is told with it, not for itself.
    case found(NearbyPC)
    /// It was not heard of for a while.
    case gone(NearbyPC)
    /// The search cannot begin or go on. It goes on by itself once that has passed.
    case stopped(AdapterProblem)
    case searching
}

/// Looks for PCs in range, and asks each once what it is. It calls back on the loop's thread, never from within `start`.
package protocol PCSearch: AnyObject {
    var onEvent: ((SearchEvent) -> Void)? { get set }

    func start()

    /// Ends the search and whatever link it had. `ended` is called once that is done, in bounded time.
    func stop(_ ended: @escaping () -> Void)
}
