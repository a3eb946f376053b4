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
        case .pressed: "pressed now"
        case .notPressed: "not pressed"
        case .notActive: "configured, not active"
        case .unknown: "whether it is pressed is not known"
        }
    }

    private func pcWords(_ found: ProfileSwitch) -> String {
        guard diagnosis?.pc?.isReady == true else { return "no PC is ready" }
        guard let label = diagnosis?.labels[Int(found.id.number)] else { return "not used on this PC" }
        return label.isEmpty ? "the PC does as this profile says" : "on the PC: \(label)"
    }

    // MARK: Devices

    private var deviceLines: [String] {
        guard !facts.devices.isEmpty else { return [NoDevices.sentence.description] }
        let wanted = Set(matching.joined())
        let numbered = facts.devices.enumerated().filter { wanted.contains($0.offset) || $0.element.device.canBeSwitch }
        let plugged = numbered.flatMap { place, fact in
            let report = DeviceReport(device: fact.device, names: names, owners: fact.owners)
            let inProfile = wanted.contains(place) ? "Of the profile. " : ""
            return [inProfile + report.line + captureWords(fact)] + report.remarks.map { "    \($0)" }
        }
        return plugged + (diagnosis?.notUsed ?? []).map { "Not used: \($0.sentence)" }
    }

    private func captureWords(_ fact: BoxFacts.Device) -> String {
        let nodes = Set(fact.device.nodes.map(\.devnode))
        let opened = (diagnosis?.opened ?? []).filter { nodes.contains($0.node) }
        var words = fact.percentLeft.map { " Battery: \($0) %." } ?? ""
        if fact.isTaken { words += " Another program has it for itself." }
        if !opened.isEmpty { words += opened.contains(where: \.isCaptured) ? " Captured." : " Read, not captured." }
        if facts.places == .system { words += fact.serviceMayUse ? "" : " The service may not use it." }
        return words
    }

    // MARK: The profile

    private var profileLines: [String] {
        switch facts.profile {
        case .none(let sentence): [sentence.description]
        case .bad(_, let problems): problems.description.split(separator: "\n").map(String.init)
        case .good(let name, _, let profile):
            ["\(name): no mistakes"]
                + ProfileReport(profile: profile, names: names).lines.dropFirst(1 + profile.switches.count)
        }
    }

    // MARK: PCs

    private var bluetoothLines: [String] {
        let adapters = facts.adapters.map { adapter in
            let words =
                adapter.isHardBlocked
                ? "off by a key or switch of this box" : adapter.isBlocked ? "blocked by a setting" : "not blocked"
            return "\(adapter.name): \(words)"
        }
        let none = facts.kernelHasBluetooth ? SentenceID.adapterAbsent : .adapterUnsupported
        return (adapters.isEmpty ? [Sentence(none).description] : adapters)
            + ["The rights for Bluetooth: \(facts.mayUseBluetooth ? "this program has them" : "not given to this run")"]
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
        let words = [
            pc.isChosen ? "used where none is named" : nil, pc.isWireless ? "Bluetooth" : "socket",
            pc.isAccessVoid ? "it refuses this box: pair again" : "its access was good", isFull ? "id \(pc.id)" : nil,
        ]
        return "Saved: \(pc.name) (\(words.compactMap(\.self).joined(separator: ", ")))"
    }

    private func connectedLines(_ pc: Diagnosis.PC) -> [String] {
        let link = pc.rest["link"]?.members ?? [:]
        let interval = link["intervalMicroseconds"]?.exactInteger.map { "a turn on the air every \($0 / 1000) ms" }
        let commands = (pc.rest["commands"]?.elements ?? []).compactMap(\.text).joined(separator: " ")
        let offers = (pc.rest["offers"]?.members ?? [:]).filter { $0.value == .bool(true) }.keys.sorted()
        return [
            "Connected: \(pc.name), \(PCReport.platformName(pc.platform)), \(pc.isReady ? "ready" : "not ready")",
            pc.profileID.map { "PC profile: \($0)" },
            [
                pc.adapter.map { "by \($0)" }, interval,
                pc.rest["frameBytes"]?.exactInteger.map { "frames of \($0) bytes" },
            ].compactMap(\.self).joined(separator: ", "), commands.isEmpty ? nil : "It knows: \(commands)",
            offers.isEmpty ? nil : "It offers: \(offers.joined(separator: " "))",
        ].compactMap(\.self).filter { !$0.isEmpty }
    }

    private var clockLine: String {
        let isKept = facts.isClockSynchronised.map { $0 ? "yes" : "no" } ?? "not known"
        return "This box says \(facts.time); something keeps its clock right: \(isKept)"
    }

    // MARK: The service

    private var serviceLines: [String] {
        let user = facts.user
        let group =
            user.isRoot
            ? "run as root"
            : !user.groupExists
                ? "there is no group \(ServicePlaces.group)"
                : user.processIsInGroup
                    ? "in the group \(ServicePlaces.group)"
                    : user.isListedInGroup
                        ? "in the group \(ServicePlaces.group) from the next login on"
                        : "not in the group \(ServicePlaces.group)"
        return [
            facts.places == .system ? "The box's own service is installed." : "Profiles and pairings are a user's own.",
            silence ?? "It answers. Forwarding: \(diagnosis?.state?.rawValue ?? "not known")",
            "Unit: \(facts.service.isInstalled ? "installed" : "not installed"), \(facts.service.isEnabled ? "started at boot" : "not started at boot")",
            "User: \(user.name), \(group)", "Rules: \(facts.rulesPath ?? "not installed")",
        ]
    }

    private var versionLines: [String] {
        [
            "switchbridge \(facts.version)", diagnosis.map { "service \($0.version ?? "of an unknown version")" },
            "PC control protocol \(PCStatus.protocolVersion)", "Linux \(facts.kernel)",
        ].compactMap(\.self)
    }
}
