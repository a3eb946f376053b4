// SPDX-License-Identifier: GPL-3.0-or-later

/// The keys that a mapping of a profile may have. `Profiles/profile.schema.json` says the same to editors.
protocol ProfileKey: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
    static var required: [Self] { get }
}

enum RootKey: String, ProfileKey {
    case schema, name, devices, switches, timing, safety, idle, announce, pc

    static let required: [RootKey] = [.schema, .name, .devices, .switches]
}

enum DeviceKey: String, ProfileKey {
    case bus, vendor, product, version, name, serial, port, interface, capabilities

    static let required: [DeviceKey] = []
}

enum SwitchKey: String, ProfileKey {
    case name, id, input, inputs, kind, press, hold, timing

    static let required: [SwitchKey] = [.name]
}

enum InputKey: String, ProfileKey {
    case device, key, axis, scan, press, release

    static let required: [InputKey] = []
}

enum TimingKey: String, ProfileKey {
    case debounce
    case minimumRelease = "minimum-release"
    case holdToAccept = "hold-to-accept"
    case ignoreRepeat = "ignore-repeat"
    case maximumHold = "maximum-hold"
    case holdAfter = "hold-after"
    case holdStep = "hold-step"

    static let required: [TimingKey] = []
}

enum SafetyKey: String, ProfileKey {
    case holdToStop = "hold-to-stop"
    case scanningHoldToStop = "scanning-hold-to-stop"
    case idleStop = "idle-stop"
    case pressesToStop = "presses-to-stop"
    case stopSwitch = "stop-switch"

    static let required: [SafetyKey] = []
}

enum PressesToStopKey: String, ProfileKey {
    case count, within

    static let required: [PressesToStopKey] = [.count, .within]
}

enum IdleKey: String, ProfileKey {
    case start
    case nextPC = "next-pc"
    case nextProfile = "next-profile"
    case capture

    static let required: [IdleKey] = []
}

enum GestureKey: String, ProfileKey {
    case switchName = "switch"
    case hold, presses, within

    static let required: [GestureKey] = []
}

enum AnnounceKey: String, ProfileKey {
    case level, light
    case deviceLights = "device-lights"

    static let required: [AnnounceKey] = []
}

enum PCKey: String, ProfileKey {
    case profile

    static let required: [PCKey] = []
}
