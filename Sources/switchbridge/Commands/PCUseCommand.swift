// SPDX-License-Identifier: GPL-3.0-or-later
import PCLink
import PCProtocol
import Sentences

/// `pc use`: makes a PC the one that `forward` uses, once it has shown that it accepts this box.
struct PCUseCommand: Command {
    static let description = CommandDescription(
        name: "pc use", group: .everyDay, summary: "check a PC and make it the one that forward uses",
        details: [
            """
            It connects, tells the PC this box's name, and goes again. It starts nothing. While `switchbridge forward` \
            is running, type use and the PC's name there instead.
            """
        ],
        operands: [Operand(name: "PC", count: .one, help: PCTarget.spelling)], options: [.adapter, .json],
        exitCodes: [.notPermitted, .noPC, .pairingRefused])

    private let given: PCArguments

    var need: ServiceNeed { .pc }

    init(_ arguments: Arguments) throws(UsageProblem) { given = try PCArguments(arguments) }

    func run(_ terminal: Terminal) throws(Failure) -> Ending {
        let live = try LiveRun(terminal, json: given.json)
        var state = try StateFiles(terminal, for: .visiting)
        let visit = try given.visit(live, state)
        visit.onReady = { details in
            live.attempt { () throws(Failure) in
                try state.reload()
                try state.change { pcs throws(StateProblem) in try pcs.choseDefault(details.status.desktopID) }
                try show(details, state, live.terminal)
                live.end(.code(.done))
            }
        }
        return try visit.run()
    }

    private func show(_ details: PCDetails, _ state: StateFiles, _ terminal: Terminal) throws(Failure) {
        if given.json, let pc = state.savedPCs.pc(details.status.desktopID) {
            return try terminal.show(json: PCReport(pc, in: state).json(event: "used"))
        }
        try terminal.show(Sentence(.pcUsed, ["pc": details.status.displayName]).description, .good)
    }
}
