// SPDX-License-Identifier: GPL-3.0-or-later
import CLinux

/// What a descriptor is ready for.
package struct Readiness: OptionSet, Hashable, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let readable = Readiness(rawValue: EPOLLIN.rawValue)
    package static let writable = Readiness(rawValue: EPOLLOUT.rawValue)
    /// The other end is gone. Reported whether asked for or not (epoll_ctl(2)); there may still be something to read.
    package static let hungUp = Readiness(rawValue: EPOLLHUP.rawValue)
    /// The descriptor failed; the next call on it says how. Reported whether asked for or not.
    package static let failed = Readiness(rawValue: EPOLLERR.rawValue)
}
