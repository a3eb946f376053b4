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
        let places = ProfilePlaces(terminal.environment)
        let found = if let word { try places.find(word) } else { try places.findOnly() }
        switch ProfileFile.load(path: found.path, names: EvdevNames()) {
        case .failure(let problems): throw .profile(problems)
        case .success(let profile):
            guard !json else {
                try terminal.show(json: found.json(event: "switches", profile))
                return .code(.done)
            }
            let report = ProfileReport(profile: profile, names: EvdevNames())
            for value in profile.switches { try terminal.show(report.line(value)) }
            return .code(.done)
        }
    }
}
