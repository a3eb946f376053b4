// SPDX-License-Identifier: GPL-3.0-or-later
import InputDevices
import PCProtocol
import Profiles
import Sentences
import SwitchCore

/// What is said at each step.
extension LearnNews {
    /// - Parameter enterCounts: Enter alone is an answer; else a word is.
    static func pressAsked(
        _ goal: LearnDraft.Goal, _ learnt: [LearnCandidate], enterCounts: Bool
    ) -> LearnNews {
        let sentence: Sentence =
            switch goal {
            case .replaceSwitch(let name): Sentence(.learnPressReplacement, ["switch": name])
            case .newProfile, .addSwitches:
                learnt.isEmpty
                    ? Sentence(.learnPressFirst) : Sentence(.learnPressNext, enter(enterCounts, else: "done"))
            }
        let names = JSONValue.array(learnt.map { .string($0.name) })
        return LearnNews("press", sentence, ["learnt": names], style: .heading)
    }

    /// What to type where something is accepted.
    private static func enter(_ counts: Bool, else word: String) -> [String: String] {
        ["enter": (counts ? Sentence(.learnEnter) : Sentence(.learnWordAndEnter, ["word": word])).description]
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
        if candidate.node.isKeyboardSomeoneTypesOn { lines.append(Sentence(.learnNeedsRule)) }
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

    /// A switch of the profile may be this one or its twin.
    /// - Parameter profile: what commands call it.
    static func ambiguous(_ name: String, on device: String, in profile: String?) -> LearnNews {
        let places = ["switch": name, "device": device, "profile": profile.map { " --profile \"\($0)\"" } ?? ""]
        return LearnNews(
            "ambiguous", Sentence(.learnUndecided, places), ["switch": .string(name), "device": .string(device)],
            style: .warning)
    }

    /// The profile cannot take it.
    static func refused(_ problem: ProfileEditProblem) -> LearnNews {
        LearnNews("refused", problem.sentence, style: .bad)
    }

    static func otherSwitch(_ candidate: LearnCandidate, enterCounts: Bool) -> LearnNews {
        let places = ["switch": candidate.name].merging(enter(enterCounts, else: "yes")) { $1 }
        return LearnNews("otherSwitch", Sentence(.learnOtherSwitch, places))
    }

    static func chosen(_ candidate: LearnCandidate, _ names: any InputNaming) -> LearnNews {
        let input = candidate.input.words(names)
        return LearnNews("chosen", Sentence(.learnChosen, ["input": input]), ["input": .string(input)])
    }

    static func gone(_ device: String) -> LearnNews {
        LearnNews("gone", Sentence(.deviceUnplugged, ["device": device]), style: .warning)
    }

    static var holdAsked: LearnNews { LearnNews("hold", Sentence(.learnHold), style: .heading) }

    /// - Parameter manner: what it is taken for; nil when it is asked for again.
    static func classified(_ result: PressClass, _ manner: ProfileSwitch.Manner?) -> LearnNews {
        let (name, sentence): (String, Sentence) =
            switch result {
            case .full(let time): ("full", Sentence(.learnFull, ["ms": "\(time.milliseconds)"]))
            case .pulse(let time): ("pulse", Sentence(.learnPulse, ["ms": "\(time.milliseconds)"]))
            case .latePulse(let time): ("latePulse", Sentence(.learnLatePulse, ["ms": "\(time.milliseconds)"]))
            case .repeatingPulses(let count, _): ("repeatingPulses", Sentence(.learnRepeating, ["count": "\(count)"]))
            case .unclear(let time):
                (
                    "unclear",
                    Sentence(manner == nil ? .learnUnclear : .learnUnclearTaken, ["ms": "\(time.milliseconds)"])
                )
            case .staysDown: ("staysDown", Sentence(.learnStaysDown))
            }
        return LearnNews(
            "classified", sentence,
            ["class": .string(name), "kind": manner.map { .string($0.rawValue) } ?? .null])
    }

    static func proposed(
        _ candidate: LearnCandidate, _ names: any InputNaming, _ draft: LearnDraft, enterCounts: Bool
    ) -> LearnNews {
        let input = candidate.input.words(names)
        let id: SentenceID = if case .replaceSwitch = draft.goal { .learnProposedReplacement } else { .learnProposed }
        let places = ["switch": candidate.name, "input": input, "kind": candidate.manner.rawValue]
        let lost = draft.lost(by: candidate).map(\.rawValue)
        let lines = lost.isEmpty ? [] : [Sentence(.learnLost, ["keys": lost.joined(separator: ", ")]).description]
        return LearnNews(
            "proposed", Sentence(id, places.merging(enter(enterCounts, else: "yes")) { $1 }),
            [
                "switch": .string(candidate.name), "input": .string(input),
                "kind": .string(candidate.manner.rawValue), "removed": .array(lost.map { .string($0) }),
            ], lines: lines, style: .heading)
    }

    static func kept(_ candidate: LearnCandidate) -> LearnNews {
        LearnNews(
            "kept", Sentence(.learnKept, ["switch": candidate.name]), ["switch": .string(candidate.name)],
            style: .good)
    }

    static func review(
        _ edit: ProfileEdit, _ names: any InputNaming, _ draft: LearnDraft, _ learnt: [LearnCandidate],
        enterCounts: Bool
    ) -> LearnNews {
        let report = ProfileReport(profile: edit.profile, names: names)
        var remarks: [Sentence] = []
        if let stop = draft.missingStop(with: learnt) {
            let places = ["count": "\(stop.count)", "time": DurationText.write(stop.within)]
            remarks.append(
                Sentence(learnt.contains { $0.pulses != nil } ? .learnStopAddedPulses : .learnStopAdded, places))
        }
        if case .anySwitch = draft.start(with: learnt) { remarks.append(Sentence(.learnStartProposed)) }
        if edit.profile.decidesActions {
            let profile = draft.profileName.map { " --profile \"\($0)\"" } ?? ""
            remarks += learnt.filter { learnt in
                edit.profile.switches.contains {
                    $0.name == learnt.name && $0.actions.isEmpty && $0.id != edit.profile.safety.stopSwitch
                }
            }.map { Sentence(.learnDoesNothing, ["switch": $0.name, "profile": profile]) }
        } else if draft.base.profile.decidesActions {
            remarks.append(Sentence(.mapPCDecides))
        }
        return LearnNews(
            "review", Sentence(.learnReview, enter(enterCounts, else: "save")), ["profile": report.json],
            lines: report.lines + remarks.map(\.description), style: .heading)
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

    static var badName: LearnNews {
        LearnNews("reply", Sentence(.learnBadName, ["limit": "\(NameText.lengthRange.upperBound)"]))
    }
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
