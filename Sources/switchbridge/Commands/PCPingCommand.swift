// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import PCLink
import PCProtocol
import Sentences
import SwitchCore

/// `pc ping`: how long a PC's answers take, each asked for with this box's secret and awaited.
struct PCPingCommand: Command {
    private static let countRange = 1...1000
    private static let usualCount = 10
    private static let count = Option(
        "count", value: "N", help: "how many times to ask, \(countRange.lowerBound) to \(countRange.upperBound)")

    static let description = CommandDescription(
        name: "pc ping", group: .trouble, summary: "measure how long a PC takes to answer",
        details: ["Asks \(usualCount) times unless told otherwise, one after the other."],
        operands: [Operand(name: "PC", count: .optional, help: "\(PCTarget.spelling); otherwise the default")],
        options: [count, .adapter, .json], exitCodes: [.notPermitted, .noPC, .pairingRefused])

    private let given: PCArguments
    private let count: Int

    var need: ServiceNeed { .pc }

    init(_ arguments: Arguments) throws(UsageProblem) {
        given = try PCArguments(arguments)
        let range = Self.countRange
        count =
            try arguments.value(of: Self.count, expected: "\(range.lowerBound) to \(range.upperBound)") { text in
                Int(text).flatMap { range.contains($0) ? $0 : nil }
            } ?? Self.usualCount
    }

    func run(_ terminal: Terminal) throws(Failure) -> Ending {
        let live = try LiveRun(terminal, json: given.json)
        let state = try StateFiles(terminal, for: .visiting)
        let visit = try given.visit(live, state)
        var trips = RoundTrips()
        var asked = live.loop.moment
        let ask = {
            // Not the loop's time, here and at the answer: the turn in which it asks began earlier.
            asked = live.loop.moment
            visit.connection.ping()
        }
        visit.onReady = { _ in ask() }
        visit.onEvent = { event in
            guard case .report(.pinged(let outcome)) = event else { return false }
            live.attempt { () throws(Failure) in
                try answered(outcome, after: live.loop.moment - asked, &trips, live.terminal)
                guard trips.count == count else { return ask() }
                try show(trips, live.terminal)
                live.end(.code(trips.summary == nil ? .noPC : .done))
            }
            return true
        }
        return try visit.run()
    }

    private func answered(
        _ outcome: RequestOutcome, after time: Duration, _ trips: inout RoundTrips, _ terminal: Terminal
    ) throws(Failure) {
        switch outcome {
        case .acknowledged: trips.answered(after: time)
        case .refused, .timedOut: trips.notAnswered()
        }
        let isAnswered = outcome == .acknowledged
        if given.json {
            return try terminal.show(
                json: .object([
                    "event": .string("ping"), "number": .int(trips.count),
                    "microseconds": isAnswered ? .integer(time.nanoseconds / 1000) : .null,
                ]))
        }
        let words = ["number": "\(trips.count)", "ms": RoundTrips.milliseconds(time), "outcome": outcome.word]
        try terminal.show(Sentence(isAnswered ? .pingAnswered : .pingNotAnswered, words).description)
    }

    private func show(_ trips: RoundTrips, _ terminal: Terminal) throws(Failure) {
        if given.json { try terminal.show(json: trips.json) } else { try terminal.show(trips.sentence.description) }
    }
}
