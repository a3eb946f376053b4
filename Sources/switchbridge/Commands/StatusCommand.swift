// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol
import Sentences

/// `status`: what the daemon is doing.
struct StatusCommand: Command {
    private static let watch = Option("watch", short: "w", help: "go on showing it as it changes; Ctrl-C ends it")
    private static let plain = Option(
        "plain", help: "one line for each change and nothing drawn anew, for screen readers; with --watch")

    static let description = CommandDescription(
        name: "status", group: .everyDay, summary: "whether forwarding is on, with which PC, and what to do next",
        details: ["The switches and what they do are shown only while forwarding is on."],
        options: [watch, plain, .json])

    private let watches: Bool
    private let isPlain: Bool
    private let json: Bool

    init(_ arguments: Arguments) {
        watches = arguments.has(Self.watch)
        isPlain = arguments.has(Self.plain)
        json = arguments.has(.json)
    }

    func run(_ terminal: Terminal) throws(Failure) -> Ending {
        let places = ServicePlaces(terminal.environment)
        guard watches else {
            let line = ServiceLine(places)
            guard let status = try line.status() else { throw line.notRunning }
            try show(status, terminal)
            return .code(.done)
        }
        let live = try LiveRun(terminal, json: json)
        let talk = try ServiceTalk(live, places)
        let view = StatusView(live.terminal, isPlain: isPlain, json: json)
        talk.onNews = { news in live.attempt { () throws(Failure) in try view.happened(news) } }
        talk.onStatus = { status in live.attempt { () throws(Failure) in try view.changed(status) } }
        talk.watch(edges: !isPlain)
        return try live.run()
    }

    private func show(_ status: ForwardStatus, _ terminal: Terminal) throws(Failure) {
        if json { return try terminal.show(json: status.json) }
        let stop =
            status.state == .idle
            ? status.lastStop.map { [Sentence(.statusLastStop, ["text": $0.text]).description] } : nil
        try terminal.show(lines: status.lines + (stop ?? []))
    }
}
