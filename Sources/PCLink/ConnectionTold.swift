// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol

/// What its user has been told of a connection, so that each change is told once, however often it is tried again.
///
/// 1. Connected: told, unless the PC was reached and could not be used before; then once it gets further.
/// 2. Lost: each reason once until connected is told again, and whenever nothing is tried any more.
/// 3. Failed: told unless it failed in the same way last.
struct ConnectionTold: Hashable, Sendable {
    private var losses: Set<LinkFailure> = []
    private var lastFailure: ClientFailure?
    /// The PC of this link got as far as being used or asking to pair.
    private var wasOfUse = false
    private var wasReachedInVain = false

    // Each says whether it is to be told.

    mutating func connected() -> Bool {
        wasOfUse = false
        return !wasReachedInVain && toldConnected()
    }

    /// The PC can be used, or asks to pair. Whether that it is connected is to be told only now.
    mutating func gotFurther() -> Bool {
        wasOfUse = true
        return wasReachedInVain && toldConnected()
    }

    private mutating func toldConnected() -> Bool {
        lastFailure = nil
        losses = []
        wasReachedInVain = false
        return true
    }

    mutating func lost(_ failure: LinkFailure, hadPC: Bool, retries: Bool) -> Bool {
        if hadPC, !wasOfUse { wasReachedInVain = true }
        return losses.insert(failure).inserted || !retries
    }

    mutating func failed(_ failure: ClientFailure) -> Bool {
        guard failure != lastFailure else { return false }
        lastFailure = failure
        wasReachedInVain = true
        return true
    }
}
