// SPDX-License-Identifier: GPL-3.0-or-later
import PCLink
import Sentences

/// `pc list`: the saved PCs, from this box's files alone.
struct PCListCommand: Command {
    static let description = CommandDescription(
        name: "pc list", group: .setUp, summary: "show the PCs that this box is paired with",
        details: ["It asks no PC anything; `switchbridge pc status PC` does."], options: [.json],
        exitCodes: [.notPermitted, .noPC])

    private let json: Bool

    var need: ServiceNeed { .pairings }

    init(_ arguments: Arguments) { json = arguments.has(.json) }

    func run(_ terminal: Terminal) throws(Failure) -> Ending {
        let state = try StateFiles(terminal, for: .bookkeeping)
        guard !state.savedPCs.all.isEmpty else { throw .noPC(Sentence(.pcNoneSaved)) }
        for pc in state.savedPCs.all {
            let report = PCReport(pc, in: state)
            if json {
                try terminal.show(json: report.json(event: "pc"))
                continue
            }
            try terminal.show(report.line)
            for remark in report.remarks { try terminal.show(remark.description, .warning, indent: 4) }
        }
        return .code(.done)
    }
}
