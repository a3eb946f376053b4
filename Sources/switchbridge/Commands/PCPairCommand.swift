// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// `pc pair`: makes a PC accept this box.
struct PCPairCommand: Command {
    static let description = CommandDescription(
        name: "pc pair", group: .setUp, summary: "pair with a PC, so that it accepts this box",
        details: [
            """
            Without PC it looks for PCs. When there are several, type the number of yours and press Enter; take your \
            time. Both sides then show the same six digits: compare them and approve on the PC.
            """,
            """
            Nobody need hurry. The PC waits two minutes; when they are over, type again and press Enter to ask once \
            more. Off a terminal, or with --json, it speaks JSON lines and takes the same words on its input.
            """,
        ],
        operands: [Operand(name: "PC", count: .optional, help: "\(PCTarget.spelling); otherwise one in range")],
        options: [.adapter, .json], exitCodes: [.notPermitted, .noPC, .pairingRefused])

    private let given: PCArguments

    var need: ServiceNeed { .pc }

    init(_ arguments: Arguments) throws(UsageProblem) { given = try PCArguments(arguments) }

    func run(_ terminal: Terminal) throws(Failure) -> Ending {
        let json = given.json || isatty(STDIN_FILENO) != 1 || isatty(STDOUT_FILENO) != 1
        let live = try LiveRun(terminal, json: json)
        let state = try StateFiles(terminal, for: .visiting)
        let run = PairRun(live, PCTalk(live, json: json), given.places, state)
        return try run.run(given.pc)
    }
}
