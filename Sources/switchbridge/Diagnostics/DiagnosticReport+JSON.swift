// SPDX-License-Identifier: GPL-3.0-or-later
import InputDevices
import PCProtocol
import Profiles
import Sentences
import SwitchCore

extension DiagnosticReport {
    static let format = 1

    /// Everything as one object.
    var json: JSONValue {
        .object([
            "format": .int(Self.format), "full": .bool(isFull), "switches": .array(switchesJSON),
            "devices": .array(facts.devices.map(json)),
            "devicesNotUsed": .array(
                (diagnosis?.notUsed ?? []).map {
                    .object([
                        "label": .string($0.label), "problem": .string($0.sentence.id.rawValue),
                        "text": .string($0.sentence.description),
                    ])
                }),
            "profile": profileJSON, "adapters": .array(facts.adapters.map(json)),
            "kernelHasBluetooth": .bool(facts.kernelHasBluetooth), "mayUseBluetooth": .bool(facts.mayUseBluetooth),
            "savedPCs": savedJSON, "pc": diagnosis?.pc.map(json) ?? .null,
            "clock": .object([
                "time": .string(facts.time), "synchronised": facts.isClockSynchronised.map { .bool($0) } ?? .null,
            ]),
            "service": serviceJSON, "tally": diagnosis.map { .object($0.tally) } ?? .null,
            "rules": .text(facts.rulesPath), "user": userJSON,
            "versions": .object([
                "switchbridge": .string(facts.version), "service": .text(diagnosis?.version),
                "protocol": .int(PCStatus.protocolVersion), "kernel": .string(facts.kernel),
            ]),
        ])
    }

    private var switchesJSON: [JSONValue] {
        guard let profile = facts.goodProfile else { return [] }
        let report = ProfileReport(profile: profile, names: names)
        return profile.switches.map { found in
            let number = Int(found.id.number)
            let isUsed = diagnosis?.pc?.isReady == true ? diagnosis?.labels[number] != nil : nil
            let more: [String: JSONValue] = [
                "state": .string(state(of: found).rawValue), "pcLabel": .text(diagnosis?.labels[number]),
                "usedOnPC": isUsed.map { .bool($0) } ?? .null,
            ]
            return .object((report.switchJSON(found).members ?? [:]).merging(more) { $1 })
        }
    }

    private func json(_ fact: BoxFacts.Device) -> JSONValue {
        let place = facts.devices.firstIndex(of: fact)
        let nodes = Set(fact.device.nodes.map(\.devnode))
        let opened = (diagnosis?.opened ?? []).filter { nodes.contains($0.node) }
        let report = DeviceReport(device: fact.device, names: names, owners: fact.owners)
        var fields = report.json(event: "device").members ?? [:]
        fields["event"] = nil
        fields["inProfile"] = .bool(matching.contains { $0.contains { $0 == place } })
        fields["takenByAnother"] = .bool(fact.isTaken)
        fields["serviceMayUse"] = .bool(fact.serviceMayUse)
        fields["batteryPercent"] = fact.percentLeft.map { .int($0) } ?? .null
        fields["used"] = .bool(opened.contains(where: \.isUsed))
        fields["captured"] = .bool(opened.contains(where: \.isCaptured))
        return .object(fields)
    }

    private var profileJSON: JSONValue {
        switch facts.profile {
        case .none(let sentence): return .object(["good": .null, "text": .string(sentence.description)])
        case .bad(let name, let problems):
            let lines = problems.problems.map { problem in
                JSONValue.object([
                    "id": .string(problem.id), "line": problem.position.map { .int($0.line) } ?? .null,
                    "column": problem.position.map { .int($0.column) } ?? .null,
                    "text": .string(problem.sentence.description),
                ])
            }
            return .object(["good": .bool(false), "name": .string(name), "problems": .array(lines)])
        case .good(let name, _, let profile):
            let report = ProfileReport(profile: profile, names: names).json.members ?? [:]
            return .object(report.merging(["good": .bool(true), "file": .string(name)]) { $1 })
        }
    }

    private func json(_ adapter: BoxFacts.Adapter) -> JSONValue {
        .object([
            "name": .string(adapter.name), "blocked": .bool(adapter.isBlocked),
            "hardBlocked": .bool(adapter.isHardBlocked),
        ])
    }

    private var savedJSON: JSONValue {
        guard case .known(let pcs) = facts.pcs else { return .null }
        return .array(
            pcs.map { pc in
                .object([
                    "name": .string(pc.name), "id": isFull ? .string(pc.id) : .null, "isDefault": .bool(pc.isChosen),
                    "accessIsGood": .bool(!pc.isAccessVoid), "wireless": .bool(pc.isWireless),
                ])
            })
    }

    private func json(_ pc: Diagnosis.PC) -> JSONValue {
        let fields: [String: JSONValue] = [
            "name": .string(pc.name), "id": isFull ? .string(pc.id) : .null, "platform": .string(pc.platform),
            "ready": .bool(pc.isReady), "adapter": .text(pc.adapter), "profile": .text(pc.profileID),
        ]
        return .object(pc.rest.merging(fields) { $1 })
    }

    private var serviceJSON: JSONValue {
        let answer =
            switch facts.service.answer {
            case .answered: "answered"
            case .notRunning: "notRunning"
            case .notPermitted: "notPermitted"
            case .hung: "hung"
            case .failed: "failed"
            }
        return .object([
            "places": .string(facts.places.rawValue), "answer": .string(answer), "text": .text(silence),
            "state": .text(diagnosis?.state?.rawValue), "installed": .bool(facts.service.isInstalled),
            "enabled": .bool(facts.service.isEnabled),
        ])
    }

    private var userJSON: JSONValue {
        .object([
            "name": .string(facts.user.name), "root": .bool(facts.user.isRoot),
            "groupExists": .bool(facts.user.groupExists), "inGroup": .bool(facts.user.processIsInGroup),
            "listedInGroup": .bool(facts.user.isListedInGroup),
        ])
    }
}
