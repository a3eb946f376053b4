// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol
import Sentences

/// `doctor`: what keeps a person from forwarding, and what mends it.
struct DoctorCommand: Command {
    private static let virtual = Option("virtual", help: "count virtual devices too, which programs make")

    static let description = CommandDescription(
        name: "doctor", group: .trouble, summary: "find what keeps you from forwarding, and say what mends it",
        details: [
            """
            It goes the way of a press, from the switch to the PC, and says of each step whether it is good, should be looked at, \
            or is in the way, with the command that mends it. It changes nothing. While no service runs, it tries for a moment \
            whether another program has your switches, unless one of them is pressed.
            """,
            "It ends with 0 when nothing is in the way, and with 1 otherwise.",
        ],
        options: [virtual, .json])

    private let includesVirtual: Bool
    private let json: Bool

    init(_ arguments: Arguments) {
        includesVirtual = arguments.has(Self.virtual)
        json = arguments.has(.json)
    }

    func run(_ terminal: Terminal) throws(Failure) -> Ending {
        let facts = try BoxFacts(gatheredFor: terminal.environment, includesVirtual: includesVirtual)
        let findings = Doctor(facts: facts).findings
        let failed = findings.count { $0.verdict == .fail }
        if json {
            try terminal.show(
                json: .object(["good": .bool(failed == 0), "findings": .array(findings.map(\.json))]))
        } else {
            for finding in findings { try show(finding, terminal) }
            try terminal.show()
            try terminal.show(Self.summary(failed), failed == 0 ? .good : .bad)
        }
        return .code(failed == 0 ? .done : .failed)
    }

    private func show(_ finding: Finding, _ terminal: Terminal) throws(Failure) {
        let (id, style): (SentenceID, TextStyle) =
            switch finding.verdict {
            case .pass: (.doctorPass, .plain)
            case .warn: (.doctorWarn, .warning)
            case .fail: (.doctorFail, .bad)
            }
        try terminal.show(Sentence(id, ["text": finding.sentence.description]).description, style)
        // Never broken over lines: it is to be copied.
        try terminal.show(lines: finding.commands.map { "    \($0)" })
    }

    private static func summary(_ failed: Int) -> String {
        switch failed {
        case 0: Sentence(.doctorAllGood).description
        case 1: Sentence(.doctorOneFailed).description
        default: Sentence(.doctorSomeFailed, ["count": "\(failed)"]).description
        }
    }
}
