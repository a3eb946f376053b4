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
    package var sentence: Sentence {
        let places = [
            "function": function.sentence.description, "state": state.sentence.description,
            "one": withOneSwitch.sentence.description,
        ]
        guard let two = withTwoSwitches, two != withOneSwitch else { return Sentence(.reachRow, places) }
        return Sentence(.reachRowOfTwo, places.merging(["two": two.sentence.description]) { $1 })
    }
}
