// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol
import Sentences
import SwitchCore

/// The way from the program to the PC.
extension Doctor {
    // MARK: Bluetooth

    var bluetoothFindings: [Finding] {
        if let pc = facts.chosenPC, !pc.isWireless {
            return [Finding(check: .adapter, verdict: .pass, sentence: Sentence(.doctorNoAdapterNeeded))]
        }
        guard !facts.adapters.isEmpty else {
            return [
                Finding(
                    check: .adapter, verdict: .fail,
                    sentence: Sentence(facts.kernelHasBluetooth ? .doctorNoAdapter : .doctorNoBluetooth),
                    commands: ["ls /sys/class/bluetooth"])
            ]
        }
        let names = facts.adapters.map(\.name).joined(separator: ", ")
        let adapter = Finding(check: .adapter, verdict: .pass, sentence: Sentence(.doctorAdapter, ["adapter": names]))
        return [adapter, radio, rights]
    }

    private var radio: Finding {
        if facts.adapters.contains(where: { !$0.isBlocked && !$0.isHardBlocked }) {
            return Finding(check: .radio, verdict: .pass, sentence: Sentence(.doctorRadio))
        }
        guard facts.adapters.allSatisfy(\.isHardBlocked) else {
            return Finding(
                check: .radio, verdict: .fail, sentence: Sentence(.doctorRadioOff),
                commands: ["sudo rfkill unblock bluetooth"])
        }
        return Finding(
            check: .radio, verdict: .fail, sentence: Sentence(.serviceRadioOffHard), commands: ["rfkill list bluetooth"]
        )
    }

    private var rights: Finding {
        // A unit gives them to the service, whatever whoever asks has himself.
        let isGiven = facts.mayUseBluetooth || diagnosis?.pc?.adapter != nil || facts.places == .system
        guard !isGiven else { return Finding(check: .rights, verdict: .pass, sentence: Sentence(.doctorRights)) }
        return Finding(
            check: .rights, verdict: .fail, sentence: Sentence(.doctorNoRights),
            commands: [
                #"sudo setcap cap_net_admin,cap_net_raw+ep "$(readlink -f "$(command -v switchbridge)")""#
            ])
    }

    // MARK: Clock

    private var clock: Finding {
        let words = ["time": facts.time]
        let commands = ["sudo timedatectl set-ntp true", "timedatectl"]
        if lastWord == "clocksApart" {
            return Finding(
                check: .clock, verdict: .fail, sentence: Sentence(.doctorClocksApart, words), commands: commands)
        }
        guard facts.isClockSynchronised == false else {
            let id = facts.isClockSynchronised == nil ? SentenceID.doctorClockUnknown : .doctorClock
            return Finding(check: .clock, verdict: .pass, sentence: Sentence(id, words))
        }
        return Finding(check: .clock, verdict: .warn, sentence: Sentence(.doctorClockFree, words), commands: commands)
    }

    /// What the daemon heard last of the PC: `ready`, or why it could not be used.
    private var lastWord: String? {
        let events = (diagnosis?.tally["events"]?.elements ?? []).reversed().lazy.compactMap(\.members)
        for event in events {
            switch event["event"]?.text {
            case "ready": return "ready"
            case "failed": return event["detail"]?.text
            case "pairingNeeded", "pairingFailed": return "pairingNeeded"
            case "changedPC": return nil
            default: break
            }
        }
        return nil
    }

    // MARK: The PC

    var pcFindings: [Finding] { [clock, pc, pairing].compactMap(\.self) }

    private var pc: Finding {
        switch facts.pcs {
        case .unknown(let sentence):
            return Finding(check: .pc, verdict: .warn, sentence: sentence ?? Sentence(.doctorPCsUnknown))
        case .known([]):
            return Finding(
                check: .pc, verdict: .fail, sentence: Sentence(.doctorNoPC), commands: ["switchbridge pc pair"])
        case .known(let pcs):
            guard let chosen = facts.chosenPC else {
                let names = pcs.map { "\"\($0.name)\"" }.joined(separator: ", ")
                return Finding(
                    check: .pc, verdict: .fail, sentence: Sentence(.doctorNoChosenPC, ["pcs": names]),
                    commands: ["switchbridge pc default \(Self.quoted(pcs[0].name))"])
            }
            return reached(chosen)
        }
    }

    private func reached(_ chosen: BoxFacts.PC) -> Finding {
        let words = ["pc": diagnosis?.pc?.name ?? chosen.name]
        let status = ["switchbridge pc status \(Self.quoted(chosen.name))"]
        guard let diagnosis else {
            return Finding(check: .pc, verdict: .warn, sentence: Sentence(.doctorPCNotTried, words), commands: status)
        }
        if ["clocksApart", "accessVoid", "pairingNeeded"].contains(lastWord) {
            // What it refuses for is said by itself.
            return Finding(check: .pc, verdict: .pass, sentence: Sentence(.doctorPCThere, words))
        }
        guard let connected = diagnosis.pc else {
            return Finding(check: .pc, verdict: .fail, sentence: Sentence(.doctorPCAway, words), commands: status)
        }
        guard !connected.isReady else {
            return Finding(check: .pc, verdict: .pass, sentence: Sentence(.doctorPCReady, words))
        }
        return Finding(check: .pc, verdict: .fail, sentence: Sentence(.doctorPCNotReady, words), commands: status)
    }

    /// Nil where nothing was tried.
    private var pairing: Finding? {
        guard let chosen = facts.chosenPC else { return nil }
        let words = ["pc": chosen.name]
        let isRefused = ["accessVoid", "pairingNeeded"].contains(lastWord)
        if lastWord == "ready" || diagnosis?.pc?.isReady == true {
            return Finding(check: .pairing, verdict: .pass, sentence: Sentence(.doctorPaired, words))
        }
        guard isRefused || chosen.isAccessVoid else { return nil }
        return Finding(
            check: .pairing, verdict: .fail, sentence: Sentence(.doctorPairingVoid, words),
            commands: ["switchbridge pc pair \(Self.quoted(chosen.name))"])
    }
}
