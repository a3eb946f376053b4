// SPDX-License-Identifier: GPL-3.0-or-later
package import SwitchCore

extension ReachFunction {
    /// Such as "Start".
    package var sentence: Sentence {
        switch self {
        case .start: Sentence(.reachStart)
        case .stop: Sentence(.reachStop)
        case .nextPC: Sentence(.reachNextPC)
        case .nextProfile: Sentence(.reachNextProfile)
        case .knowState: Sentence(.reachKnowState)
        }
    }
}

extension ForwardingState {
    /// Such as "while off", where a table says from which state.
    package var sentence: Sentence {
        switch self {
        case .idle: Sentence(.reachIdle)
        case .starting: Sentence(.reachStarting)
        case .active: Sentence(.reachActive)
        case .stopping: Sentence(.reachStopping)
        }
    }
}

extension Reach {
    /// Such as "1 press or hold", or why there is no way.
    package var sentence: Sentence {
        switch self {
        case .already: Sentence(.reachAlready)
        case .acts(1): Sentence(.reachOneAct)
        case .acts(let count): Sentence(.reachActs, ["count": "\(count)"])
        case .unreachable(.startUnsaid): Sentence(.reachStartUnsaid)
        case .unreachable(.helperStarts): Sentence(.reachHelperStarts)
        case .unreachable(.noSwitch): Sentence(.reachNoSwitch)
        case .unreachable(.moreSwitches): Sentence(.reachMoreSwitches)
        case .unreachable(.notAnnounced): Sentence(.reachNotAnnounced)
        }
    }
}

extension ReachRow {
    /// The whole row, such as "Start, while off: 1 press or hold with one switch, 1 press or hold with two switches."
    package var sentence: Sentence { sentence(in: state.sentence.description) }

    /// - Parameter states: in which it holds; nil in all.
    fileprivate func sentence(in states: String?) -> Sentence {
        let title =
            states.map { Sentence(.reachWhen, ["function": function.sentence.description, "state": $0]) }
            ?? function.sentence
        let places = ["function": title.description, "one": withOneSwitch.sentence.description]
        guard let two = withTwoSwitches, two != withOneSwitch else { return Sentence(.reachRow, places) }
        return Sentence(.reachRowOfTwo, places.merging(["two": two.sentence.description]) { $1 })
    }

    fileprivate func isAnswered(like other: ReachRow) -> Bool {
        withOneSwitch == other.withOneSwitch && withTwoSwitches == other.withTwoSwitches
    }
}

extension ReachTable {
    /// The table in few lines: states with the same answer stand together, and one in which there is nothing to do is left out
    /// where another one asks for something.
    package var sentences: [Sentence] {
        let rows = rows
        return ReachFunction.allCases.flatMap { function in
            Self.sentences(of: rows.filter { $0.function == function })
        }
    }

    private static func sentences(of rows: [ReachRow]) -> [Sentence] {
        let asking = rows.filter { $0.withOneSwitch != .already }
        var groups: [[ReachRow]] = []
        for row in asking.isEmpty ? rows : asking {
            if let index = groups.firstIndex(where: { $0[0].isAnswered(like: row) }) {
                groups[index].append(row)
            } else {
                groups.append([row])
            }
        }
        return groups.map { group in
            let states = group.map(\.state.sentence.description).reduce(nil as String?) { before, next in
                before.map { Sentence(.reachOr, ["first": $0, "next": next]).description } ?? next
            }
            return group[0].sentence(in: group.count == rows.count ? nil : states)
        }
    }
}
