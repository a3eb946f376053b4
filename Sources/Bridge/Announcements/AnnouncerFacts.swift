// SPDX-License-Identifier: GPL-3.0-or-later
import PCLink
package import PCProtocol
package import SwitchCore

/// What an announcement needs to know of the bridge beside the event that it is about.
package struct AnnouncerFacts: Hashable, Sendable {
    package enum DeviceTrouble: Hashable, Sendable {
        /// Unplugged, asleep, flat or out of reach.
        case away
        /// There, but in no use.
        case unusable
    }

    package var state: ForwardingState
    package var lastStop: Stop?
    /// Nil where there is none to forward with.
    package var profile: Profile?
    /// Nil while none is connected.
    package var pcName: String?
    package var meanings: SwitchMeanings?
    /// The PC is ready, and its user has to choose one of its profiles.
    package var needsChoice: Bool
    /// Whether the PC still has to acknowledge the end of what a run or a link before this one left behind.
    package var isRestoring: Bool
    /// By their labels in the profile.
    package var troubles: [String: DeviceTrouble]
    package var lasting: HeldInputs
    /// Whether the bridge would take a start now, and begin it.
    package var canStart: Bool

    /// There is nothing to forward with.
    package init() {
        state = .idle
        needsChoice = false
        isRestoring = false
        troubles = [:]
        lasting = .nothing
        canStart = false
    }
}

extension AnnouncerFacts {
    package init(_ forwarder: Forwarder) {
        self.init()
        state = ForwardingState(forwarder.state)
        if case .idle(let stop) = forwarder.state { lastStop = stop }
        profile = forwarder.profile
        pcName = forwarder.connection.status?.displayName
        meanings = forwarder.meanings
        needsChoice = forwarder.pc != nil && meanings == nil
        isRestoring = forwarder.connection.mayHaveUnfinishedSession && forwarder.pc == nil
        for device in forwarder.source.unusableDevices {
            troubles[device.label] = DeviceTrouble(device.reason)
        }
        lasting = forwarder.lasting
        canStart = forwarder.canStart
    }
}

extension AnnouncerFacts.DeviceTrouble {
    fileprivate init(_ reason: UnusableDevice.Reason) {
        switch reason {
        case .missing, .outOfReach: self = .away
        case .onlyVirtual, .failed, .notCaptured, .ambiguous: self = .unusable
        }
    }
}
