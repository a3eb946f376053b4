// SPDX-License-Identifier: GPL-3.0-or-later
import InputDevices
import PCProtocol
import Profiles
import Sentences
import SwitchCore

/// What is said at each step.
extension LearnNews {
    static func pressAsked(_ goal: LearnDraft.Goal, _ learnt: [LearnCandidate]) -> LearnNews {
        let sentence: Sentence =
            switch goal {
            case .replaceSwitch(let name): Sentence(.learnPressReplacement, ["switch": name])
            case .newProfile, .addSwitches: Sentence(learnt.isEmpty ? .learnPressFirst : .learnPressNext)
            }
        let names = JSONValue.array(learnt.map { .string($0.name) })
        return LearnNews("press", sentence, ["learnt": names], style: .heading)
    }

    static func keyboardSpoke(_ device: String) -> LearnNews {
        LearnNews(
            "keyboardSpoke", Sentence(.learnKeyboardSpoke, ["device": device]), ["device": .string(device)],
            style: .warning)
    }

    static var noKeyboard: LearnNews { LearnNews("reply", Sentence(.learnNoKeyboard)) }

    static func found(
        _ candidate: LearnCandidate, _ finding: SwitchFinding, _ names: any InputNaming
    ) -> LearnNews {
        let inputs = candidate.inputs.map { $0.words(names) }
        let places = ["input": inputs[0], "device": candidate.node.identity.name]
        var lines: [Sentence] = []
        if inputs.count > 1 {
            lines.append(Sentence(.learnAlternatives, ["inputs": inputs.dropFirst().joined(separator: ", ")]))
        }
        if finding.isStillDown { lines.append(Sentence(.learnStillDown)) }
        if candidate.identity.dependsOnPort { lines.append(Sentence(.learnDependsOnPort)) }
        if !candidate.identity.alsoDescribed.isEmpty { lines.append(Sentence(.learnTwins)) }
        return LearnNews(
            "found", Sentence(.learnFound, places),
            [
                "input": .string(inputs[0]), "alternatives": .array(inputs.dropFirst().map { .string($0) }),
                "device": .string(candidate.node.identity.name), "isStillDown": .bool(finding.isStillDown),
                "dependsOnPort": .bool(candidate.identity.dependsOnPort),
                "isAmbiguous": .bool(!candidate.identity.alsoDescribed.isEmpty),
            ], lines: lines.map(\.description), style: .good)
    }

    static func alreadyKnown(_ name: String) -> LearnNews {
        LearnNews("alreadyKnown", Sentence(.learnAlreadyKnown, ["switch": name]), ["switch": .string(name)])
    }

    static func otherSwitch(_ candidate: LearnCandidate) -> LearnNews {
        LearnNews("otherSwitch", Sentence(.learnOtherSwitch, ["switch": candidate.name]))
    }

    static func gone(_ device: String) -> LearnNews {
        LearnNews("gone", Sentence(.deviceUnplugged, ["device": device]), style: .warning)
    }

    static var holdAsked: LearnNews { LearnNews("hold", Sentence(.learnHold), style: .heading) }

    static func classified(_ result: PressClass) -> LearnNews {
        let (name, sentence): (String, Sentence) =
            switch result {
            case .full(let time): ("full", Sentence(.learnFull, ["ms": "\(time.milliseconds)"]))
            case .pulse(let time): ("pulse", Sentence(.learnPulse, ["ms": "\(time.milliseconds)"]))
            case .latePulse(let time): ("latePulse", Sentence(.learnLatePulse, ["ms": "\(time.milliseconds)"]))
            case .repeatingPulses(let count): ("repeatingPulses", Sentence(.learnRepeating, ["count": "\(count)"]))
            case .unclear(let time): ("unclear", Sentence(.learnUnclear, ["ms": "\(time.milliseconds)"]))
            case .staysDown: ("staysDown", Sentence(.learnStaysDown))
            }
        return LearnNews(
            "classified", sentence,
            ["class": .string(name), "kind": result.manner.map { .string($0.rawValue) } ?? .null])
    }

    static func proposed(
        _ candidate: LearnCandidate, _ names: any InputNaming, _ goal: LearnDraft.Goal
    ) -> LearnNews {
        let input = candidate.input.words(names)
        let id: SentenceID = if case .replaceSwitch = goal { .learnProposedReplacement } else { .learnProposed }
        return LearnNews(
            "proposed", Sentence(id, ["switch": candidate.name, "input": input, "kind": candidate.manner.rawValue]),
            [
                "switch": .string(candidate.name), "input": .string(input),
                "kind": .string(candidate.manner.rawValue),
            ], style: .heading)
    }

    static func kept(_ candidate: LearnCandidate) -> LearnNews {
        LearnNews(
            "kept", Sentence(.learnKept, ["switch": candidate.name]), ["switch": .string(candidate.name)],
            style: .good)
    }

    /// - Parameter addedStop: quick presses were added as a stop, since nothing else could stop.
    static func review(_ edit: ProfileEdit, _ names: any InputNaming, addedStop: Bool) -> LearnNews {
        let report = ProfileReport(profile: edit.profile, names: names)
        let added = addedStop ? [Sentence(.learnStopAdded).description] : []
        return LearnNews(
            "review", Sentence(.learnReview), ["profile": report.json], lines: report.lines + added, style: .heading)
    }

    // MARK: Trying out

    static func trying(_ candidate: LearnCandidate) -> LearnNews {
        LearnNews("trying", Sentence(.learnTrying, ["switch": candidate.name]), style: .heading)
    }

    static func tried(_ press: SeenPress, _ name: String) -> LearnNews {
        LearnNews("pressed", press.sentence(name), press.fields)
    }

    static func advice(_ advice: FilterAdvice, _ name: String) -> LearnNews {
        LearnNews(
            "advice", advice.sentence(name),
            [
                "filter": .string(advice.filter.profileKey),
                "proposedMilliseconds": .integer(advice.proposed.milliseconds),
            ], lines: [Sentence(.learnUseAdvice).description], style: .heading)
    }

    static var noAdvice: LearnNews { LearnNews("reply", Sentence(.learnNoAdvice)) }

    static func timeSet(_ filter: FilterKind, _ time: Duration) -> LearnNews {
        LearnNews(
            "timeSet", Sentence(.learnTimeSet, ["setting": filter.profileKey, "time": DurationText.write(time)]),
            ["filter": .string(filter.profileKey), "milliseconds": .integer(time.milliseconds)])
    }

    static func badTime(_ filter: FilterKind, _ range: ClosedRange<Duration>) -> LearnNews {
        LearnNews(
            "reply",
            Sentence(
                .learnBadTime,
                [
                    "setting": filter.profileKey, "least": DurationText.write(range.lowerBound),
                    "most": DurationText.write(range.upperBound),
                ]))
    }

    // MARK: Words

    static func badName(limit: Int) -> LearnNews { LearnNews("reply", Sentence(.learnBadName, ["limit": "\(limit)"])) }
    static var noOther: LearnNews { LearnNews("reply", Sentence(.learnNoOther)) }

    static func words(_ phase: LearnMachine.Phase) -> LearnNews {
        let id: SentenceID =
            switch phase {
            case .pressing: .learnWordsPressing
            case .holding: .learnWordsHolding
            case .keeping: .learnWordsKeeping
            case .trying: .learnWordsTrying
            case .reviewing, .over: .learnWordsReviewing
            }
        return LearnNews("reply", Sentence(id))
    }
}
