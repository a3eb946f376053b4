// SPDX-License-Identifier: GPL-3.0-or-later
import Actions
import PCLink
import PCProtocol
import Profiles
import Sentences

/// `actions`: everything that a press or a hold can do.
struct ActionsCommand: Command {
    /// Stands for the default PC, since without `--pc` none is asked.
    private static let defaultWord = "default"
    private static let pc = Option(
        "pc", value: "PC", help: "mark what this PC does not know: \(PCTarget.spelling), or \(defaultWord)")

    static let description = CommandDescription(
        name: "actions", group: .setUp, summary: "list or search what your switches can do",
        details: [
            """
            What stands before the colon is written in a profile after press or hold, or given to `switchbridge send`. \
            With words to SEARCH for, only what has to do with all of them is shown, the best first.
            """,
            """
            A PC need not know every action. Without --pc none is asked, and everything is listed.
            """,
        ],
        operands: [Operand(name: "SEARCH", count: .any, help: "words such as scroll, or arrow left")],
        options: [pc, .adapter, .json], exitCodes: [.notPermitted, .noPC, .pairingRefused])

    private let search: String
    /// As its user called it; nil asks none.
    private let pc: String?
    private let adapter: String?
    private let json: Bool

    var need: ServiceNeed { pc == nil ? .nothing : .pc }

    init(_ arguments: Arguments) throws(UsageProblem) {
        search = arguments.operands.joined(separator: " ")
        pc = try arguments.value(of: Self.pc, expected: "\(PCTarget.spelling), or \(Self.defaultWord)") { text in
            ["", "unix:"].contains(text) ? nil : text
        }
        adapter = try arguments.adapter()
        json = arguments.has(.json)
    }

    func run(_ terminal: Terminal) throws(Failure) -> Ending {
        let found = ActionSearch(search)
        guard !found.actions.isEmpty || !found.forms.isEmpty else { throw nothingFound }
        guard let pc else {
            try show(found, on: nil, terminal)
            if !json { terminal.say(Sentence(.actionsAskPC).description, .faint) }
            return .code(.done)
        }
        return try ask(pc, terminal) { capabilities, terminal throws(Failure) in
            try show(found, on: capabilities, terminal)
        }
    }

    private func ask(
        _ pc: String, _ terminal: Terminal, show: @escaping (Capabilities, Terminal) throws(Failure) -> Void
    ) throws(Failure) -> Ending {
        let live = try LiveRun(terminal, json: json)
        let state = try StateFiles(terminal, for: .visiting)
        let target = try PCTarget(pc == Self.defaultWord ? nil : pc, among: state.savedPCs)
        let visit = try PCVisit(live, to: target, PCPlaces(adapter: adapter), state)
        visit.onReady = { details in
            live.attempt { () throws(Failure) in
                try show(details.pointerProfile.capabilities, live.terminal)
                live.end(.code(.done))
            }
        }
        return try visit.run()
    }

    private var nothingFound: Failure {
        let words = ActionCatalogue.all.flatMap { [$0.id] + $0.keywords }
        let hint =
            NearestName.of(search, among: words).map { Sentence(.profileHintNearest, ["name": $0]) }
            ?? Sentence(.actionsListAll)
        let found = DisplayText.display(search, characters: NearestName.longestWord)
        return .other(Sentence(.actionsNone, ["found": found, "hint": hint.description]))
    }

    // MARK: Showing

    private func show(
        _ found: ActionSearch, on capabilities: Capabilities?, _ terminal: Terminal
    ) throws(Failure) {
        let list = ActionList(found, on: capabilities)
        if json {
            for object in list.json { try terminal.show(json: object) }
        } else if search.isEmpty {
            for category in ActionCategory.allCases {
                try terminal.show(category.name, .heading)
                for line in list.lines(in: category) { try terminal.show(line, indent: 2) }
            }
        } else {
            for line in list.lines { try terminal.show(line) }
        }
    }
}
