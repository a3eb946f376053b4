// SPDX-License-Identifier: GPL-3.0-or-later
import InputDevices
import Profiles
import Sentences
import SwitchCore

/// `switch list`: the switches of a profile, one a line.
struct SwitchListCommand: Command {
    static let description = CommandDescription(
        name: "switch list", group: .setUp, summary: "show the switches of a profile",
        options: [.profile, .json], exitCodes: [.badProfile])

    private let word: String?
    private let json: Bool

    init(_ arguments: Arguments) {
        word = arguments.value(of: .profile)
        json = arguments.has(.json)
    }

    func run(_ terminal: Terminal) throws(Failure) -> Ending {
        let found = try ProfilePlaces(terminal.environment).find(orOnly: word)
        let profile = try found.load()
        if json {
            try terminal.show(json: found.json(event: "switches", profile))
        } else {
            let report = ProfileReport(profile: profile, names: EvdevNames())
            for value in profile.switches { try terminal.show(report.line(value)) }
        }
        return .code(.done)
    }
}
