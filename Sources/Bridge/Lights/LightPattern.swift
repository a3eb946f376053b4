// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore

/// How a light shows the state.
package enum LightPattern: Hashable, Sendable {
    /// Forwarding is off.
    case off
    /// Forwarding is on.
    case on
    /// Forwarding starts or stops, or something may still be held on the PC.
    case blinking

    package init(_ facts: AnnouncerFacts) {
        switch facts.state {
        case .idle: self = facts.isRestoring || facts.lastStop?.mayStillBeHeld == true ? .blinking : .off
        case .starting, .stopping: self = .blinking
        case .active: self = .on
        }
    }
}
