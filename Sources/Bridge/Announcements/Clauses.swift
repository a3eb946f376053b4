// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol
import Sentences
import SwitchCore

/// The parts of which announcements are put together.
enum Clauses {
    static func text(_ id: SentenceID, _ arguments: [String: String] = [:]) -> String {
        Sentence(id, arguments.mapValues(DisplayText.withoutControls)).description
    }

    /// One sentence of several clauses.
    static func sentence(_ clauses: [String]) -> String {
        let text = clauses.joined(separator: "; ")
        return text.prefix(1).uppercased() + text.dropFirst() + "."
    }

    // MARK: The state

    static func present(_ facts: AnnouncerFacts, isLent: Bool, isRestoring: Bool) -> [String] {
        let stop = facts.state == .idle ? facts.lastStop : nil
        return [state(facts)]
            + [
                stop.map { text(.spokenLastStop, ["why": $0.reason.spoken(with: facts.profile)]) },
                stop?.mayStillBeHeld == true ? text(.spokenMayBeHeld) : nil,
                facts.lasting.words.map { text(.spokenLasts, ["what": $0]) },
            ].compactMap(\.self)
            + facts.troubles.sorted { $0.key < $1.key }.map { trouble($0.value, $0.key) }
            + [next(facts, isLent: isLent, isRestoring: isRestoring)].compactMap(\.self)
    }

    private static func state(_ facts: AnnouncerFacts) -> String {
        switch facts.state {
        case .idle: text(.spokenOff)
        case .starting: text(.spokenBeginning)
        case .active: on(facts)
        case .stopping: text(.spokenEnding)
        }
    }

    static func on(_ facts: AnnouncerFacts) -> String {
        text(
            .spokenOn,
            ["profile": facts.profile?.name ?? "", "pc": facts.pcName ?? text(.spokenThePC)])
    }

    /// What a start waits for, or how one starts.
    private static func next(_ facts: AnnouncerFacts, isLent: Bool, isRestoring: Bool) -> String? {
        guard facts.state == .idle else { return nil }
        guard let profile = facts.profile else { return text(.spokenNotSetUp) }
        if isLent { return text(.spokenIsLent) }
        if facts.canStart { return ready(profile) }
        if facts.pcName == nil { return text(.spokenNoPC) }
        if isRestoring { return text(.spokenIsRestoring) }
        if facts.needsChoice { return text(.spokenNeedsChoice) }
        // Of a PC that is ready, what keeps a start away was said before: a switch device.
        return facts.meanings == nil ? text(.spokenNotReady) : nil
    }

    static func trouble(_ trouble: AnnouncerFacts.DeviceTrouble, _ label: String) -> String {
        switch trouble {
        case .away: text(.spokenSwitchMissing, ["label": label])
        case .unusable: text(.spokenSwitchUnusable, ["label": label])
        }
    }

    static func labels(_ meanings: SwitchMeanings) -> [String] {
        let used = meanings.used.map { text(.spokenLabel, ["switch": $0.name, "label": $0.label]) }
        return used + meanings.unused.map { text(.spokenNotUsed, ["switch": $0.name]) }
    }

    // MARK: Starting

    static func ready(_ profile: Profile) -> String {
        how(profile).map { text(.spokenReady, ["how": $0]) } ?? text(.spokenReadyForHelper)
    }

    /// Nil where it is not its user who starts.
    static func startAgain(_ profile: Profile) -> String? {
        how(profile).map { text(.spokenStartAgain, ["how": $0]) }
    }

    private static func how(_ profile: Profile) -> String? {
        guard case .gesture(let gesture) = profile.idle.start else { return nil }
        let able = profile.switchesNamed(by: gesture)
        let name = able.map { Choice.words($0.map(\.name)) } ?? text(.spokenAnySwitch)
        switch gesture.manner {
        case .hold(let time): return text(.spokenHold, ["switch": name, "seconds": seconds(time)])
        case .presses(let count, let within):
            return text(
                .spokenPresses, ["switch": name, "count": "\(count)", "seconds": seconds(within)])
        }
    }

    /// Such as 3, or 2.5.
    private static func seconds(_ time: Duration) -> String {
        let tenths = (time.milliseconds + 50) / 100
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }
}

extension Announcement {
    static func words(_ id: AnnouncementID, _ text: SentenceID, _ arguments: [String: String] = [:]) -> Announcement {
        Announcement(id, Clauses.text(text, arguments))
    }
}

extension Profile {
    func switchName(_ id: SwitchID) -> String { switches.first { $0.id == id }?.name ?? "\(id)" }
}
