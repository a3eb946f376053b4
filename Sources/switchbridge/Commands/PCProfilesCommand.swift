// SPDX-License-Identifier: GPL-3.0-or-later
import PCLink
import PCProtocol
import Sentences

/// `pc profiles`: what a PC lets switches do.
struct PCProfilesCommand: Command {
    static let description = CommandDescription(
        name: "pc profiles", group: .setUp, summary: "show what a PC lets your switches do",
        details: [
            """
            One block for each of the PC's profiles, with what each switch does when it is pressed and, while the PC \
            scans, when it is held. `switchbridge forward --pc-profile ID` uses one.
            """
        ],
        operands: [Operand(name: "PC", count: .optional, help: "\(PCTarget.spelling); otherwise the default")],
        options: [.adapter, .json], exitCodes: [.notPermitted, .noPC, .pairingRefused])

    private let given: PCArguments

    var need: ServiceNeed { .pc }

    init(_ arguments: Arguments) throws(UsageProblem) { given = try PCArguments(arguments) }

    func run(_ terminal: Terminal) throws(Failure) -> Ending {
        let live = try LiveRun(terminal, json: given.json)
        let state = try StateFiles(terminal, for: .visiting)
        let visit = try given.visit(live, state)
        visit.onReady = { details in
            live.attempt { () throws(Failure) in
                try show(details, live.terminal)
                live.end(.code(.done))
            }
        }
        return try visit.run()
    }

    private func show(_ details: PCDetails, _ terminal: Terminal) throws(Failure) {
        let listings = details.catalogue.profiles.map { ProfileListing(profile: $0) }
        if listings.isEmpty { terminal.say(Sentence(.pcNoProfiles).description, .warning) }
        for listing in listings {
            if given.json {
                try terminal.show(json: listing.json)
                continue
            }
            try terminal.show(listing.title, .heading)
            for line in listing.lines { try terminal.show(line, indent: 2) }
        }
    }
}
