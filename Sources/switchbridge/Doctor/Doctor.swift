// SPDX-License-Identifier: GPL-3.0-or-later
import Bridge
import InputDevices
import PCProtocol
import Profiles
import Sentences
import SwitchCore

/// Judges whether a person can forward with a box as it is, and says what mends what is in the way.
///
/// | check         | fails when                                    | warns when                                      |
/// | ------------- | --------------------------------------------- | ----------------------------------------------- |
/// | rules         | missing, and a device is closed for that      | missing                                         |
/// | group         | the service's group is missing                | its helper is not in it, or not since the login |
/// | device        | missing, asleep, out of reach, ambiguous      | its battery is nearly flat                      |
/// | permission    | the service, or its user, may not use it      |                                                 |
/// | grab          | another program has it for itself             |                                                 |
/// | profile       | none, or one with mistakes                    |                                                 |
/// | stop          | no switch could stop                          |                                                 |
/// | start         | a service's profile does not say how          | a user's does not                               |
/// | announcements |                                               | nothing tells of changes without a screen       |
/// | light         |                                               | it is not there, or closed                      |
/// | adapter       | none, and the PC is reached by Bluetooth      |                                                 |
/// | radio         | Bluetooth is switched off                     |                                                 |
/// | rights        | a user's program may not use Bluetooth        |                                                 |
/// | clock         | the PC refused for it                         | nothing keeps it right                          |
/// | pc            | none is saved, or it is not connected         | nobody knows, as no daemon runs                 |
/// | pairing       | the PC refuses this box                       |                                                 |
/// | service       | it does not run, or does not answer           | a user's does not run                           |
/// | version       |                                               | it is older or newer than the program           |
struct Doctor {
    /// In percent; below it a battery is nearly flat.
    static let lowBattery = 15

    let facts: BoxFacts

    /// At least one for each check that applies.
    var findings: [Finding] {
        [rules, group].compactMap(\.self) + deviceFindings + profileFindings + bluetoothFindings + pcFindings
            + serviceFindings
    }

    var diagnosis: Diagnosis? { facts.service.diagnosis }
    /// Whether the bridge of this box runs by itself, with nobody at a keyboard.
    var isService: Bool { facts.places == .system || diagnosis != nil }

    // MARK: Rules and group

    private var rules: Finding {
        guard facts.rulesPath == nil else {
            return Finding(check: .rules, verdict: .pass, sentence: Sentence(.doctorRules))
        }
        let closed = deviceFindings.contains { $0.check == .permission && $0.verdict == .fail }
        return Finding(
            check: .rules, verdict: closed ? .fail : .warn,
            sentence: Sentence(closed ? .doctorNoRules : .doctorNoRulesYet), commands: Self.applyRules)
    }

    static let applyRules = UdevCommands.applyRules(to: "input")

    /// Nil where no group is asked for.
    private var group: Finding? {
        let words = ["group": ServicePlaces.group]
        let join = "sudo usermod -aG \(ServicePlaces.group) $USER"
        let user = facts.user
        guard facts.places == .system else { return nil }
        guard user.groupExists else {
            return Finding(
                check: .group, verdict: .fail, sentence: Sentence(.doctorNoGroup, words),
                commands: ["sudo systemd-sysusers", "sudo systemctl restart switchbridge"])
        }
        if user.isRoot { return Finding(check: .group, verdict: .pass, sentence: Sentence(.doctorRoot, words)) }
        if user.processIsInGroup {
            return Finding(check: .group, verdict: .pass, sentence: Sentence(.doctorInGroup, words))
        }
        return Finding(
            check: .group, verdict: .warn,
            sentence: Sentence(user.isListedInGroup ? .doctorLoginIsOlder : .doctorNotInGroup, words),
            commands: user.isListedInGroup ? [] : [join])
    }

    // MARK: The profile

    private var profileFindings: [Finding] {
        switch facts.profile {
        case .none(let sentence):
            [
                Finding(
                    check: .profile, verdict: .fail, sentence: sentence,
                    commands: [sentence.id == .storeNoneChosen ? "switchbridge use NAME" : "switchbridge learn"])
            ]
        case .bad(let name, let problems): badProfile(name, problems)
        case .good(let name, _, let profile): [good(name), stop(profile), start(name, profile)] + signs(name, profile)
        }
    }

    /// The words of a mistake may quote a text to type, so they are left to `profile check`.
    private func badProfile(_ name: String, _ problems: ProfileProblems) -> [Finding] {
        let line = problems.problems.lazy.compactMap(\.position).first?.line
        let count = "\(problems.problems.count)\(problems.moreWereFound ? "+" : "")"
        let finding = Finding(
            check: .profile, verdict: .fail,
            sentence: Sentence(
                line == nil ? .doctorProfileUnreadable : .doctorProfileBad,
                ["profile": name, "count": count, "line": "\(line ?? 1)"]),
            commands: [
                "switchbridge profile check \(Self.quoted(name))", "switchbridge profile edit \(Self.quoted(name))",
            ])
        guard let stop = problems.problems.first(where: { $0.sentence.id == .profileNoWayToStop }) else {
            return [finding]
        }
        return [finding, Finding(check: .stop, verdict: .fail, sentence: stop.sentence)]
    }

    private func good(_ name: String) -> Finding {
        Finding(check: .profile, verdict: .pass, sentence: Sentence(.doctorProfile, ["profile": name]))
    }

    /// A profile without one is refused, so that this is what its user can count on.
    private func stop(_ profile: Profile) -> Finding {
        let ways = ProfileReport(profile: profile, names: NoNames()).stopWords.joined(separator: "; ")
        return Finding(check: .stop, verdict: .pass, sentence: Sentence(.doctorStop, ["ways": ways]))
    }

    private func start(_ name: String, _ profile: Profile) -> Finding {
        let words = ["how": IdleWords(profile: profile).start]
        guard case .unsaid = profile.idle.start else {
            return Finding(check: .start, verdict: .pass, sentence: Sentence(.doctorStart, words))
        }
        return Finding(
            check: .start, verdict: isService ? .fail : .warn,
            sentence: Sentence(isService ? .doctorNoStart : .doctorNoStartYet),
            commands: ["switchbridge profile edit \(Self.quoted(name))"])
    }

    private func signs(_ name: String, _ profile: Profile) -> [Finding] {
        let settings = profile.announcements
        let edit = ["switchbridge profile edit \(Self.quoted(name))"]
        let isQuiet = settings.level == .off && settings.light == nil && !settings.usesDeviceLights
        let told = Finding(
            check: .announcements, verdict: isQuiet ? .warn : .pass,
            sentence: Sentence(isQuiet ? .doctorQuiet : .doctorAnnounced), commands: isQuiet ? edit : [])
        return [told] + (settings.light.map { [light($0, edit)] } ?? [])
    }

    private func light(_ name: String, _ edit: [String]) -> Finding {
        let words = ["light": name]
        guard let problem = facts.lightProblem else {
            return Finding(check: .light, verdict: .pass, sentence: Sentence(.doctorLight, words))
        }
        let (sentence, commands) =
            switch problem {
            case .missing: (Sentence(.doctorNoLight, words), ["ls /sys/class/leds"] + edit)
            case .notPermitted: (Sentence(.doctorLightClosed, words), UdevCommands.applyRules(to: "leds"))
            case .cannotBlink, .failed: (problem.sentence, [])
            }
        return Finding(check: .light, verdict: .warn, sentence: sentence, commands: commands)
    }

    // MARK: Words

    /// A word as a shell takes it.
    static func quoted(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "-_.".utf8.contains(byte)
        }
        guard !isPlain || word.isEmpty || word.hasPrefix("-") else { return word }
        return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
    }
}

/// Where no input is named.
private struct NoNames: InputNaming {
    func keyCode(named name: String) -> UInt16? { nil }
    func axisCode(named name: String) -> UInt16? { nil }
    func keyName(code: UInt16) -> String? { nil }
    func axisName(code: UInt16) -> String? { nil }
    var allNames: [String] { [] }
}
