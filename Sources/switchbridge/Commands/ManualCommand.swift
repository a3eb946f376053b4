// SPDX-License-Identifier: GPL-3.0-or-later

/// `manual`: the pages of the manual, for `man` to show.
struct ManualCommand: Command {
    enum Page: String, CaseIterable, Sendable {
        case program = "switchbridge"
        case profile = "switchbridge-profile"
    }

    private static let page = Operand(
        name: "PAGE", count: .optional,
        help: "\(Page.allCases.map(\.rawValue).joined(separator: " or ")); else the first")

    static let description = CommandDescription(
        name: "manual", group: .packagers, summary: "print a page of the manual, as man reads it",
        details: ["A package installs them. To read one without: `switchbridge manual | man -l -`."], operands: [page])

    private let page: Page

    init(_ arguments: Arguments) throws(UsageProblem) {
        page = arguments.operands.isEmpty ? .program : try arguments.only(Self.page, Page.self)
    }

    func run(_ terminal: Terminal) throws(Failure) -> Ending {
        try terminal.show(lines: Self.page(page).lines)
        return .code(.done)
    }

    static func page(_ page: Page) -> ManualPage {
        switch page {
        case .program: ProgramManual.page(commandTable.map { $0.description }.filter { !$0.isHidden })
        case .profile: ProfileManual.page
        }
    }
}
