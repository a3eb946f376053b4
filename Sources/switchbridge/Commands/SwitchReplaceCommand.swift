// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles
import SwitchCore

/// `switch replace`: another device for a switch, which keeps its name, its actions and its times.
struct SwitchReplaceCommand: Command {
    static let description = CommandDescription(
        name: "switch replace", group: .setUp, summary: "learn a switch again, as after a new device",
        details: [
            """
            Only what the switch shows as is learnt again, as by `switchbridge learn`. Its name, its actions and its times stay. \
            cancel or Ctrl-C leaves all as it was.
            """
        ],
        operands: [Operand(name: "SWITCH", count: .one, help: "the switch's name, or its number")],
        options: [.profile] + LearnOptions.all, exitCodes: [.noDevice, .notPermitted, .badProfile])

    private let name: String
    private let profile: String?
    private let options: LearnOptions

    var need: ServiceNeed { .switches }

    init(_ arguments: Arguments) {
        name = arguments.operands.first ?? ""
        profile = arguments.value(of: .profile)
        options = LearnOptions(arguments)
    }

    func run(_ terminal: Terminal) throws(Failure) -> Ending {
        let change = try ProfileChange(profile, atNextStart: options.atNextStart, terminal)
        let name = try change.profileSwitch(name).name
        let draft = LearnDraft(.replaceSwitch(name), of: change.edit, called: change.found.name)
        return try options.learn(into: draft, count: 1, terminal) { edit throws(Failure) in
            try LearnTarget.save(
                edit, to: change.found, replacing: edit.original, atNextStart: options.atNextStart, terminal)
        }
    }
}
