// SPDX-License-Identifier: GPL-3.0-or-later
import InputDevices
import Sentences
import SwitchCore

/// The switches themselves, and the way from them to the program.
extension Doctor {
    var deviceFindings: [Finding] {
        guard let profile = facts.goodProfile else { return [withoutProfile] }
        let troubles = profile.devices.flatMap(troubles)
        let flat = profile.devices.flatMap { wanted in
            facts.devices(for: wanted).compactMap { fact in lowBattery(fact, wanted.label) }
        }
        let labels = profile.devices.map { "\"\($0.label)\"" }.joined(separator: ", ")
        let checks: [(Finding.Check, SentenceID)] = [
            (.device, .doctorDevices), (.permission, .doctorPermitted), (.grab, .doctorNotTaken),
        ]
        return checks.flatMap { check, good -> [Finding] in
            let found = troubles.filter { $0.check == check } + (check == .device ? flat : [])
            // Of a device that is not there nobody knows the rest.
            let isKnown = check == .device || !troubles.contains { $0.check == .device }
            guard found.isEmpty, isKnown else { return found }
            return [Finding(check: check, verdict: .pass, sentence: Sentence(good, ["labels": labels]))]
        }
    }

    private var withoutProfile: Finding {
        let devices = facts.devices.filter { fact in
            fact.device.canBeSwitch && (facts.usesVirtual || !fact.device.nodes.allSatisfy(\.isVirtual))
        }
        guard devices.isEmpty else {
            return Finding(
                check: .device, verdict: .pass, sentence: Sentence(.doctorAnyDevice, ["count": "\(devices.count)"]))
        }
        return Finding(
            check: .device, verdict: .fail, sentence: Sentence(.doctorNoDevice),
            commands: ["switchbridge devices --watch"])
    }

    private func lowBattery(_ fact: BoxFacts.Device, _ label: String) -> Finding? {
        guard let percent = fact.percentLeft, percent < Self.lowBattery else { return nil }
        return Finding(
            check: .device, verdict: .warn,
            sentence: Sentence(.doctorBattery, ["label": label, "percent": "\(percent)"]))
    }

    // MARK: One device

    /// A daemon that answers has tried; otherwise it is judged by what shows.
    private func troubles(of wanted: ProfileDevice) -> [Finding] {
        if let diagnosis {
            guard let unused = diagnosis.notUsed.first(where: { $0.label == wanted.label }) else { return [] }
            return [said(unused.sentence, of: wanted)]
        }
        let found = facts.devices(for: wanted)
        guard let only = found.first else { return [missing(wanted)] }
        guard found.count == 1 else {
            let names = found.map(\.device.name).joined(separator: ", ")
            return [
                Finding(
                    check: .device, verdict: .fail,
                    sentence: Sentence(.deviceAmbiguous, ["label": wanted.label, "devices": names]),
                    commands: ["switchbridge devices"])
            ]
        }
        if !mayBeUsed(only) { return [closed(only, wanted)] }
        return only.isTaken ? [taken(only.owners, wanted)].compactMap(\.self) : []
    }

    private func said(_ sentence: Sentence, of wanted: ProfileDevice) -> Finding {
        let fact = facts.devices(for: wanted).first
        switch sentence.id {
        case .accessNotInGroup, .accessLoginIsOlder, .accessNoRule, .accessBlocked, .deviceReadOnly:
            if let fact { return closed(fact, wanted) }
            return Finding(
                check: .permission, verdict: .fail, sentence: Sentence(.doctorClosed, ["label": wanted.label]))
        case .deviceBusy, .deviceBusyOwner:
            let owner = sentence.arguments["owner"] ?? fact?.owners
            if let finding = taken(owner, wanted) { return finding }
            return Finding(check: .grab, verdict: .fail, sentence: Sentence(.doctorTaken, ["label": wanted.label]))
        case .deviceNotPluggedIn: return missing(wanted)
        default: return Finding(check: .device, verdict: .fail, sentence: sentence, commands: ["switchbridge devices"])
        }
    }

    private func missing(_ wanted: ProfileDevice) -> Finding {
        let isThereVirtually = facts.devices.contains { fact in
            fact.device.nodes.contains { $0.isVirtual && wanted.describes($0.identity) }
        }
        return Finding(
            check: .device, verdict: .fail,
            sentence: Sentence(isThereVirtually ? .doctorOnlyVirtual : .doctorMissing, ["label": wanted.label]),
            commands: ["switchbridge devices --watch"])
    }

    // MARK: Permission

    private func mayBeUsed(_ fact: BoxFacts.Device) -> Bool {
        facts.places == .system
            ? fact.serviceMayUse : fact.device.nodes.filter(\.canBeSwitch).allSatisfy(\.access.isReadable)
    }

    private func closed(_ fact: BoxFacts.Device, _ wanted: ProfileDevice) -> Finding {
        let nodes = fact.device.nodes.filter(\.canBeSwitch)
        // udev keeps closed what it takes for a keyboard too; see udev/70-switchbridge.rules.
        if let keyboard = nodes.first(where: {
            $0.capabilities.hasFullKeyboard || $0.classes.contains("ID_INPUT_KEYBOARD")
        }
        ) {
            let rule = DeviceRule(for: keyboard, among: facts.devices.flatMap(\.device.nodes))
            return Finding(
                check: .permission, verdict: .fail,
                sentence: Sentence(
                    rule == nil ? .doctorKeyboardTwin : .doctorKeyboard, ["label": wanted.label]),
                commands: rule?.commands ?? [])
        }
        let login = nodes.lazy.compactMap { self.login($0.access) }.first
        if let login { return Finding(check: .permission, verdict: .fail, sentence: login) }
        return Finding(
            check: .permission, verdict: .fail,
            sentence: Sentence(facts.rulesPath == nil ? .doctorClosed : .doctorClosedYet, ["label": wanted.label]),
            commands: Self.applyRules)
    }

    /// What a user's own login lacks; nil where it is not that. The group of all keyboards is nothing to join for a switch.
    private func login(_ access: AccessState) -> Sentence? {
        guard case .denied(let problem) = access, facts.places == .user else { return nil }
        return switch problem {
        case .notInGroup(let group, _), .loginIsOlder(let group, _):
            group == ServicePlaces.group ? problem.sentence : nil
        case .blocked: problem.sentence
        case .noRule: nil
        }
    }

    // MARK: Another program

    /// Nil where it is Switchbridge itself, which is as it should be.
    private func taken(_ owner: String?, _ wanted: ProfileDevice) -> Finding? {
        guard let owner else {
            return Finding(
                check: .grab, verdict: .fail, sentence: Sentence(.doctorTaken, ["label": wanted.label]),
                commands: ["sudo fuser -v /dev/input/event*"])
        }
        let others = owner.split(separator: ",").map { $0.filter { $0 != " " } }.filter { $0 != "switchbridge" }
        guard !others.isEmpty else { return nil }
        return Finding(
            check: .grab, verdict: .fail,
            sentence: Sentence(
                .doctorTakenBy, ["label": wanted.label, "owner": others.joined(separator: ", ")]),
            commands: ["sudo fuser -v /dev/input/event*"])
    }
}
