// SPDX-License-Identifier: GPL-3.0-or-later
import InputDevices
import Profiles
import Sentences
import SwitchCore

/// `profile show`: where a profile is and what its switches do.
struct ProfileShowCommand: Command {
    static let description = CommandDescription(
        name: "profile show", group: .setUp, summary: "show what a profile's switches are and do",
        operands: [.profile], options: [.json], exitCodes: [.badProfile])

    private let word: String?
    private let json: Bool

    init(_ arguments: Arguments) {
        word = arguments.operands.first
        json = arguments.has(.json)
    }

    func run(_ terminal: Terminal) throws(Failure) -> Ending {
        let found = try ProfilePlaces(terminal.environment).find(orOnly: word)
        let profile = try found.load()
        let report = ProfileReport(profile: profile, names: EvdevNames())
        if json {
            try terminal.show(json: found.json(event: "shown", profile))
            return .code(.done)
        }
        try terminal.show(found.path)
        for line in report.lines { try terminal.show(line, indent: 2) }
        let decides: SentenceID = profile.decidesActions ? .showProfileDecides : .showPCDecides
        try terminal.show(Sentence(decides).description, indent: 2)
        for remark in report.remarks { try terminal.show(remark.description, .warning, indent: 2) }
        return .code(.done)
    }
}
