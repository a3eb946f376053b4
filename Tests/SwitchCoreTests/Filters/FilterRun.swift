// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore
import Testing

/// What the filter of one switch made of a timeline, after everything due has come.
struct FilterRun {
    private(set) var accepted: [Edge] = []
    /// Such as `"debounce 2"`.
    private(set) var rejected: [String] = []

    init(_ timeline: Timeline, _ settings: FilterSettings, foundDown: Bool = false) {
        var filter = SwitchFilter(one, settings: settings, found: foundDown ? .down : .up)
        for change in timeline.changes { take(filter.contactChanged(to: change.state, at: change.time)) }
        while let deadline = filter.deadline { take(filter.timeReached(deadline)) }
    }

    var text: String { Timeline.text(of: accepted) }

    private mutating func take(_ outputs: [FilterOutput]) {
        for output in outputs {
            switch output {
            case .accepted(let edge): accepted.append(edge)
            case .rejected(_, by: let stage, at: let time):
                rejected.append("\(stage) \(time.nanoseconds / 1_000_000)")
            }
        }
    }
}

/// A numbered line of a stage's case table.
struct FilterCase: Sendable, CustomTestStringConvertible {
    var number: Int
    var contact: String
    var accepted: String
    var rejected: [String]

    init(_ number: Int, _ contact: String, _ accepted: String, rejected: [String] = []) {
        self.number = number
        self.contact = contact
        self.accepted = accepted
        self.rejected = rejected
    }

    var testDescription: String { "\(number): \(contact)" }

    func run(_ settings: FilterSettings) -> FilterRun { FilterRun(Timeline(stringLiteral: contact), settings) }
}
