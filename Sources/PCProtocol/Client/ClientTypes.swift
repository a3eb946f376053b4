// SPDX-License-Identifier: GPL-3.0-or-later
package import SwitchCore

/// Who this box is to a PC.
package struct RemoteIdentity: Hashable, Sendable {
    /// Chosen once by this box; short, so that an edge fits two frames.
    package var deviceID: String
    package var deviceName: DeviceName
    /// Starts every message and request id of this process: random, so that no two remotes of a PC share ids.
    package var idPrefix: String

    package init(deviceID: String, deviceName: DeviceName, idPrefix: String) {
        self.deviceID = deviceID
        self.deviceName = deviceName
        self.idPrefix = idPrefix
    }
}

/// A switch session that was begun and not yet known to have ended: on disk before the PC hears of it.
package struct UnfinishedSession: Hashable, Sendable {
    package var sessionID: SessionID
    package var kind: SessionKind
    /// The PC refused its stop, so it may hold something that it has forgotten.
    package var releaseRefused: Bool
    /// What single commands of it can have left held.
    package var held: HeldInputs

    package init(
        sessionID: SessionID, kind: SessionKind, releaseRefused: Bool = false, held: HeldInputs = .nothing
    ) {
        self.sessionID = sessionID
        self.kind = kind
        self.releaseRefused = releaseRefused
        self.held = held
    }

    /// Whether a PC that acknowledges its end holds nothing of it any more. A session whose stop was refused once may have
    /// been forgotten by the PC, outputs and all (§7); what single commands hold is let go of by name.
    var isProvenByAcknowledgement: Bool {
        switch kind {
        case .mapped, .scanning, .legacyGrid3: !releaseRefused
        case .actions: true
        }
    }

    /// There may be one, but nothing is known of it. It is ended as a Grid 3 session is, by making the PC let go of
    /// everything, and proves nothing.
    package static let unknown = UnfinishedSession(
        sessionID: SessionID(random: (0, 0)), kind: .legacyGrid3, releaseRefused: true)
}

/// Everything known of a PC once it can be used.
package struct PCDetails: Hashable, Sendable {
    package var status: PCStatus
    package var pointerProfile: PointerProfile
    package var catalogue: SwitchCatalogue

    package init(status: PCStatus, pointerProfile: PointerProfile, catalogue: SwitchCatalogue) {
        self.status = status
        self.pointerProfile = pointerProfile
        self.catalogue = catalogue
    }
}

/// Why a PC cannot be used now.
package enum ClientFailure: Hashable, Sendable {
    /// The saved access is void (`invalid_auth`, `unknown_device`): pair again. The token is kept until then (F34).
    case accessVoid
    /// `expired_timestamp`: the clocks differ by more than two minutes (F28).
    case clocksApart
    /// The PC refused or did not answer while the connection was being set up.
    case setUpFailed(RequestOutcome)
    /// The catalogue of switch profiles was refused whole: its content is unknown or wrong.
    case catalogueUnusable
    /// A check of an idle connection was not answered.
    case noAnswer
    /// The link carries frames too small for the protocol.
    case linkTooNarrow
}

package enum PairingFailure: Hashable, Sendable {
    case rejected
    case expired
    /// The PC saw another request than ours.
    case mismatch
    case refused(code: String)
    /// Neither approved nor refused while the PC was waiting.
    case unanswered
}

package enum ClientReport: Hashable, Sendable {
    case pairingNeeded
    /// The six digits that the PC shows as well.
    case pairingCode(String)
    case pairingFailed(PairingFailure)
    /// Save the token; authentication follows by itself.
    case paired(PairingToken)
    /// The saved access is good. `nameTaken` is false when the PC could not take over this box's name.
    case authenticated(nameTaken: Bool)
    /// The session that an unclean end left behind has been stopped by the PC. `proven` is false when it may have
    /// forgotten something that it holds.
    case recovered(proven: Bool)
    /// The PC refuses to let go, by name, of what single commands may have left held. The next `recovered` ends that.
    case commandsInDoubt
    case ready(PCDetails)
    case answered(SessionRequest, RequestOutcome)
    /// What came of a `pingRequested`.
    case pinged(RequestOutcome)
    case failed(ClientFailure)
}

package enum ClientAction: Hashable, Sendable {
    /// Write this to disk before any further frame is sent.
    case recordSession(UnfinishedSession)
    case clearSession
    case report(ClientReport)
    case cutLink
}
