// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol
import Sentences
import SwitchCore

extension StopReason {
    /// Whether forwarding had begun at all.
    var headline: SentenceID {
        switch self {
        case .captureFailed, .notRecorded: .spokenNotStarted
        case .userStopped, .heldToStop, .idleTimeout, .deviceRemoved, .devicesChanged, .eventsLost, .queueFull,
            .sendDelayed, .pcRefused, .ackTimeout, .linkLost, .profileChanged, .captureLost, .suspended, .shuttingDown:
            .spokenStopped
        }
    }

    /// What happened, as part of a sentence; no file, no code, no other program's name.
    func spoken(with profile: Profile?) -> String {
        switch self {
        case .userStopped: Clauses.text(.spokenWhyAsked)
        case .heldToStop(let id):
            Clauses.text(.spokenWhyHeld, ["switch": profile?.switchName(id) ?? "\(id)"])
        case .idleTimeout: Clauses.text(.spokenWhyIdle)
        case .deviceRemoved(let name): Clauses.text(.spokenWhyDeviceRemoved, ["device": name])
        case .devicesChanged(let name): Clauses.text(.spokenWhyDevicesChanged, ["device": name])
        case .eventsLost(let name): Clauses.text(.spokenWhyEventsLost, ["device": name])
        case .queueFull: Clauses.text(.spokenWhyQueueFull)
        case .sendDelayed: Clauses.text(.spokenWhySendDelayed)
        case .pcRefused: Clauses.text(.spokenWhyPCRefused)
        case .ackTimeout: Clauses.text(.spokenWhyAckTimeout)
        case .linkLost: Clauses.text(.spokenWhyLinkLost)
        case .profileChanged: Clauses.text(.spokenWhyProfileChanged)
        case .captureLost(let name): Clauses.text(.spokenWhyCaptureLost, ["device": name])
        case .captureFailed(let failure): failure.spoken
        case .notRecorded: Clauses.text(.spokenWhyNotRecorded)
        case .suspended: Clauses.text(.spokenWhySuspended)
        case .shuttingDown: Clauses.text(.spokenWhyShuttingDown)
        }
    }
}

extension CaptureFailure {
    fileprivate var spoken: String {
        switch self {
        case .noDevice: Clauses.text(.spokenWhyNoDevice)
        case .stuckDown(let device, _): Clauses.text(.spokenWhyStuckDown, ["device": device])
        case .busy(let device, _): Clauses.text(.spokenWhyBusy, ["device": device])
        case .refused(let device, _): Clauses.text(.spokenWhyRefused, ["device": device])
        }
    }
}

extension StartRefusal {
    var spoken: String {
        switch self {
        case .alreadyForwarding: Clauses.text(.spokenAlreadyOn)
        case .stillStopping: Clauses.text(.spokenStillStopping)
        case .machineRests: Clauses.text(.spokenMachineRests)
        case .notConnected: Clauses.text(.spokenNoPC)
        case .notReady: Clauses.text(.spokenNotReady)
        case .nothingToForward: Clauses.text(.spokenNothingToForward)
        }
    }
}

extension ClientFailure {
    var spoken: String {
        switch self {
        case .accessVoid: Clauses.text(.spokenWhyAccessVoid)
        case .clocksApart: Clauses.text(.spokenWhyClocksApart)
        case .setUpFailed, .catalogueUnusable, .noAnswer, .linkTooNarrow: Clauses.text(.spokenWhyUnusablePC)
        }
    }
}
