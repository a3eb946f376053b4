// SPDX-License-Identifier: GPL-3.0-or-later

/// A connection of a remote, numbered by whoever accepts it; never reused.
package struct RemoteID: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let number: Int
    package init(_ number: Int) { self.number = number }
    package static func < (left: RemoteID, right: RemoteID) -> Bool { left.number < right.number }
    package var description: String { "\(number)" }
}

/// What a PC does in answer to an event.
package enum PCAction: Hashable, Sendable {
    /// One whole answer, as frames, to everyone who subscribes (§1).
    case notify(frames: [[UInt8]])
    case executed(PCRecord)
    /// Everything that is down now, in the order in which it went down.
    case heldChanged([PCOutput])
    case refused(ErrorCode, type: String)
    /// Ask the user.
    case pairingRequested(PairingOffer)
    case pairingEnded(PairingOffer, PairingEnd)
    /// Keep it: `pairedDevices` has changed.
    case pairingsChanged
}

/// What the PC's user is asked.
package struct PairingOffer: Hashable, Sendable {
    package let deviceID: String
    package let deviceName: String
    /// Six digits, to be compared with those that the remote shows.
    package let code: String
}

package enum PairingEnd: String, Hashable, Sendable {
    case approved, rejected, expired, replaced
}

/// A remote that the PC knows.
package struct PairedDevice: Hashable, Sendable {
    package var name: String
    package var token: PairingToken

    package init(name: String, token: PairingToken) {
        self.name = name
        self.token = token
    }
}

/// What a PC has refused so far, for diagnosis.
package struct PCCounts: Hashable, Sendable {
    package internal(set) var frames = FrameAssembler.Counts()
    /// Messages that could not be read.
    package internal(set) var unreadable = 0
    package internal(set) var refusals: [ErrorCode: Int] = [:]
}
