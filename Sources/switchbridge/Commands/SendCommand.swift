// SPDX-License-Identifier: GPL-3.0-or-later
import Actions
import EventLoop
import Glibc
import PCLink
import PCProtocol
import Sentences

/// `send`: one acknowledged command, or a few, from a shell or a script.
struct SendCommand: Command {
    private static let type = Option("type", value: "TYPE", help: "one command of the protocol instead of actions")
    private static let payload = Option(
        "payload", value: "JSON", help: "what that command is given; - reads it from standard input")

    static let description = CommandDescription(
        name: "send", group: .everyDay, summary: "have a PC do something now",
        details: [
            """
            Does each ACTION after the one before, as soon as the PC has done that. `switchbridge actions` lists them. \
            What one of them holds, such as hold-shift or drag, is held until the last is done, and then let go of.
            """,
            """
            A lone - types the text that comes on standard input, as in `echo Hello | switchbridge send -`. Prefer this \
            to text:Hello: other users of this box can see what stands on a command line.
            """,
            """
            A command that the PC did not answer may have been done all the same. It is never sent again by itself.
            """,
            """
            It is refused while `switchbridge forward` runs, and while another send does: what the one holds would be held \
            for the other too.
            """,
        ],
        operands: [
            Operand(name: "ACTION", count: .any, help: "an action by its id, or - for a text on standard input")
        ],
        options: [.pc, type, payload, .adapter, .json],
        exitCodes: [.notPermitted, .noPC, .pairingRefused, .refused, .watchdog])

    private let pc: String?
    private let adapter: String?
    private let json: Bool
    private let content: Content

    private enum Content {
        case items([SendItem])
        /// A command of the protocol whose payload comes on standard input.
        case payloadFromInput(CommandType)
    }

    private static var name: String { description.name }

    var need: ServiceNeed { .pc }

    init(_ arguments: Arguments) throws(UsageProblem) {
        pc = try arguments.pc()
        adapter = try arguments.adapter()
        json = arguments.has(.json)
        guard let typeName = arguments.value(of: Self.type) else {
            guard !arguments.has(Self.payload) else { throw UsageProblem(.sendPayloadAlone, command: Self.name) }
            content = .items(try Self.items(arguments.operands))
            return
        }
        guard arguments.operands.isEmpty else { throw UsageProblem(.sendTypeAndActions, command: Self.name) }
        let type = try SendItem.type(typeName, of: Self.name)
        let payload = arguments.value(of: Self.payload) ?? "{}"
        content =
            payload == SendItem.standardInputWord
            ? .payloadFromInput(type)
            : .items([.action(try SendItem.action(of: type, payload: Array(payload.utf8), of: Self.name))])
    }

    private static func items(_ words: [String]) throws(UsageProblem) -> [SendItem] {
        guard !words.isEmpty else { throw UsageProblem(.operandMissing, ["operand": "ACTION"], command: name) }
        guard words.count <= SendItem.limit else {
            throw UsageProblem(.sendTooMany, ["limit": "\(SendItem.limit)"], command: name)
        }
        guard words.count(where: { $0 == SendItem.standardInputWord }) < 2 else {
            throw UsageProblem(.sendInputTwice, command: name)
        }
        var items: [SendItem] = []
        for word in words { items.append(try SendItem(word, of: name)) }
        return items
    }

    func run(_ terminal: Terminal) throws(Failure) -> Ending {
        // Before anything is read: a forward that runs refuses it in any case. While somebody types, others may go on.
        _ = try StateFiles(terminal, for: .sending)
        let actions = try actions(terminal)
        let state = try StateFiles(terminal, for: .sending)
        let live = try LiveRun(terminal, json: json)
        let target = try PCTarget(pc, among: state.savedPCs)
        let visit = try PCVisit(live, to: target, PCPlaces(adapter: adapter), state)
        let run = SendRun(visit, actions, try state.watchdog(live.loop), json: json)
        return try withExtendedLifetime(run) { () throws(Failure) in try visit.run() }
    }

    private func actions(_ terminal: Terminal) throws(Failure) -> [CatalogueAction] {
        switch content {
        case .payloadFromInput(let type):
            let payload = try input(terminal)
            do throws(UsageProblem) {
                return [try SendItem.action(of: type, payload: payload, of: Self.name)]
            } catch { throw .usage(error) }
        case .items(let items):
            var actions: [CatalogueAction] = []
            for item in items {
                switch item {
                case .action(let action): actions.append(action)
                case .standardInput: actions.append(try StandardInput.typing(try input(terminal)))
                }
            }
            return actions
        }
    }

    private func input(_ terminal: Terminal) throws(Failure) -> [UInt8] {
        if isatty(STDIN_FILENO) == 1 { terminal.say(Sentence(.sendTypeNow).description) }
        return try StandardInput.read()
    }
}
