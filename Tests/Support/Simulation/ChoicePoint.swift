// SPDX-License-Identifier: GPL-3.0-or-later

/// Where a simulation leaves something to chance. A script names each by its text and by how often it came before.
enum ChoicePoint: Hashable {
    // The set-up.
    case flavour, transport, responses, profile, subscribers, frameSize, switches, devices, timing, debounce
    case minimumRelease, holdToAccept, ignoreRepeat, manner, holdToStop, startBySwitch, idleCapture
    case sharedModifier, slot, action, letGo, lasting, bridgeAction, holdAfter, holdStep, hasPress, holdCount
    case handling, pace, disasters
    case rate(Fault)
    // What happens.
    case strikes(Fault)
    /// What the hand does to this switch next, and when.
    case contact(Int), contactPause(Int)
    case start, startPause, userStop, userStopPause, stopWithin, stopWithinPause
    case disaster, disasterPause, disasterLength, disasterAim
    // Delays.
    case reading, toPC, fromPC, handled, paced, leaving, lossNoticed, retry, kernel, repeated, connecting
    // Of a fault.
    case failures, garbageKind, garbageByte, lostOnTheWay, linkStands
    case sabotage
    // How a moment ends.
    case momentEvents, momentEnd

    var text: String {
        switch self {
        case .rate(let fault): "rate of \(fault.rawValue)"
        case .strikes(let fault): fault.rawValue
        case .contact(let index): "contact \(index + 1)"
        case .contactPause(let index): "contact \(index + 1) after"
        default: "\(self)"
        }
    }
}
