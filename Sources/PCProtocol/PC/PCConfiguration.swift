// SPDX-License-Identifier: GPL-3.0-or-later

/// What kind of PC it is.
package struct PCConfiguration: Sendable {
    package var status: PCStatus
    package var capabilities: Capabilities
    package var profiles: [OfferedProfile]
    /// Bytes of the largest frame that it sends.
    package var maximumFrameSize = 514
    /// Starts its message ids, so that they differ from those of everyone else.
    package var messageIDPrefix = "pc"
    /// Input commands that it does not refuse during a switch session.
    package var allowedDuringSession: Set<CommandType> = []

    package init(
        status: PCStatus, capabilities: Capabilities = .everything, profiles: [OfferedProfile] = OfferedProfile.all
    ) {
        self.status = status
        self.capabilities = capabilities
        self.profiles = profiles
    }

    /// The Windows PC leaves it to the remote to keep these out of a switch session (§8).
    package static let windowsAllowsDuringSession: Set<CommandType> = [
        .moveMouse, .click, .typeText, .startRepeat, .stopRepeat,
    ]
}

extension Capabilities {
    /// A PC that can do all that the protocol knows.
    package static var everything: Capabilities {
        var capabilities = Capabilities()
        capabilities.supportedCommands = Set(CommandType.allCases)
        // The repeat commands are named although they are refused without an ack, as real PCs do (§8).
        capabilities.noAckCommands = [.moveMouse, .scroll, .startRepeat, .stopRepeat]
        capabilities.switchScanning = true
        capabilities.mouseRepeat = true
        capabilities.keyRepeat = true
        capabilities.pointerSpeed = true
        capabilities.displayNavigation = true
        return capabilities
    }

    /// A PC from before switch sessions, which knows Grid 3 switches only.
    package static func olderGrid3(withSync: Bool) -> Capabilities {
        var capabilities = everything
        capabilities.supportedCommands.subtract([.listProfiles, .startSession, .edge, .sync, .stopSession])
        if !withSync { capabilities.supportedCommands.remove(.syncGrid) }
        capabilities.switchScanning = false
        return capabilities
    }
}
