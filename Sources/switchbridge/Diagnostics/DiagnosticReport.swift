// SPDX-License-Identifier: GPL-3.0-or-later
import InputDevices
import PCProtocol
import Profiles
import Sentences
import SwitchCore

/// What one attaches to a report of a fault: what matters most to its reader first.
struct DiagnosticReport {
    struct Section {
        let heading: Sentence
        let lines: [String]
    }

    /// As others may see them.
    let facts: BoxFacts
    let isFull: Bool
    let names: any InputNaming
    /// For each device of the profile, which of `facts.devices` it can be.
    let matching: [[Int]]

    init(_ facts: BoxFacts, isFull: Bool, names: any InputNaming) {
        self.isFull = isFull
        self.names = names
        self.facts = facts.forOthers(isFull: isFull)
        // Before the names go, by which they are told apart.
        matching = (facts.goodProfile?.devices ?? []).map { wanted in
            let fitting = facts.devices(for: wanted)
            return facts.devices.indices.filter { fitting.contains(facts.devices[$0]) }
        }
    }

    var diagnosis: Diagnosis? { facts.service.diagnosis }

    var sections: [Section] {
        let known = [
            Section(heading: Sentence(.diagnosticsCounts), lines: countLines),
            Section(heading: Sentence(.diagnosticsStops), lines: stopLines),
            Section(heading: Sentence(.diagnosticsEvents), lines: eventLines),
        ]
        return [
            Section(heading: Sentence(.diagnosticsSwitches), lines: switchLines),
            Section(heading: Sentence(.diagnosticsDevices), lines: deviceLines),
            Section(heading: Sentence(.diagnosticsProfile), lines: profileLines),
            Section(heading: Sentence(.diagnosticsBluetooth), lines: bluetoothLines),
            Section(heading: Sentence(.diagnosticsPC), lines: pcLines),
            Section(heading: Sentence(.diagnosticsClock), lines: [clockLine]),
            Section(heading: Sentence(.diagnosticsService), lines: serviceLines),
        ] + (diagnosis == nil ? [] : known) + [Section(heading: Sentence(.diagnosticsVersions), lines: versionLines)]
    }

    /// Why there is nothing to say of what only the daemon knows.
    var silence: String? {
        switch facts.service.answer {
        case .answered: nil
        case .notRunning: Sentence(.diagnosticsNoService).description
        case .notPermitted: Sentence(.serviceNotPermitted, ["group": ServicePlaces.group]).description
        case .hung: Sentence(.diagnosticsHung).description
        case .failed(let sentence): sentence.description
        }
    }

    // MARK: Switches

    private var switchLines: [String] {
        switch facts.profile {
        case .none(let sentence): return [sentence.description]
        case .bad: return [Sentence(.diagnosticsBadProfile).description]
        case .good(_, _, let profile):
            let report = ProfileReport(profile: profile, names: names)
            return profile.switches.map { "\(report.line($0)); \(stateWords($0)); \(pcWords($0))" }
        }
    }

    enum SwitchState: String { case pressed, notPressed, notActive, unknown }

    func state(of found: ProfileSwitch) -> SwitchState {
        guard let diagnosis else { return .unknown }
        let used = Set(diagnosis.opened.filter(\.isUsed).map(\.node))
        let isActive = found.inputs.contains { input in
            matching[input.device].contains { facts.devices[$0].device.nodes.contains { used.contains($0.devnode) } }
        }
        guard isActive else { return .notActive }
        return diagnosis.pressed.contains(Int(found.id.number)) ? .pressed : .notPressed
    }

    private func stateWords(_ found: ProfileSwitch) -> String {
        switch state(of: found) {
        case .pressed: words(.diagnosticsPressed)
        case .notPressed: words(.diagnosticsNotPressed)
        case .notActive: words(.diagnosticsNotActive)
        case .unknown: words(.diagnosticsPressUnknown)
        }
    }

    private func pcWords(_ found: ProfileSwitch) -> String {
        guard diagnosis?.pc?.isReady == true else { return words(.diagnosticsNoPCReady) }
        guard let label = diagnosis?.labels[Int(found.id.number)] else { return words(.diagnosticsNotUsedOnPC) }
        return label.isEmpty ? words(.diagnosticsAsProfileSays) : words(.diagnosticsOnPC, ["label": label])
    }

    // MARK: Devices

    private var deviceLines: [String] {
        guard !facts.devices.isEmpty else { return [NoDevices.sentence.description] }
        let wanted = Set(matching.joined())
        let numbered = facts.devices.enumerated().filter { wanted.contains($0.offset) || $0.element.device.canBeSwitch }
        let plugged = numbered.flatMap { place, fact in
            let report = DeviceReport(device: fact.device, names: names, owners: fact.owners)
            let line = ([report.line] + captureWords(fact)).joined(separator: " ")
            return [wanted.contains(place) ? words(.diagnosticsOfProfile, ["device": line]) : line]
                + report.remarks.map { "    \($0)" }
        }
        return plugged
            + (diagnosis?.notUsed ?? []).map {
                words(.diagnosticsNotUsed, ["why": $0.sentence.description])
            }
    }

    private func captureWords(_ fact: BoxFacts.Device) -> [String] {
        let nodes = Set(fact.device.nodes.map(\.devnode))
        let opened = (diagnosis?.opened ?? []).filter { nodes.contains($0.node) }
        let isCaptured = opened.contains(where: \.isCaptured)
        return [
            fact.percentLeft.map { words(.diagnosticsBatteryLeft, ["percent": "\($0)"]) },
            fact.isTaken ? words(.diagnosticsTaken) : nil,
            opened.isEmpty ? nil : words(isCaptured ? .diagnosticsCaptured : .diagnosticsRead),
            facts.places == .system && !fact.serviceMayUse ? words(.diagnosticsServiceMayNot) : nil,
        ].compactMap(\.self)
    }

    // MARK: The profile

    private var profileLines: [String] {
        switch facts.profile {
        case .none(let sentence): [sentence.description]
        case .bad(_, let problems): problems.description.split(separator: "\n").map(String.init)
        case .good(let name, _, let profile):
            [words(.diagnosticsGoodProfile, ["profile": name])]
                + ProfileReport(profile: profile, names: names).lines.dropFirst(1 + profile.switches.count)
        }
    }

    // MARK: PCs

    private var bluetoothLines: [String] {
        let adapters = facts.adapters.map { adapter in
            let id: SentenceID =
                adapter.isHardBlocked
                ? .diagnosticsAdapterHardOff : adapter.isBlocked ? .diagnosticsAdapterBlocked : .diagnosticsAdapterOn
            return words(id, ["adapter": adapter.name])
        }
        let none = facts.kernelHasBluetooth ? SentenceID.adapterAbsent : .adapterUnsupported
        return (adapters.isEmpty ? [Sentence(none).description] : adapters)
            + [words(facts.mayUseBluetooth ? .diagnosticsRights : .diagnosticsNoRights)]
    }

    private var pcLines: [String] {
        let saved: [String] =
            switch facts.pcs {
            case .unknown(let sentence): [(sentence ?? Sentence(.diagnosticsPCsUnknown)).description]
            case .known([]): [Sentence(.pcNoneSaved).description]
            case .known(let pcs): pcs.map(savedWords)
            }
        return saved + (diagnosis?.pc.map(connectedLines) ?? [])
    }

    private func savedWords(_ pc: BoxFacts.PC) -> String {
        let parts = [
            pc.isChosen ? words(.diagnosticsSavedDefault) : nil,
            words(pc.isWireless ? .diagnosticsByBluetooth : .diagnosticsBySocket),
            words(pc.isAccessVoid ? .diagnosticsAccessVoid : .diagnosticsAccessGood),
            isFull ? words(.diagnosticsPCID, ["id": pc.id]) : nil,
        ]
        return words(
            .diagnosticsSaved, ["pc": pc.name, "words": parts.compactMap(\.self).joined(separator: ", ")])
    }

    private func connectedLines(_ pc: Diagnosis.PC) -> [String] {
        let link = pc.rest["link"]?.members ?? [:]
        let interval = link["intervalMicroseconds"]?.exactInteger.map {
            words(.diagnosticsInterval, ["ms": "\($0 / 1000)"])
        }
        let frame = pc.rest["frameBytes"]?.exactInteger.map { words(.diagnosticsFrameBytes, ["bytes": "\($0)"]) }
        let adapter = pc.adapter.map { words(.diagnosticsByAdapter, ["adapter": $0]) }
        let commands = (pc.rest["commands"]?.elements ?? []).compactMap(\.text).joined(separator: " ")
        let offers = (pc.rest["offers"]?.members ?? [:]).filter { $0.value == .bool(true) }.keys.sorted()
        return [
            words(
                pc.isReady ? .diagnosticsConnected : .diagnosticsConnectedNotReady,
                ["pc": pc.name, "platform": PCReport.platformName(pc.platform)]),
            pc.profileID.map { words(.diagnosticsPCProfile, ["id": $0]) },
            [adapter, interval, frame].compactMap(\.self).joined(separator: ", "),
            commands.isEmpty ? nil : words(.diagnosticsCommands, ["commands": commands]),
            offers.isEmpty ? nil : words(.diagnosticsOffers, ["offers": offers.joined(separator: " ")]),
        ].compactMap(\.self).filter { !$0.isEmpty }
    }

    private var clockLine: String {
        let isKept = facts.isClockSynchronised.map { $0 ? SentenceID.diagnosticsClockKept : .diagnosticsClockFree }
        return words(isKept ?? .diagnosticsClockUnknown, ["time": facts.time])
    }

    // MARK: The service

    private var serviceLines: [String] {
        let state = diagnosis?.state?.rawValue ?? words(.diagnosticsNotKnown)
        let unit: SentenceID =
            !facts.service.isInstalled
            ? .diagnosticsNoUnit : facts.service.isEnabled ? .diagnosticsUnitAtBoot : .diagnosticsUnitNotAtBoot
        return [
            words(facts.places == .system ? .diagnosticsServiceInstalled : .diagnosticsUserPlaces),
            silence ?? words(.diagnosticsAnswers, ["state": state]), words(unit),
            words(
                .diagnosticsUser,
                ["user": facts.user.name, "group": words(facts.user.groupWords, ["group": ServicePlaces.group])]),
            facts.rulesPath.map { words(.diagnosticsRulesAt, ["path": $0]) } ?? words(.diagnosticsRulesMissing),
        ]
    }

    private var versionLines: [String] {
        [
            words(.diagnosticsProgram, ["version": facts.version]),
            diagnosis.map {
                $0.version.map { words(.diagnosticsServiceVersion, ["version": $0]) }
                    ?? words(.diagnosticsServiceVersionUnknown)
            },
            words(.diagnosticsProtocol, ["version": "\(PCStatus.protocolVersion)"]),
            words(.diagnosticsKernel, ["version": facts.kernel]),
        ].compactMap(\.self)
    }

    func words(_ id: SentenceID, _ places: [String: String] = [:]) -> String { Sentence(id, places).description }
}

extension BoxFacts.User {
    fileprivate var groupWords: SentenceID {
        if isRoot { return .diagnosticsRunAsRoot }
        guard groupExists else { return .diagnosticsGroupMissing }
        if processIsInGroup { return .diagnosticsInGroup }
        return isListedInGroup ? .diagnosticsInGroupLater : .diagnosticsNotInGroup
    }
}
