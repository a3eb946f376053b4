// SPDX-License-Identifier: GPL-3.0-or-later
import PCLink
import Sentences

/// `pc unpair`: forgets a PC and its secret. The protocol has no word for it, so the PC keeps its own entry.
struct PCUnpairCommand: Command {
    static let description = CommandDescription(
        name: "pc unpair", group: .setUp, summary: "forget a PC",
        details: ["It asks first: only the whole word yes forgets the PC. To use it again, it has to be paired anew."],
        operands: [Operand(name: "PC", count: .one, help: "the name or id of a saved PC")], options: [.yes, .json],
        exitCodes: [.notPermitted, .noPC])

    private let pc: String
    private let isSure: Bool
    private let json: Bool

    var need: ServiceNeed { .pairings }

    init(_ arguments: Arguments) {
        pc = arguments.operands.first ?? ""
        isSure = arguments.has(.yes)
        json = arguments.has(.json)
    }

    func run(_ terminal: Terminal) throws(Failure) -> Ending {
        var state = try StateFiles(terminal, for: .bookkeeping)
        let found = try PCTarget.savedPC(pc, among: state.savedPCs)
        let names = ["pc": PCReport.title(found)]
        guard isSure || terminal.confirms(Sentence(.pcUnpairQuestion, names)) else {
            throw .other(Sentence(.pcNotUnpaired, names))
        }
        let report = PCReport(found, in: state)
        try state.change { pcs throws(StateProblem) in try pcs.unpaired(from: found.desktopID) }
        if json {
            try terminal.show(json: report.json(event: "unpaired"))
        } else {
            try terminal.show(Sentence(.pcUnpaired, ["pc": found.name]).description)
        }
        return .code(.done)
    }
}
