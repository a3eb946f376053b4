// SPDX-License-Identifier: GPL-3.0-or-later
import InputDevices
import PCProtocol
import Profiles
import SwitchCore

extension ProfileChange {
    var report: ProfileReport { ProfileReport(profile: edit.profile, names: EvdevNames()) }

    /// How a command says what it did: the profile as it is now.
    func json(event: String) -> JSONValue { found.json(event: event, edit.profile) }
}

extension FoundProfile {
    func json(event: String) -> JSONValue {
        .object(["event": .string(event), "profile": .string(name), "path": .string(path)])
    }

    func json(event: String, _ profile: Profile) -> JSONValue {
        let report = ProfileReport(profile: profile, names: EvdevNames())
        return .object([
            "event": .string(event), "profile": .string(name), "path": .string(path),
            "decidesActions": .bool(profile.decidesActions),
            "switches": .array(profile.switches.map(report.switchJSON)),
        ])
    }
}
