// SPDX-License-Identifier: GPL-3.0-or-later

/// Why forwarding stopped, or could not start. `id` is stable: it is what JSON, logs and other programs see.
package enum StopReason: Hashable, Sendable {
    case userStopped
    /// A switch reached its hold-to-stop time while still down.
    case heldToStop(SwitchID)
    case idleTimeout
    /// A device of the profile went away: unplugged, out of range, flat or revoked.
    case deviceRemoved(name: String)
    /// What a device's inputs mean changed under us (F37), or a second device now answers to the same description.
    case devicesChanged(name: String)
    /// The kernel dropped events of this device (`SYN_DROPPED`).
    case eventsLost(name: String)
    /// More than 64 edges were waiting for the PC.
    case queueFull
    /// An edge, or the end of an action, waited longer than 1 s to be sent.
    case sendDelayed
    case pcRefused(code: String)
    case ackTimeout
    case linkLost
    case profileChanged
    /// Capture was lost while forwarding was active.
    case captureLost(name: String)
    /// Capture could not begin, so forwarding never started.
    case captureFailed(CaptureFailure)
    /// The session could not be noted on disk, so it was not begun: after a crash nobody could have ended it.
    case notRecorded
    case suspended
    case shuttingDown

    package var id: String {
        switch self {
        case .userStopped: "userStopped"
        case .heldToStop: "heldToStop"
        case .idleTimeout: "idleTimeout"
        case .deviceRemoved: "deviceRemoved"
        case .devicesChanged: "devicesChanged"
        case .eventsLost: "eventsLost"
        case .queueFull: "queueFull"
        case .sendDelayed: "sendDelayed"
        case .pcRefused: "pcRefused"
        case .ackTimeout: "ackTimeout"
        case .linkLost: "linkLost"
        case .profileChanged: "profileChanged"
        case .captureLost: "captureLost"
        case .captureFailed: "captureFailed"
        case .notRecorded: "notRecorded"
        case .suspended: "suspended"
        case .shuttingDown: "shuttingDown"
        }
    }
}

extension StopReason {
    /// Whether its user did it, and so knows of it.
    package var isUsersOwn: Bool {
        switch self {
        case .userStopped, .heldToStop, .profileChanged: true
        case .idleTimeout, .deviceRemoved, .devicesChanged, .eventsLost, .queueFull, .sendDelayed, .pcRefused,
            .ackTimeout,
            .linkLost, .captureLost, .captureFailed, .notRecorded, .suspended, .shuttingDown:
            false
        }
    }
}

/// Why the exclusive use of a device could not begin.
package enum CaptureFailure: Hashable, Sendable {
    /// No device of the profile is present and readable.
    case noDevice
    /// `inputs` stayed down for 5 s (F1): names such as "KEY_SPACE".
    case stuckDown(device: String, inputs: [String])
    /// Another program holds the grab (F2); its name where /proc shows it.
    case busy(device: String, owner: String?)
    /// The kernel refused for another reason: the errno name.
    case refused(device: String, error: String)
}
