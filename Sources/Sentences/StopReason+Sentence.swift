// SPDX-License-Identifier: GPL-3.0-or-later
package import SwitchCore

extension StopReason {
    /// What happened and what to do next.
    /// - Parameter switchName: the name of the switch that `heldToStop` is about.
    package func sentence(switchName: String?) -> Sentence {
        switch self {
        case .userStopped: Sentence(.stopUserStopped)
        case .heldToStop(let id): Sentence(.stopHeldToStop, ["switch": switchName ?? "\(id)"])
        case .idleTimeout: Sentence(.stopIdleTimeout)
        case .deviceRemoved(let name): Sentence(.stopDeviceRemoved, ["device": name])
        case .devicesChanged(let name): Sentence(.stopDevicesChanged, ["device": name])
        case .eventsLost(let name): Sentence(.stopEventsLost, ["device": name])
        case .queueFull: Sentence(.stopQueueFull)
        case .sendDelayed: Sentence(.stopSendDelayed)
        case .pcRefused(let code): Sentence(.stopPCRefused, ["code": code])
        case .ackTimeout: Sentence(.stopAckTimeout)
        case .linkLost: Sentence(.stopLinkLost)
        case .profileChanged: Sentence(.stopProfileChanged)
        case .captureLost(let name): Sentence(.stopCaptureLost, ["device": name])
        case .captureFailed(let failure): failure.sentence
        case .notRecorded: Sentence(.stopNotRecorded)
        case .suspended: Sentence(.stopSuspended)
        case .shuttingDown: Sentence(.stopShuttingDown)
        }
    }
}

extension CaptureFailure {
    package var sentence: Sentence {
        switch self {
        case .noDevice:
            Sentence(.captureNoDevice)
        case .stuckDown(let device, let inputs):
            Sentence(.captureStuckDown, ["device": device, "inputs": inputs.joined(separator: ", ")])
        case .busy(let device, let owner?): Sentence(.deviceBusyOwner, ["device": device, "owner": owner])
        case .busy(let device, nil): Sentence(.deviceBusy, ["device": device])
        case .refused(let device, let error): Sentence(.captureRefused, ["device": device, "error": error])
        }
    }
}

extension StartRefusal {
    package var sentence: Sentence {
        switch self {
        case .alreadyForwarding: Sentence(.startAlreadyForwarding)
        case .stillStopping: Sentence(.startStillStopping)
        case .machineRests: Sentence(.startMachineRests)
        case .notConnected: Sentence(.startNotConnected)
        case .notReady: Sentence(.startNotReady)
        case .nothingToForward: Sentence(.startNothingToForward)
        }
    }
}
