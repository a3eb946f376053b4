// SPDX-License-Identifier: GPL-3.0-or-later
import Profiles
import Sentences
import SwitchCore

/// `learn`: from presses to a profile.
struct LearnCommand: Command {
    private static let name = Option("name", value: "NAME", help: "what the first switch is to be called")
    private static let count = Option(
        "count", value: "N", help: "with --script, so many switches are waited for; 1 if not said")

    static let description = CommandDescription(
        name: "learn", group: .setUp, summary: "make a profile by pressing your switches",
        details: [
            """
            Asks for a press, finds out what it shows as, and asks for a press of two seconds to see whether the switch can be \
            held. What is proposed is accepted by Enter or by one more press of the switch, so it works for someone alone with \
            a switch too. There is no time limit. Nothing is changed before the end; cancel or Ctrl-C leaves all as it was.
            """,
            """
            PROFILE is a new or an existing profile of yours, by name or as a file; an existing one gets further switches. \
            Without it your only profile is meant, or a new one called \(LearnTarget.usualName).
            """,
        ],
        operands: [Operand(name: "PROFILE", count: .optional, help: "the profile to make or to add to")],
        options: [name, count] + LearnOptions.all, exitCodes: [.noDevice, .notPermitted, .badProfile])

    private let profile: String?
    private let firstName: String?
    private let count: Int
    private let options: LearnOptions

    var need: ServiceNeed { .switches }

    init(_ arguments: Arguments) throws(UsageProblem) {
        try arguments.require(LearnOptions.script, beside: Self.count)
        profile = arguments.operands.first
        firstName = arguments.value(of: Self.name)
        count =
            try arguments.value(of: Self.count, expected: "1 to \(SwitchID.limit)") { text in
                Int(text).flatMap { (1...SwitchID.limit).contains($0) ? $0 : nil }
            } ?? 1
        options = LearnOptions(arguments)
    }

    func run(_ terminal: Terminal) throws(Failure) -> Ending {
        let target = try LearnTarget(profile, atNextStart: options.atNextStart, terminal)
        if let firstName, !LearnMachine.isName(firstName, among: target.draft.known.map(\.name)) {
            throw .other(Sentence(.learnBadName, ["limit": "\(NameText.lengthRange.upperBound)"]))
        }
        return try options.learn(
            into: target.draft, firstName: firstName, count: count, terminal
        ) { edit throws(Failure) in try target.save(edit) }
    }
}
