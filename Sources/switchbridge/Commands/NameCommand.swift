// SPDX-License-Identifier: GPL-3.0-or-later
import PCLink
import PCProtocol
import Sentences

/// `name`: what PCs call this box.
struct NameCommand: Command {
    private static let usual = Option("default", help: "go back to the host name")

    static let description = CommandDescription(
        name: "name", group: .setUp, summary: "show or change what PCs call this box",
        details: [
            """
            Each PC hears of a new name when this box next connects with it. A name has 1 to \
            \(DeviceName.characterLimit) characters; one with spaces stands in quotes.
            """
        ],
        operands: [Operand(name: "NEW", count: .optional, help: "the new name")], options: [usual, .json])

    private let new: DeviceName?
    private let isReset: Bool
    private let json: Bool

    var need: ServiceNeed { .pairings }

    init(_ arguments: Arguments) throws(UsageProblem) {
        isReset = arguments.has(Self.usual)
        json = arguments.has(.json)
        let text = arguments.operands.first
        if isReset, let text { throw UsageProblem(.operandUnexpected, ["found": text], command: arguments.command) }
        do throws(DeviceName.Problem) {
            new = try text.map { text throws(DeviceName.Problem) in try DeviceName(checking: text) }
        } catch {
            throw UsageProblem(
                Self.sentence(error), ["limit": "\(DeviceName.characterLimit)"], command: arguments.command)
        }
    }

    private static func sentence(_ problem: DeviceName.Problem) -> SentenceID {
        switch problem {
        case .empty: .nameEmpty
        case .tooLong: .nameTooLong
        case .invisibleCharacter: .nameInvisible
        }
    }

    func run(_ terminal: Terminal) throws(Failure) -> Ending {
        var state = try StateFiles(terminal, for: .bookkeeping)
        if new != nil || isReset {
            try state.change { pcs throws(StateProblem) in try pcs.named(new) }
        }
        let reports = state.savedPCs.all.map { PCReport($0, in: state) }
        if json {
            try terminal.show(json: Self.json(state, reports))
        } else {
            let id: SentenceID = state.savedPCs.deviceName == nil ? .nameIsHostName : .nameIs
            try terminal.show(Sentence(id, ["name": state.deviceName.text]).description)
            for report in reports { try terminal.show(report.nameSentence.description, indent: 2) }
        }
        return .code(.done)
    }

    private static func json(_ state: StateFiles, _ reports: [PCReport]) -> JSONValue {
        .object([
            "event": .string("name"), "name": .string(state.deviceName.text),
            "isHostName": .bool(state.savedPCs.deviceName == nil),
            "pcs": .array(
                reports.map {
                    .object([
                        "id": .string($0.pc.desktopID), "name": .string($0.pc.name),
                        "nameState": .string($0.pc.state(of: $0.deviceName).rawValue),
                    ])
                }),
        ])
    }
}
