// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles
import Sentences
import SwitchCore

/// `switch order`: another order of the switches, and with it other numbers.
struct SwitchOrderCommand: Command {
    static let description = CommandDescription(
        name: "switch order", group: .setUp, summary: "put the switches into another order",
        details: [
            """
            A switch's place is its number, unless the profile gives it one as `id`. Where the PC decides what switches \
            do, it decides by the number: look at the PC's profile after a change. Where the profile decides, the order \
            is only that of lists.
            """
        ],
        operands: [
            Operand(name: "SWITCH", count: .atLeastOne, help: "every switch, by name or number, in the new order")
        ],
        options: [.profile, .atNextStart, .json], exitCodes: [.badProfile])

    private let words: [String]
    private let options: ProfileArguments

    init(_ arguments: Arguments) {
        words = arguments.operands
        options = ProfileArguments(arguments)
    }

    func run(_ terminal: Terminal) throws(Failure) -> Ending {
        var change = try options.open(terminal)
        var names: [String] = []
        for word in words { names.append(try change.profileSwitch(word).name) }
        try change.change { draft throws(ProfileEditProblem) in try draft.orderSwitches(names) }
        try change.save()
        if options.json {
            try terminal.show(json: change.json(event: "ordered"))
        } else {
            for value in change.edit.profile.switches { try terminal.show(change.report.line(value)) }
        }
        return .code(.done)
    }
}
