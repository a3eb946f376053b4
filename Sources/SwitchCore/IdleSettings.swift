// SPDX-License-Identifier: GPL-3.0-or-later

/// What a person can do with switches alone while forwarding is off.
package enum IdleAct: String, Hashable, Sendable, CaseIterable {
    case start
    case nextPC
    case nextProfile
}

/// What switches do while forwarding is off.
package struct IdleSettings: Hashable, Sendable {
    /// Something a person does with a switch on purpose.
    package struct Gesture: Hashable, Sendable {
        package enum Manner: Hashable, Sendable {
            /// It acts when the time is reached, while the switch is still down.
            case hold(Duration)
            /// So many presses of one switch, the first and the last at most `within` apart.
            case presses(count: Int, within: Duration)
        }

        /// Nil for any switch that works.
        package var switchID: SwitchID?
        package var manner: Manner

        package init(switchID: SwitchID?, manner: Manner) {
            self.switchID = switchID
            self.manner = manner
        }
    }

    package enum Start: Hashable, Sendable {
        /// The profile does not say.
        case unsaid
        /// Somebody else starts: by a command, or another program.
        case helper
        case gesture(Gesture)
    }

    package static let holdRange = Duration.seconds(1)...Duration.seconds(30)
    package static let pressesRange = 2...10
    package static let pressesWindowRange = Duration.seconds(1)...Duration.seconds(10)

    package var start: Start
    package var nextPC: Gesture?
    package var nextProfile: Gesture?
    /// Whether devices that are nobody's keyboard stay captured while forwarding is off, so that idle presses act on nothing.
    package var capturesAlways: Bool

    package init(
        start: Start = .unsaid, nextPC: Gesture? = nil, nextProfile: Gesture? = nil, capturesAlways: Bool = false
    ) {
        self.start = start
        self.nextPC = nextPC
        self.nextProfile = nextProfile
        self.capturesAlways = capturesAlways
    }
}
