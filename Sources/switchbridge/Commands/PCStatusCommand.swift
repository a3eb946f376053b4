// SPDX-License-Identifier: GPL-3.0-or-later
import PCLink
import PCProtocol
import Sentences

/// `pc status`: whether a PC can be used, and what is in the way; without a name, what is known of all.
struct PCStatusCommand: Command {
    static let description = CommandDescription(
        name: "pc status", group: .trouble, summary: "say whether a PC can be used, and what is in the way",
        details: ["Without PC it shows what this box knows of all, and asks none of them."],
        operands: [Operand(name: "PC", count: .optional, help: PCTarget.spelling)], options: [.adapter, .json],
        exitCodes: [.notPermitted, .noPC, .pairingRefused])

    private let given: PCArguments

    var need: ServiceNeed { .pc }

    init(_ arguments: Arguments) throws(UsageProblem) { given = try PCArguments(arguments) }

    func run(_ terminal: Terminal) throws(Failure) -> Ending {
        guard given.pc != nil else { return try summary(terminal) }
        let live = try LiveRun(terminal, json: given.json)
        var state = try StateFiles(terminal, for: .visiting)
        let target = try given.target(among: state.savedPCs)
        let visit = try given.visit(live, state)
        visit.onReady = { details in
            live.attempt { () throws(Failure) in
                try state.reload()
                let report = PCStatusReport(details, over: visit.connection, in: state)
                try show(report, live.terminal)
                live.end(.code(.done))
            }
        }
        do { return try visit.run() } catch {
            try state.reload()
            try showFailed(error, target, reachable: visit.wasConnected, state, terminal)
            return error.ending
        }
    }

    private func show(_ report: PCStatusReport, _ terminal: Terminal) throws(Failure) {
        if given.json { return try terminal.show(json: report.json) }
        for line in report.lines { try terminal.show(line) }
    }

    /// What is in the way is the answer here, so it goes where the answers go.
    private func showFailed(
        _ failure: Failure, _ target: PCTarget, reachable: Bool, _ state: StateFiles, _ terminal: Terminal
    ) throws(Failure) {
        guard failure.isAboutPC, let sentence = failure.sentence else { throw failure }
        let saved = target.expectedID.flatMap { state.savedPCs.pc($0) }.map { PCReport($0, in: state) }
        guard given.json else {
            try terminal.show(saved?.line ?? target.title)
            return try terminal.show(sentence.description, .bad)
        }
        let fields: [String: JSONValue] = [
            "event": .string("status"), "reachable": .bool(reachable), "usable": .bool(false),
            "text": .string(sentence.description),
        ]
        try terminal.show(json: .object((saved?.fields ?? [:]).merging(fields) { $1 }))
    }

    private func summary(_ terminal: Terminal) throws(Failure) -> Ending {
        let state = try StateFiles(terminal, for: .bookkeeping)
        guard !state.savedPCs.all.isEmpty else { throw .noPC(Sentence(.pcNoneSaved)) }
        for pc in state.savedPCs.all {
            let report = PCReport(pc, in: state)
            if given.json {
                try terminal.show(json: report.json(event: "pc"))
                continue
            }
            try terminal.show(report.line)
            let access = Sentence(pc.isAccessVoid ? .finalAccessVoid : .statusAccessWasGood)
            for line in [access, report.nameSentence] { try terminal.show(line.description, indent: 4) }
        }
        return .code(.done)
    }
}
