// SPDX-License-Identifier: GPL-3.0-or-later
package import SwitchCore

/// A profile of a simulated PC: what its catalogue says and what its switches do.
package struct OfferedProfile: Hashable, Sendable {
    package enum Effect: Hashable, Sendable {
        /// Held while the switch is down.
        case hold(PCOutput)
        /// Done at once when the switch goes down.
        case tap(PCOutput)
        /// Done when the switch goes up: the press action, or after each second of holding the next hold action.
        case scan(press: String, holds: [String])
        case nothing
    }

    package let profile: PCProfile
    package let effects: [SwitchID: Effect]

    /// Switches are numbered from 1 in the order of `effects`, at most eight; labels and behaviors follow from them.
    package init(id: String, version: Int = 1, name: String, kind: PCProfile.Kind, effects: [Effect]) {
        let numbered = zip((1...SwitchID.limit).compactMap(SwitchID.init), effects)
        profile = PCProfile(
            id: id, version: version, name: name, kind: kind,
            bindings: numbered.map { SwitchBinding(switchID: $0, label: $1.label, behavior: $1.behavior) })
        self.effects = Dictionary(uniqueKeysWithValues: Array(numbered))
    }
}

extension OfferedProfile.Effect {
    var label: String {
        switch self {
        case .hold(let output), .tap(let output): "\(output)"
        case .scan(let press, let holds): holds.isEmpty ? press : "\(press); hold: \(holds.joined(separator: ", "))"
        case .nothing: "Not assigned"
        }
    }

    var behavior: SwitchBinding.Behavior {
        switch self {
        case .hold: .stateful
        case .tap, .scan: .pulse
        case .nothing: .unassigned
        }
    }
}

extension OfferedProfile {
    /// `1` is Space and `2` is Enter.
    package static let keyboard = OfferedProfile(
        id: "builtin.keyboard", name: "Keyboard", kind: .mapped, effects: [.hold(key("Space")), .hold(key("Enter"))])

    package static let fourKeys = OfferedProfile(
        id: "custom.four-keys", name: "Four keys", kind: .mapped,
        effects: [.hold(key("Space")), .hold(key("Enter")), .hold(key("ArrowLeft")), .hold(key("ArrowRight"))])

    package static let grid3 = OfferedProfile(
        id: "builtin.grid3", name: "Grid 3", kind: .grid3,
        effects: (1...SwitchID.limit).compactMap(SwitchID.init).map { .hold(.gridSwitch($0)) })

    package static let scanning = OfferedProfile(
        id: "builtin.switchify-scanning", name: "Switchify scanning", kind: .scanning,
        effects: [
            .scan(press: "Select", holds: ["Next", "Back"]), .scan(press: "Next", holds: []),
            .scan(press: "Pause", holds: ["Stop scanning"]),
        ])

    /// Every behavior there is, and two switches on one output.
    package static let everything = OfferedProfile(
        id: "custom.everything", version: 3, name: "Every behavior", kind: .mapped,
        effects: [
            .hold(key("Space")), .tap(key("Enter")), .nothing, .hold(.modifier(.shift)), .hold(key("Space")),
            .hold(.mouseButton(.left)), .tap(.mouseButton(.right)), .hold(key("F5")),
        ])

    package static let all = [keyboard, fourKeys, grid3, scanning, everything]

    private static func key(_ name: String) -> PCOutput {
        guard let key = KeyName(name) else { preconditionFailure("a built-in profile names a key that is none") }
        return .key(key)
    }
}
