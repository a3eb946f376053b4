// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import PCLink
import Profiles
import Sentences
import SwitchCore

/// `pc scan`: which PCs are in range.
struct PCScanCommand: Command {
    private static let time = Option("for", value: "TIME", help: "end after this time, such as 10s")
    private static let range = Duration.seconds(1)...Duration.seconds(3600)

    static let description = CommandDescription(
        name: "pc scan", group: .setUp, summary: "show the PCs in range",
        details: [
            """
            One line for each PC that runs Switchify PC: its name, its system, how well it is heard, and whether it is \
            saved or new. Off a terminal, or with --json, it speaks JSON lines.
            """
        ],
        options: [time, .adapter, .json], exitCodes: [.notPermitted, .noPC])

    private let limit: Duration?
    private let adapter: String?
    private let json: Bool

    var need: ServiceNeed { .pc }

    init(_ arguments: Arguments) throws(UsageProblem) {
        limit = try arguments.value(of: Self.time, expected: "1s to 60min") { text in
            DurationText.duration(text).flatMap { Self.range.contains($0) ? $0 : nil }
        }
        adapter = try arguments.adapter()
        json = arguments.has(.json)
    }

    func run(_ terminal: Terminal) throws(Failure) -> Ending {
        let json = json || isatty(STDOUT_FILENO) != 1
        let live = try LiveRun(terminal, json: json)
        let state = try StateFiles(terminal, for: .bookkeeping)
        let search = try PCPlaces(adapter: adapter).search(live.loop)
        let talk = PCTalk(live, json: json)
        let session = ScanSession(live, talk, search, among: state.savedPCs, for: limit)
        return try session.run()
    }
}
