// SPDX-License-Identifier: GPL-3.0-or-later
import Actions
import PCLink
import PCProtocol
import Sentences
package import SwitchCore

/// Puts what happens into words for people without a screen: each change once, in one short sentence (`AnnouncementID` has
/// the table). What goes to and fro is told as `SettledTelling` says, so that a flapping port or link is no flood.
///
/// It says "ready" only while a start would be taken. No text to type is ever part of it, and nothing that names a device or a
/// PC to strangers, such as a serial number or an address.
package struct Announcer: Sendable {
    /// The same of a link, a device or the radio is not told twice within it.
    package static let quiet = Duration.seconds(10)
    /// The same of what lasts on the PC.
    package static let shortQuiet = Duration.seconds(2)
    /// Devices that are followed: more than a profile can have.
    static let deviceLimit = 32

    enum Link: Hashable, Sendable { case missing(String), lost(String), back(String) }
    enum Device: Hashable, Sendable { case back, trouble(AnnouncerFacts.DeviceTrouble) }
    enum Lasting: Hashable, Sendable { case held, over }

    var link = SettledTelling<Link>(quiet: quiet)
    var pcName: String?
    private var ready = SettledTelling<Announcement>(quiet: quiet)
    private var radio = SettledTelling<Announcement>(quiet: quiet)
    var problem = SettledTelling<Announcement>(quiet: quiet)
    /// The last answer to an act of its user that did nothing: each act is answered, but no chatter.
    private var refusal: (said: Announcement, at: Instant)?
    var devices: [String: SettledTelling<Device>] = [:]
    /// By the names that `HeldInputs` has for files.
    var lasting: [String: SettledTelling<Lasting>] = [:]
    var isRestoring = false
    private var isLent = false

    package init() {}

    // MARK: Events

    /// What comes with each press changes nothing here, and a new state is told by its notice, so that none of these is worth
    /// gathering the facts.
    package static func heeds(_ event: BridgeEvent) -> Bool {
        switch event {
        case .stateChanged, .moved, .rejected, .answered: false
        case .notice, .connection, .meanings, .changedPC, .changedProfile, .devicesChanged, .selected, .lasting, .asked,
            .idleAct, .closed:
            true
        }
    }

    package mutating func happened(_ event: BridgeEvent, _ facts: AnnouncerFacts, at now: Instant) -> [Announcement] {
        guard Self.heeds(event) else { return [] }
        return told(event, facts, at: now) + readiness(facts, at: now)
    }

    private mutating func told(_ event: BridgeEvent, _ facts: AnnouncerFacts, at now: Instant) -> [Announcement] {
        switch event {
        case .notice(let notice): told(notice, facts, at: now)
        case .connection(.connected(let status)): connected(to: status.displayName, facts, at: now)
        case .connection(.report(let report)): told(report, at: now)
        case .connection(.lost(let failure, let retries)): lost(failure, retries: retries, at: now)
        case .connection(.sessionNotRecorded), .connection(.stateProblem):
            problem.changed(to: .words(.notSaved, .spokenNotSaved), at: now).map { [$0] } ?? []
        case .meanings(nil): refused(.words(.choose, .spokenChoose), at: now)
        case .changedPC(let left, let mayStillBeHeld): changedPC(from: left?.displayName, mayStillBeHeld)
        case .changedProfile(let profile): changedProfile(profile)
        case .devicesChanged: devicesChanged(facts, at: now)
        case .lasting(let held): lastingChanged(held, facts, at: now)
        case .selected(let action, let id):
            [
                .words(
                    .selected, .spokenSelected,
                    ["switch": facts.profile?.switchName(id) ?? "\(id)", "action": action.name])
            ]
        case .meanings, .stateChanged, .moved, .rejected, .answered, .asked, .idleAct, .closed: []
        }
    }

    /// The radio of this box was switched on or off.
    package mutating func bluetoothChanged(isBlocked: Bool, at now: Instant) -> [Announcement] {
        let words =
            isBlocked
            ? Announcement.words(.bluetoothOff, .spokenBluetoothOff) : .words(.bluetoothOn, .spokenBluetoothOn)
        return radio.changed(to: words, at: now).map { [$0] } ?? []
    }

    /// Another program has the switches or the PC, or gave them back.
    package mutating func lentChanged(_ lent: Bool, _ facts: AnnouncerFacts, at now: Instant) -> [Announcement] {
        guard lent != isLent else { return [] }
        isLent = lent
        return [lent ? .words(.lent, .spokenLent) : .words(.givenBack, .spokenGivenBack)]
            + readiness(facts, at: now)
    }

    /// Something is missing of what forwarding needs, as a profile or a PC; or no more.
    package mutating func incompleteChanged(_ isIncomplete: Bool, at now: Instant) -> [Announcement] {
        problem.changed(to: isIncomplete ? .words(.incomplete, .spokenIncomplete) : nil, at: now).map { [$0] } ?? []
    }

    /// A switch asked for the next PC or profile, and there is no other.
    package func nothingNext(isPC: Bool) -> [Announcement] {
        [.words(.nothingNext, isPC ? .spokenNoNextPC : .spokenNoNextProfile)]
    }

    /// The light that was to show the state cannot be used.
    package func lightFailed() -> [Announcement] { [.words(.lightFailed, .spokenLightFailed)] }

    // MARK: Time

    package var deadline: Instant? {
        let fixed = [link.deadline, ready.deadline, radio.deadline, problem.deadline]
        return (fixed + devices.values.map(\.deadline) + lasting.values.map(\.deadline)).compactMap(\.self).min()
    }

    /// Early and stale calls do nothing.
    package mutating func timerFired(_ facts: AnnouncerFacts, at now: Instant) -> [Announcement] {
        var due = link.timerFired(at: now).map { [words(for: $0)] } ?? []
        due += devices.keys.sorted().compactMap { label in
            devices[label]?.timerFired(at: now).map { Self.words(for: $0, label) }
        }
        due += lasting.keys.sorted().compactMap { name in
            lasting[name]?.timerFired(at: now).map { Self.words(for: $0, name) }
        }
        due += [radio.timerFired(at: now), problem.timerFired(at: now)].compactMap(\.self)
        return due + (ready.timerFired(at: now).map { [$0] } ?? [])
    }

    // MARK: Forwarding

    private mutating func told(
        _ notice: ForwardingNotice, _ facts: AnnouncerFacts, at now: Instant
    ) -> [Announcement] {
        switch notice {
        case .starting: return [.words(.starting, .spokenStarting)]
        case .startRefused(let why):
            return refused(.words(.startRefused, .spokenStartRefused, ["why": why.spoken]), at: now)
        case .started: return started(facts)
        case .idleStopSoon(let rest):
            return [.words(.idleStopSoon, .spokenIdleSoon, ["seconds": "\(rest.components.seconds)"])]
        case .actionRefused(let step, _):
            return [.words(.actionRefused, .spokenActionRefused, ["action": step.action.name])]
        case .actionTooLate(let step):
            return [.words(.actionTooLate, .spokenActionTooLate, ["action": step.action.name])]
        case .mayHaveBeenTyped: return [.words(.maybeTyped, .spokenMaybeTyped)]
        case .stopping: return []
        case .stopped(let stop): return stopped(stop, facts, at: now)
        case .stoppedAlready(let stop):
            return [
                .words(.stoppedAlready, .spokenStoppedAlready, ["why": stop.reason.spoken(with: facts.profile)])
            ]
        case .releaseConfirmed: return [.words(.released, .spokenReleased)]
        }
    }

    private mutating func refused(_ words: Announcement, at now: Instant) -> [Announcement] {
        if let refusal, refusal.said == words, now - refusal.at < Self.shortQuiet { return [] }
        refusal = (words, now)
        return [words]
    }

    private mutating func started(_ facts: AnnouncerFacts) -> [Announcement] {
        let on = Announcement(
            .started, Clauses.sentence([Clauses.on(facts)]))
        guard let meanings = facts.meanings else { return [on] }
        return [on, Announcement(.labels, Clauses.sentence(Clauses.labels(meanings)))]
    }

    private mutating func stopped(_ stop: Stop, _ facts: AnnouncerFacts, at now: Instant) -> [Announcement] {
        lasting = [:]
        let held = stop.mayStillBeHeld ? Clauses.text(.spokenMayBeHeld) : nil
        var clauses = [Clauses.text(stop.reason.headline, ["why": stop.reason.spoken(with: facts.profile)]), held]
        if facts.canStart, !isLent, let profile = facts.profile {
            // That is all that "ready" would say.
            ready.wasSaid(Self.readyWords(profile), at: now)
            clauses.append(Clauses.startAgain(profile))
        }
        return [Announcement(.stopped, Clauses.sentence(clauses.compactMap(\.self)))]
    }

    private mutating func readiness(_ facts: AnnouncerFacts, at now: Instant) -> [Announcement] {
        guard facts.canStart, !isLent, let profile = facts.profile else {
            _ = ready.changed(to: nil, at: now)
            return []
        }
        return ready.changed(to: Self.readyWords(profile), at: now).map { [$0] } ?? []
    }

    private static func readyWords(_ profile: Profile) -> Announcement {
        Announcement(.ready, Clauses.sentence([Clauses.ready(profile)]))
    }

    private mutating func lastingChanged(
        _ held: HeldInputs, _ facts: AnnouncerFacts, at now: Instant
    ) -> [Announcement] {
        // The stop says what has become of it.
        guard facts.state == .active else { return [] }
        let over = lasting.keys.filter { !held.names.contains($0) }.sorted()
        let changes = over.map { ($0, Lasting.over) } + held.names.map { ($0, .held) }
        return changes.compactMap { name, state in
            lasting[name, default: SettledTelling(quiet: Self.shortQuiet)]
                .changed(to: state, at: now).map { Self.words(for: $0, name) }
        }
    }

    private static func words(for state: Lasting, _ name: String) -> Announcement {
        let held = HeldInputs(names: [name]) ?? .nothing
        let what = held.words ?? ""
        return switch (state, held.isRepeating) {
        case (.held, true): .words(.repeats, .spokenRepeats)
        case (.over, true): .words(.repeatsNoMore, .spokenRepeatsNoMore)
        case (.held, false): .words(.holds, .spokenHolds, ["what": what])
        case (.over, false): .words(.holdsNoMore, .spokenHoldsNoMore, ["what": what])
        }
    }

    // MARK: For whoever begins to listen

    /// How it is now, in one sentence.
    package func present(_ facts: AnnouncerFacts) -> Announcement {
        Announcement(.present, Clauses.sentence(Clauses.present(facts, isLent: isLent, isRestoring: isRestoring)))
    }
}
