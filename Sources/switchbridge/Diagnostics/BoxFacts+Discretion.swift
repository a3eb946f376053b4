// SPDX-License-Identifier: GPL-3.0-or-later
import Actions
import InputDevices
import Profiles
import Sentences
import SwitchCore

/// What is left out of a report that others will read. Each thing keeps its kind and a number, so that one can still tell what
/// belongs together: "PC 1", "device 2". Of a mistake in a profile the quoted words are left out in any case, since nobody knows
/// what they were meant to be: perhaps a text to type.
extension BoxFacts {
    /// Without the texts that nobody should read, names, serial numbers, addresses and ids with them unless `isFull`.
    func forOthers(isFull: Bool) -> BoxFacts {
        var facts = self
        facts.profile = profile.withoutQuotes.withoutTexts(named: isFull)
        guard !isFull else { return facts }
        let names = Placeholders(facts)
        facts.user.name = "USER"
        facts.devices = devices.map { names.replacing($0) }
        facts.profile = facts.profile.renamed(by: names)
        if case .known(let pcs) = pcs { facts.pcs = .known(pcs.map { names.replacing($0) }) }
        if case .unknown(let sentence?) = pcs { facts.pcs = .unknown(names.replacing(sentence)) }
        if case .answered(let diagnosis) = service.answer {
            facts.service.answer = .answered(names.replacing(diagnosis))
        }
        if case .failed(let sentence) = service.answer { facts.service.answer = .failed(names.replacing(sentence)) }
        return facts
    }
}

extension BoxFacts.ProfileInUse {
    /// The parts of mistakes that the reader of profiles says in words of its own.
    private static let ownWords: Set<String> = ["limit", "least", "most", "line", "count", "schema", "code", "error"]

    fileprivate var withoutQuotes: Self {
        guard case .bad(let name, var problems) = self else { return self }
        for index in problems.problems.indices {
            let arguments = problems.problems[index].sentence.arguments
            problems.problems[index].sentence.arguments = arguments.reduce(into: [:]) { kept, argument in
                kept[argument.key] = Self.ownWords.contains(argument.key) ? argument.value : "…"
            }
            problems.problems[index].suggestion = nil
        }
        return .bad(name: name, problems)
    }

    /// - Parameter named: whether a text to type keeps the name that its user gave it.
    fileprivate func withoutTexts(named: Bool) -> Self {
        guard case .good(let name, let path, var profile) = self else { return self }
        for index in profile.switches.indices {
            let actions = profile.switches[index].actions
            profile.switches[index].actions.press = actions.press.map { $0.withoutText(named: named) }
            profile.switches[index].actions.holds = actions.holds.map { $0.withoutText(named: named) }
        }
        return .good(name: name, path: path, profile)
    }

    fileprivate func renamed(by names: Placeholders) -> Self {
        switch self {
        case .none(let sentence): .none(names.replacing(sentence))
        case .bad(_, let problems):
            .bad(
                name: Placeholders.profile,
                ProfileProblems(
                    path: Placeholders.profile, problems: problems.problems, moreWereFound: problems.moreWereFound))
        case .good(_, _, let profile):
            .good(name: Placeholders.profile, path: Placeholders.profile, names.replacing(profile))
        }
    }
}

/// What stands in the place of names.
struct Placeholders {
    static let profile = "profile 1"

    /// Also of the labels that the profile gives to devices.
    private let deviceNames: [String: String]
    private let pcIDs: [String]

    init(_ facts: BoxFacts) {
        var deviceNames: [String: String] = [:]
        for (place, fact) in facts.devices.enumerated() {
            let name = "device \(place + 1)"
            for node in fact.device.nodes { deviceNames[node.identity.name] = deviceNames[node.identity.name] ?? name }
            deviceNames[fact.device.name] = deviceNames[fact.device.name] ?? name
        }
        for (index, device) in (facts.goodProfile?.devices ?? []).enumerated() {
            deviceNames[device.label] = deviceNames[device.label] ?? Self.label(index)
        }
        self.deviceNames = deviceNames
        let saved = if case .known(let pcs) = facts.pcs { pcs.map(\.id) } else { [String]() }
        pcIDs = saved + [facts.service.diagnosis?.pc?.id].compactMap(\.self).filter { !saved.contains($0) }
    }

    private func pc(_ id: String) -> String { "PC \((pcIDs.firstIndex(of: id) ?? pcIDs.count) + 1)" }

    /// A device that is not plugged in has no number.
    private func device(_ name: String) -> String { deviceNames[name] ?? "another device" }

    // MARK: Devices

    func replacing(_ fact: BoxFacts.Device) -> BoxFacts.Device {
        var fact = fact
        let name = device(fact.device.name)
        for index in fact.device.nodes.indices {
            fact.device.nodes[index].identity.name = name
            fact.device.nodes[index].identity.serial = nil
            fact.device.nodes[index].identity.port = nil
            if case .denied(let problem) = fact.device.nodes[index].access {
                fact.device.nodes[index].access = .denied(problem.withoutUser)
            }
        }
        return fact
    }

    /// The words of a sentence that can name somebody or something are left out; node names, programs and errors cannot.
    func replacing(_ sentence: Sentence) -> Sentence {
        let plain: Set<String> = ["node", "error", "owner", "owners", "inputs", "group", "adapter", "count", "time"]
        var sentence = sentence
        sentence.arguments = sentence.arguments.reduce(into: [:]) { kept, argument in
            kept[argument.key] = plain.contains(argument.key) ? argument.value : deviceNames[argument.value] ?? "…"
        }
        return sentence
    }

    // MARK: The profile

    func replacing(_ profile: Profile) -> Profile {
        var profile = profile
        profile.name = Self.profile
        for index in profile.devices.indices { profile.devices[index].label = Self.label(index) }
        for index in profile.switches.indices {
            profile.switches[index].name = Self.name(ofSwitch: Int(profile.switches[index].id.number))
        }
        if let id = profile.pcProfileID { profile.pcProfileID = replacing(pcProfileID: id) }
        return profile
    }

    static func label(_ index: Int) -> String { "profile's device \(index + 1)" }
    static func name(ofSwitch number: Int) -> String { "switch \(number)" }

    /// Those that come with a PC are the same everywhere; the others their user made.
    func replacing(pcProfileID id: String) -> String { id.hasPrefix(Self.builtIn) ? id : "one of its user's" }
    private static let builtIn = "builtin."

    // MARK: PCs

    func replacing(_ saved: BoxFacts.PC) -> BoxFacts.PC {
        var saved = saved
        saved.name = pc(saved.id)
        saved.id = ""
        return saved
    }

    func replacing(_ diagnosis: Diagnosis) -> Diagnosis {
        var diagnosis = diagnosis
        diagnosis.profilePath = diagnosis.profilePath == nil ? nil : Self.profile
        for index in diagnosis.opened.indices { diagnosis.opened[index].name = device(diagnosis.opened[index].name) }
        for index in diagnosis.notUsed.indices {
            diagnosis.notUsed[index].label = device(diagnosis.notUsed[index].label)
            diagnosis.notUsed[index].sentence = replacing(diagnosis.notUsed[index].sentence)
        }
        diagnosis.savedPCs = diagnosis.savedPCs.map { replacing($0) }
        guard let connected = diagnosis.pc else { return diagnosis }
        diagnosis.pc?.name = pc(connected.id)
        diagnosis.pc?.id = ""
        if !["windows", "macos", "linux"].contains(connected.platform) { diagnosis.pc?.platform = "another system" }
        guard let id = connected.profileID else {
            // This box decides: what its profile says is shown already.
            diagnosis.labels = diagnosis.labels.mapValues { _ in "" }
            return diagnosis
        }
        diagnosis.pc?.profileID = replacing(pcProfileID: id)
        // What its user's own profiles do is in its user's own words.
        if !id.hasPrefix(Self.builtIn) { diagnosis.labels = diagnosis.labels.mapValues { _ in "…" } }
        return diagnosis
    }
}

extension SwitchAction {
    fileprivate func withoutText(named: Bool) -> SwitchAction {
        guard isTyping else { return self }
        return SwitchAction(id: named ? shownID : "text", effect: effect, isMovement: isMovement, isTyping: isTyping)
    }
}

extension AccessProblem {
    fileprivate var withoutUser: AccessProblem {
        switch self {
        case .notInGroup(let group, user: _): .notInGroup(group, user: "USER")
        case .loginIsOlder(let group, user: _): .loginIsOlder(group: group, user: "USER")
        case .noRule, .blocked: self
        }
    }
}
