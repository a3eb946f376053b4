// SPDX-License-Identifier: GPL-3.0-or-later
import Actions
import Profiles
import Sentences
import SwitchCore

/// `map`: what a press and a hold of one switch do, and its times.
struct MapCommand: Command {
    private static let press = Option(
        "press", value: "ACTION", help: "what a press does; nothing takes away what it did")
    private static let hold = Option(
        "hold", value: "ACTION[,ACTION…]", help: "what holding does, one after the other; nothing takes that away")
    /// By the names that profiles have for them.
    private static let times = [
        Option("hold-after", value: "TIME", help: "from the press to the first hold action, such as 800ms"),
        Option("hold-step", value: "TIME", help: "from one hold action to the next, such as 1s"),
        Option("debounce", value: "TIME", help: "after a change that counted, ignore flickering within this time"),
        Option("minimum-release", value: "TIME", help: "it must be up this long before that counts"),
        Option("hold-to-accept", value: "TIME", help: "it must be down this long before a press counts"),
        Option("ignore-repeat", value: "TIME", help: "after letting go, ignore a new press within this time"),
        Option("maximum-hold", value: "TIME", help: "longer holds are ended after this time"),
    ]
    private static let unmapping = "nothing"
    private static let defaultTime = "default"

    static let description = CommandDescription(
        name: "map", group: .setUp, summary: "say what a press and a hold of a switch do",
        details: [
            """
            `switchbridge actions` shows what can be done. As soon as one switch of a profile does something, the profile \
            decides about all of them; before, and when the last one is taken away, the PC does.
            """,
            """
            With several hold actions, each is reached after the one before; letting go does the one that is reached. A comma \
            within a text to type belongs to it, unless an action follows.
            """,
            """
            Each time can be default, which goes back to what the profile says for all its switches. What concerns all of \
            them, such as hold-to-stop, is changed with `switchbridge profile edit`.
            """,
        ],
        operands: [Operand(name: "SWITCH", count: .one, help: "the switch's name, or its number")],
        options: [.profile, press, hold] + times + [.atNextStart, .json], exitCodes: [.badProfile])

    private let name: String
    private let press: String?
    private let holds: [String]?
    /// Of each key that is to be changed; nil goes back to the default.
    private let newTimes: [(key: String, time: Duration?)]
    private let options: ProfileArguments

    init(_ arguments: Arguments) throws(UsageProblem) {
        name = arguments.operands.first ?? ""
        press = try arguments.value(of: Self.press).map { text throws(UsageProblem) in
            try Self.action(text, arguments)
        }
        holds = try arguments.value(of: Self.hold).map { text throws(UsageProblem) in
            try Self.list(text, arguments)
        }
        var times: [(key: String, time: Duration?)] = []
        for option in Self.times {
            guard let text = arguments.value(of: option) else { continue }
            let time = DurationText.duration(text)
            guard time != nil || text == Self.defaultTime else {
                throw arguments.badValue(of: option, expected: "a time such as 800ms or 1.5s, or default")
            }
            times.append((option.name, time))
        }
        newTimes = times
        options = ProfileArguments(arguments)
        guard press != nil || holds != nil || !times.isEmpty else {
            throw UsageProblem(.mapWhat, command: arguments.command)
        }
    }

    private static func action(_ text: String, _ arguments: Arguments) throws(UsageProblem) -> String {
        do throws(ActionProblem) {
            return text == unmapping ? text : try ActionCatalogue.read(text).id
        } catch {
            // What is typed for a text to type stays out of it.
            throw UsageProblem(ActionProblemText.sentence(error, with: text), command: arguments.command)
        }
    }

    /// One action, or several between commas. A comma in a text to type belongs to it, unless an action follows.
    private static func list(_ text: String, _ arguments: Arguments) throws(UsageProblem) -> [String] {
        if text == unmapping { return [] }
        var actions: [String] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let word = part.trimmingBlanks
            if ActionCatalogue.action(named: word) == nil, let typed = actions.last, isText(typed) {
                actions[actions.count - 1] = try action("\(typed),\(part)", arguments)
            } else {
                actions.append(try action(word, arguments))
            }
        }
        return actions
    }

    private static func isText(_ id: String) -> Bool {
        ActionCatalogue.action(named: id)?.category == .text
    }

    func run(_ terminal: Terminal) throws(Failure) -> Ending {
        var change = try options.open(terminal)
        let name = try change.profileSwitch(name).name
        try change.change { draft throws(ProfileEditProblem) in
            if let press { try draft.setPress(press == Self.unmapping ? nil : press, of: name) }
            if let holds { try draft.setHolds(holds, of: name) }
            for (key, time) in newTimes { try draft.setTime(key, to: time, of: name) }
        }
        try change.save()
        if options.json {
            try terminal.show(json: change.json(event: "mapped"))
        } else {
            try terminal.show(change.report.line(try change.profileSwitch(name)))
            let times = newTimes.map { "\($0.key) \($0.time.map(DurationText.write) ?? Self.defaultTime)" }
            if !times.isEmpty { try terminal.show(times.joined(separator: ", "), indent: 2) }
        }
        return .code(.done)
    }
}

extension Substring {
    fileprivate var trimmingBlanks: String {
        var text = drop { $0 == " " }
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
