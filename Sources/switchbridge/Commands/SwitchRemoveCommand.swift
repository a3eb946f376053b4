// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles
import Sentences
import SwitchCore

/// `switch remove`: takes a switch out of a profile.
struct SwitchRemoveCommand: Command {
    static let description = CommandDescription(
        name: "switch remove", group: .setUp, summary: "take a switch out of a profile",
        details: [
            """
            It asks first, and names what goes: the switch with the comments directly above it, and a device that no \
            other switch is on. Those after it get the next lower numbers, unless the profile gives them theirs as `id`.
            """
        ],
        operands: [Operand(name: "SWITCH", count: .one, help: "the switch's name, or its number")],
        options: [.profile, .yes, .atNextStart, .json], exitCodes: [.badProfile])

    private let word: String
    private let options: ProfileArguments

    init(_ arguments: Arguments) {
        word = arguments.operands.first ?? ""
        options = ProfileArguments(arguments)
    }

    func run(_ terminal: Terminal) throws(Failure) -> Ending {
        var change = try options.open(terminal)
        let value = try change.profileSwitch(word)
        // Tried before it is asked about: a question about what cannot be done is a bad question.
        try change.change { draft throws(ProfileEditProblem) in try draft.removeSwitch(value.name) }
        let arguments = ["name": value.name, "profile": change.found.name, "more": Self.more(value, change)]
        guard options.isSure || terminal.confirms(Sentence(.switchRemoveQuestion, arguments)) else {
            throw .other(Sentence(.switchNotRemoved, arguments))
        }
        try change.save()
        if options.json {
            try terminal.show(json: change.json(event: "removed"))
        } else {
            try terminal.show(Sentence(.switchRemoved, arguments).description)
        }
        return .code(.done)
    }

    /// What goes with it.
    private static func more(_ value: ProfileSwitch, _ change: ProfileChange) -> String {
        let kept = Set(change.edit.profile.devices.map(\.label))
        let devices = change.before.devices.map(\.label).filter { !kept.contains($0) }
        var sentences = devices.map { Sentence(.switchRemovesDevice, ["device": $0]) }
        if change.before.safety.stopSwitch == value.id { sentences.append(Sentence(.switchRemovesStop)) }
        return sentences.map { " \($0)" }.joined()
    }
}
