// SPDX-License-Identifier: GPL-3.0-or-later
import PCLink
import Sentences

/// `pc default`: which PC is used where none is named.
struct PCDefaultCommand: Command {
    static let description = CommandDescription(
        name: "pc default", group: .setUp, summary: "show or choose the PC that is used where none is named",
        details: ["`switchbridge pc use PC` does the same, and first checks that the PC accepts this box."],
        operands: [Operand(name: "PC", count: .optional, help: "the name or id of a saved PC")], options: [.json],
        exitCodes: [.notPermitted, .noPC])

    private let pc: String?
    private let json: Bool

    var need: ServiceNeed { .pairings }

    init(_ arguments: Arguments) {
        pc = arguments.operands.first
        json = arguments.has(.json)
    }

    func run(_ terminal: Terminal) throws(Failure) -> Ending {
        var state = try StateFiles(terminal, for: .bookkeeping)
        let chosen = try PCTarget.savedPC(pc, among: state.savedPCs)
        if pc != nil {
            try state.change { pcs throws(StateProblem) in try pcs.choseDefault(chosen.desktopID) }
        }
        let report = PCReport(chosen, in: state)
        if json {
            try terminal.show(json: report.json(event: "default"))
        } else {
            try terminal.show(Sentence(.pcDefaultIs, ["pc": PCReport.title(chosen)]).description)
        }
        return .code(.done)
    }
}
