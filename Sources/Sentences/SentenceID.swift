// SPDX-License-Identifier: GPL-3.0-or-later

/// The id of every sentence shown to people, grouped by the room that says it.
package enum SentenceID: String, CaseIterable, Sendable {
    // Stops: what happened and what to do next.
    case stopUserStopped = "stop.userStopped"

    // Profiles.

    // Input devices.
    case accessNotInGroup = "access.notInGroup"
    case accessLoginIsOlder = "access.loginIsOlder"
    case accessNoRule = "access.noRule"
    case accessBlocked = "access.blocked"
    case deviceMissing = "device.missing"
    case deviceBusy = "device.busy"
    case deviceBusyOwner = "device.busyOwner"
    case deviceReadOnly = "device.readOnly"
    case deviceFailed = "device.failed"

    // The PC and the link to it.

    // The command line.
}
