// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol
import Sentences
import SwitchCore

/// `status`: what the daemon is doing.
struct StatusCommand: Command {
    private static let watch = Option("watch", short: "w", help: "go on showing it as it changes; Ctrl-C ends it")
    private static let plain = Option(
        "plain", help: "one line for each change and nothing drawn anew, for screen readers; with --watch")

    private static let reach = Option(
        "reach", help: "how many presses or holds away starting, stopping and the like are with the profile in use")

    static let description = CommandDescription(
        name: "status", group: .everyDay, summary: "whether forwarding is on, with which PC, and what to do next",
        details: ["The switches and what they do are shown only while forwarding is on."],
        options: [watch, plain, reach, .json], exitCodes: [.notPermitted, .badProfile])

    private let watches: Bool
    private let isPlain: Bool
    private let showsReach: Bool
    private let json: Bool

    init(_ arguments: Arguments) throws(UsageProblem) {
        try arguments.require(Self.watch, beside: Self.plain)
        watches = arguments.has(Self.watch)
        showsReach = arguments.has(Self.reach)
        isPlain = arguments.has(Self.plain)
        json = arguments.has(.json)
    }

    func run(_ terminal: Terminal) throws(Failure) -> Ending {
        let places = ServicePlaces(terminal.environment)
        ServiceImport(terminal).offerOnce()
        if showsReach { return try showReach(terminal, places) }
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
        return try live.run(keeping: talk)
    }

    /// Of the profile in use, or without a daemon of the only one.
    private func showReach(_ terminal: Terminal, _ places: ServicePlaces) throws(Failure) -> Ending {
        let profiles = ProfilePlaces(terminal.environment)
        let name = try ServiceLine(places).status()?.profileName
        let profile = try profiles.find(orOnly: name).load()
        let table = ReachTable(profile)
        if json {
            for row in table.rows { try terminal.show(json: row.json) }
        } else {
            try terminal.show(Sentence(.reachIntroduction, ["profile": profile.name]).description, .heading)
            for sentence in table.sentences { try terminal.show(sentence.description) }
        }
        return .code(.done)
    }

    private func show(_ status: ForwardStatus, _ terminal: Terminal) throws(Failure) {
        if json { return try terminal.show(json: status.json) }
        let stop =
            status.state == .idle
            ? status.lastStop.map { [Sentence(.statusLastStop, ["text": $0.text]).description] } : nil
        try terminal.show(lines: status.lines + (stop ?? []))
    }
}

extension ReachRow {
    fileprivate var json: JSONValue {
        .object([
            "event": .string("reach"), "function": .string(function.rawValue), "state": .string(state.rawValue),
            "oneSwitch": withOneSwitch.json, "twoSwitches": withTwoSwitches?.json ?? .null,
            "text": .string(sentence.description),
        ])
    }
}

extension Reach {
    /// How many acts, 0 for none, or why there is no way.
    fileprivate var json: JSONValue {
        switch self {
        case .already: .integer(0)
        case .acts(let count): .int(count)
        case .unreachable(let gap): .string(gap.rawValue)
        }
    }
}
