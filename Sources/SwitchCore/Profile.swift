// SPDX-License-Identifier: GPL-3.0-or-later

/// A profile as the rest of the program uses it: checked, with every default filled in.
package struct Profile: Hashable, Sendable {
    package var name: String
    package var devices: [ProfileDevice]
    /// One to eight, in ascending order of their numbers.
    package var switches: [ProfileSwitch]
    package var safety: SafetySettings
    /// The PC profile to ask for; nil leaves the choice to the user. Of no meaning where this box decides.
    package var pcProfileID: String?
    package var idle: IdleSettings
    package var announcements: AnnouncementSettings

    package init(
        name: String, devices: [ProfileDevice], switches: [ProfileSwitch], safety: SafetySettings, pcProfileID: String?,
        idle: IdleSettings = IdleSettings(), announcements: AnnouncementSettings = AnnouncementSettings()
    ) {
        self.name = name
        self.devices = devices
        self.switches = switches
        self.safety = safety
        self.pcProfileID = pcProfileID
        self.idle = idle
        self.announcements = announcements
    }

    /// Whether this box decides what its switches do. Otherwise the PC does.
    package var decidesActions: Bool { switches.contains { !$0.actions.isEmpty } }
}

package struct ProfileDevice: Hashable, Sendable {
    /// The label by which the profile's inputs name it.
    package var label: String
    /// At least one. Several where one kind of device is sold under several ids: any of them may fit.
    package var matches: [DeviceMatch]

    package init(label: String, matches: [DeviceMatch]) {
        self.label = label
        self.matches = matches
    }

    package init(label: String, match: DeviceMatch) {
        self.init(label: label, matches: [match])
    }

    /// Whether `identity` is a node of this device.
    package func describes(_ identity: DeviceIdentity) -> Bool {
        matches.contains { $0.matches(identity) }
    }
}

package struct ProfileSwitch: Hashable, Sendable {
    /// How the hardware reports what its user does.
    package enum Manner: String, Hashable, Sendable, CaseIterable {
        /// Down while it is held.
        case ordinary
        /// Down and up at once whatever the user does (F7): it cannot hold, so hold-to-stop does not apply to it.
        case pulse
        /// Stays down for minutes on purpose (F9): hold-to-stop does not apply to it.
        case latching
    }

    package struct Input: Hashable, Sendable {
        /// Index into the profile's devices.
        package var device: Int
        package var input: SwitchInput

        package init(device: Int, input: SwitchInput) {
            self.device = device
            self.input = input
        }
    }

    package var id: SwitchID
    package var name: String
    /// At least one. The switch is up only when all of them are.
    package var inputs: [Input]
    package var manner: Manner
    package var timing: FilterSettings
    package var actions: SwitchActions

    package init(
        id: SwitchID, name: String, inputs: [Input], manner: Manner, timing: FilterSettings,
        actions: SwitchActions = .none
    ) {
        self.id = id
        self.name = name
        self.inputs = inputs
        self.manner = manner
        self.timing = timing
        self.actions = actions
    }
}

/// Times of the filters of one switch. Each says from which moment it counts; zero switches it off.
package struct FilterSettings: Hashable, Sendable {
    package static let defaultDebounce = Duration.milliseconds(5)
    package static let debounceRange = Duration.zero...Duration.milliseconds(100)
    package static let range = Duration.zero...Duration.seconds(10)
    package static let maximumHoldRange = Duration.seconds(1)...Duration.seconds(3600)

    /// Counts from an edge that was passed on: changes within it are ignored, and at its end the real state wins.
    package var debounce: Duration
    /// Counts from the physical release: the switch must be up this long before its release is passed on.
    package var minimumRelease: Duration
    /// Counts from the physical press: the switch must be down this long before the press is accepted.
    package var holdToAccept: Duration
    /// Counts from the accepted release: a press that begins within it is ignored, its release too.
    package var ignoreRepeat: Duration
    /// Counts from the accepted press: a press that lasts longer ends then. For latching switches only (F9).
    package var maximumHold: Duration

    package init(
        debounce: Duration = defaultDebounce, minimumRelease: Duration = .zero, holdToAccept: Duration = .zero,
        ignoreRepeat: Duration = .zero, maximumHold: Duration = .zero
    ) {
        self.debounce = debounce
        self.minimumRelease = minimumRelease
        self.holdToAccept = holdToAccept
        self.ignoreRepeat = ignoreRepeat
        self.maximumHold = maximumHold
    }
}

/// How forwarding stops by itself, and what the user can do to stop it.
package struct SafetySettings: Hashable, Sendable {
    package static let defaultHoldToStop = Duration.seconds(5)
    /// Used where the PC scans, since holding has meaning there.
    package static let defaultScanningHoldToStop = Duration.seconds(8)
    package static let holdToStopRange = Duration.seconds(3)...Duration.seconds(30)
    package static let defaultIdleStop = Duration.seconds(60)
    package static let idleStopRange = Duration.seconds(30)...Duration.seconds(3600)
    /// How long before an idle stop it is announced.
    package static let idleWarning = Duration.seconds(15)
    package static let pressesToStopRange = 3...10
    package static let pressesToStopWindowRange = Duration.seconds(1)...Duration.seconds(10)

    /// So many presses of one switch, the first and the last at most `within` apart.
    package struct PressesToStop: Hashable, Sendable {
        package var count: Int
        package var within: Duration

        package init(count: Int, within: Duration) {
            self.count = count
            self.within = within
        }
    }

    package var holdToStop: Duration
    package var scanningHoldToStop: Duration
    package var idleStop: Duration
    package var pressesToStop: PressesToStop?
    /// A switch that does nothing but stop. It is not forwarded.
    package var stopSwitch: SwitchID?

    package init(
        holdToStop: Duration = defaultHoldToStop, scanningHoldToStop: Duration = defaultScanningHoldToStop,
        idleStop: Duration = defaultIdleStop, pressesToStop: PressesToStop? = nil, stopSwitch: SwitchID? = nil
    ) {
        self.holdToStop = holdToStop
        self.scanningHoldToStop = scanningHoldToStop
        self.idleStop = idleStop
        self.pressesToStop = pressesToStop
        self.stopSwitch = stopSwitch
    }
}
