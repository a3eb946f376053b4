// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles
import Sentences
import SwitchCore

/// `switch rename`: another name for a switch, wherever its profile speaks of it.
struct SwitchRenameCommand: Command {
    static let description = CommandDescription(
        name: "switch rename", group: .setUp, summary: "give a switch another name",
        operands: [
            Operand(name: "SWITCH", count: .one, help: "the switch's name, or its number"),
            Operand(name: "NEW", count: .one, help: "the new name"),
        ], options: [.profile, .atNextStart, .json], exitCodes: [.badProfile])

    private let name: String
    private let newName: String
    private let options: ProfileArguments

    init(_ arguments: Arguments) {
        name = arguments.operands[0]
        newName = arguments.operands[1]
        options = ProfileArguments(arguments)
    }

    func run(_ terminal: Terminal) throws(Failure) -> Ending {
        var change = try options.open(terminal)
        let name = try change.profileSwitch(name).name
        try change.change { draft throws(ProfileEditProblem) in try draft.rename(name, to: newName) }
        try change.save()
        if options.json {
            try terminal.show(json: change.json(event: "renamed"))
        } else {
            try terminal.show(Sentence(.switchRenamed, ["old": name, "new": newName]).description)
        }
        return .code(.done)
    }
}
