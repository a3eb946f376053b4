// SPDX-License-Identifier: GPL-3.0-or-later

/// What a user does on purpose with switches alone while forwarding is off, judged on raw physical edges ahead of filters.
///
/// It follows the contacts at all times, since what is down when forwarding stops counts only after it has been let go of:
/// the hold that stops forwarding must never start it again.
///
/// With start by a hold of 3000 of any switch, and the next PC by three presses of switch 2 within 3000, "off" is the moment
/// at which forwarding came to its end (D press, U release, times in ms):
///
/// | no. | edges                                   | act               | why                                          |
/// | --- | --------------------------------------- | ----------------- | -------------------------------------------- |
/// | 1   | D0                                      | start at 3000     | while still down, not at the release         |
/// | 2   | D0 U2999                                | none              | let go of in time                            |
/// | 3   | D0 U3000                                | start at 3000     | a time that is reached goes first            |
/// | 4   | D0 U1000 D1049                          | start at 3000     | a gap of 49 is chatter                       |
/// | 5   | D0 U1000 D1050                          | start at 4050     | a gap of 50 is a new press                   |
/// | 6   | D0 U2990 D3010                          | start at 3010     | not down at 3000, but at the end of the gap  |
/// | 7   | 2: D0 U10 D1000 U1010 D3000             | next PC at 3000   | the first and the third are 3000 apart       |
/// | 8   | 2: D0 U10 D1000 U1010 D3001 U3010       | none              | 3001 apart                                   |
/// | 9   | 2: D0 U10 D59 U69 D118 U128             | none              | chatter is one press                         |
/// | 10  | 2: D0 U10 D60 U70 D120 U130             | next PC at 120    | gaps of 50 are presses                       |
/// | 11  | 2: D0 U10 D100 U110 D200                | next PC at 200    | the press that acted is no hold as well      |
/// | 12  | D0 U10 D100 U110 D200 U210              | none              | these presses are another switch's           |
/// | 13  | D0, off at 1000                         | none              | a hold that began before the stop            |
/// | 14  | D0, off at 1000, U9000 D9049            | none              | chatter is still the same hold               |
/// | 15  | D0, off at 1000, U9000 D9050            | start at 12050    | let go of, and held anew                     |
/// | 16  | D0 U990, off at 1000, D1039             | none              | let go of just before the stop, as 14        |
/// | 17  | off at 0, D1                            | start at 3001     | a hold is on purpose, so it needs no rest    |
/// | 18  | 2: off at 0, D2000 U2010 D2100 U2110 D2200 | next PC at 2200 | 2000 after the stop presses count            |
/// | 19  | 2: off at 0, D1999 U2009 D2100 U2110 D2200 U2210 | none     | a press within the rest begins it anew       |
/// | 20  | 2: off at 0, D1999 U2009 D3999 U4009 D4100 U4110 D4200 | next PC at 4200 | rested after the last of them |
/// | 21  | D0, another act at 1000                 | none              | an act uses up all that is down              |
/// | 22  | D0, its device lost at 2999             | none              | nobody can tell whether it is still held     |
/// | 23  | off at 1000, then D999                  | none              | it came late, but began before the stop      |
/// | 24  | D0 of a pulse or latching switch        | none              | it does not follow the hand                  |
/// | 25  | D0, off at 1000, written U6000, D7000   | none              | this box let go of it, not the hand          |
/// | 26  | the same, U8000 D8050                   | start at 11050    | now the hand has                             |
package struct IdleWatch: Sendable {
    /// After a stop, presses of a switch count once it has rested for so long: one who stops by pressing, or who presses on
    /// without having noticed the stop, does not mean anything by it. Also a switch that repeats by itself while it is held
    /// does not come to an end sooner.
    package static let restAfterStop = Duration.seconds(2)
    /// What is read later than this after the hand did it, as when the loop hung or the process was stopped, is no act: its user
    /// has given up by then.
    package static let latestReading = Duration.seconds(1)

    /// An act, and the switch that did it.
    package struct Done: Hashable, Sendable {
        package var act: IdleAct
        package var switchID: SwitchID

        package init(act: IdleAct, switchID: SwitchID) {
            self.act = act
            self.switchID = switchID
        }
    }

    private enum Contact: Hashable {
        /// Next: `down`.
        case up
        /// Held since; next: `opened`, or `spent` when something was done with it.
        case down(since: Instant)
        /// Just opened; next: `down`, with the old `since` within the chatter gap, else with a new one.
        case opened(since: Instant, at: Instant)
        /// Down, but this hold counts no more. Next: `spentOpened`.
        case spent
        /// Just opened; next: `spent` within the chatter gap, else `down`.
        case spentOpened(at: Instant)
        /// This box wrote its release, so it may still be down, and devices that report all their buttons at once then show
        /// it as pressed anew when another one moves. The hand's own release shows as nothing. Next: `spent`.
        case unsure

        /// The same contact, when what it did until now counts no more.
        var usedUp: Contact {
            switch self {
            case .up: .up
            case .down, .spent: .spent
            case .opened(_, let time), .spentOpened(let time): .spentOpened(at: time)
            case .unsure: .unsure
            }
        }
    }

    private struct Watched {
        let id: SwitchID
        let hold: (act: IdleAct, duration: Duration)?
        let presses: (act: IdleAct, count: Int, within: Duration)?
        var contact = Contact.up
        /// The latest presses, at most as many as act.
        var pressed: [Instant] = []
        /// Presses before this time count for nothing.
        var restsUntil: Instant?
    }

    private var watched: [Watched]
    /// When forwarding came to its end.
    private var offSince: Instant?

    package init(_ profile: Profile) {
        watched = profile.switches.map { candidate in
            // A profile has at most one hold and one count of presses for a switch.
            var hold: (IdleAct, Duration)?
            var presses: (IdleAct, Int, Duration)?
            for (act, gesture) in profile.idle.acts where gesture.canBeMade(with: candidate) {
                switch gesture.manner {
                case .hold(let duration): hold = hold ?? (act, duration)
                case .presses(let count, let within): presses = presses ?? (act, count, within)
                }
            }
            return Watched(id: candidate.id, hold: hold, presses: presses)
        }
    }

    /// Only while something that acts by a hold is down: presses that are counted need no timer.
    package var deadline: Instant? { nextHold?.end }

    /// While forwarding is off. A hold whose time was reached before the edge comes first; it uses up the rest.
    package mutating func edgeArrived(_ edge: Edge) -> Done? {
        let held = timeReached(edge.time)
        if let offSince, edge.time < offSince {
            edgePassed(edge)
            return held
        }
        guard let index = watched.firstIndex(where: { $0.id == edge.switchID }) else { return held }
        let pressed =
            switch edge.state {
            case .down: pressArrived(on: index, at: edge.time)
            case .up: releaseArrived(on: index, at: edge.time)
            }
        return held ?? pressed
    }

    /// While forwarding is not off, or somebody else has the switches: it means nothing here.
    package mutating func edgePassed(_ edge: Edge) {
        guard let index = watched.firstIndex(where: { $0.id == edge.switchID }) else { return }
        watched[index].pressed = []
        switch edge.state {
        case .down: watched[index].contact = .spent
        case .up where watched[index].contact == .unsure: break
        case .up: watched[index].contact = .spentOpened(at: edge.time)
        }
    }

    /// This box let go of these switches, as capture does when it ends while something is down (F4). Whether the hand has is
    /// seen only by one more press.
    package mutating func releasesWritten(_ switches: SwitchSet) {
        for index in watched.indices where switches.contains(watched[index].id) { watched[index].contact = .unsure }
    }

    /// The switches that may be down although they were released.
    package var unsure: SwitchSet { SwitchSet(watched.filter { $0.contact == .unsure }.map(\.id)) }

    package mutating func timeReached(_ now: Instant) -> Done? {
        guard let next = nextHold, next.end <= now else { return nil }
        return done(next.act, by: watched[next.index].id)
    }

    /// Forwarding has come to its end.
    package mutating func stopped(at now: Instant) {
        useUp()
        offSince = now
        for index in watched.indices { watched[index].restsUntil = now + Self.restAfterStop }
    }

    /// Whatever is down counts only after it has been up, and no press counts that was.
    package mutating func useUp() {
        for index in watched.indices {
            watched[index].contact = watched[index].contact.usedUp
            watched[index].pressed = []
        }
    }

    /// A device of these switches came, went, or lost events; those in `down` are still down.
    package mutating func forget(_ switches: SwitchSet, down: SwitchSet) {
        for index in watched.indices where switches.contains(watched[index].id) {
            watched[index].pressed = []
            guard watched[index].contact != .unsure else { continue }
            watched[index].contact = down.contains(watched[index].id) ? .spent : .up
        }
    }

    /// The profile before this one: the rest that its user takes goes on.
    package mutating func take(restOf other: IdleWatch) {
        offSince = other.offSince
        let rest = other.watched.compactMap(\.restsUntil).max()
        for index in watched.indices { watched[index].restsUntil = rest }
    }

    // MARK: Holds

    private var nextHold: (index: Int, act: IdleAct, end: Instant)? {
        let holds = watched.indices.compactMap { index -> (index: Int, act: IdleAct, end: Instant)? in
            guard let hold = watched[index].hold, case .down(let since) = watched[index].contact else { return nil }
            return (index, hold.act, since + hold.duration)
        }
        return holds.min { $0.end < $1.end }
    }

    private mutating func pressArrived(on index: Int, at time: Instant) -> Done? {
        switch watched[index].contact {
        case .down, .spent:
            return nil
        case .unsure:
            watched[index].contact = .spent
            return nil
        case .opened(let since, let opening) where time - opening < SafetyWatch.chatterGap:
            watched[index].contact = .down(since: since)
            return timeReached(time)
        case .spentOpened(let opening) where time - opening < SafetyWatch.chatterGap:
            watched[index].contact = .spent
            return nil
        case .up, .opened, .spentOpened:
            watched[index].contact = .down(since: time)
            return pressCounted(on: index, at: time)
        }
    }

    private mutating func releaseArrived(on index: Int, at time: Instant) -> Done? {
        switch watched[index].contact {
        case .down(let since): watched[index].contact = .opened(since: since, at: time)
        case .spent: watched[index].contact = .spentOpened(at: time)
        case .up, .opened, .spentOpened, .unsure: break
        }
        return nil
    }

    // MARK: Presses

    private mutating func pressCounted(on index: Int, at time: Instant) -> Done? {
        if let rest = watched[index].restsUntil, time < rest {
            watched[index].restsUntil = time + Self.restAfterStop
            return nil
        }
        watched[index].restsUntil = nil
        guard let presses = watched[index].presses else { return nil }
        watched[index].pressed.append(time)
        let surplus = watched[index].pressed.count - presses.count
        guard surplus >= 0 else { return nil }
        watched[index].pressed.removeFirst(surplus)
        guard let first = watched[index].pressed.first, time - first <= presses.within else { return nil }
        return done(presses.act, by: watched[index].id)
    }

    /// One act at a time: what its user did for it does nothing else.
    private mutating func done(_ act: IdleAct, by id: SwitchID) -> Done {
        useUp()
        return Done(act: act, switchID: id)
    }
}

extension IdleSettings {
    /// What switches do, in the order of `IdleAct`.
    package var acts: [(act: IdleAct, gesture: Gesture)] {
        let start: Gesture? = if case .gesture(let gesture) = start { gesture } else { nil }
        return [(IdleAct.start, start), (.nextPC, nextPC), (.nextProfile, nextProfile)].compactMap { act, gesture in
            gesture.map { (act, $0) }
        }
    }
}

extension IdleSettings.Gesture {
    /// A pulse ends at once and a latching switch stays down by itself: neither can be held.
    package func canBeMade(with candidate: ProfileSwitch) -> Bool {
        guard switchID == nil || switchID == candidate.id else { return false }
        return switch (manner, candidate.manner) {
        case (.presses, _), (.hold, .ordinary): true
        case (.hold, .pulse), (.hold, .latching): false
        }
    }
}

extension Profile {
    /// The switches that a gesture can be made with; nil where any of several will do.
    package func switchesNamed(by gesture: IdleSettings.Gesture) -> [ProfileSwitch]? {
        let able = switches.filter { gesture.canBeMade(with: $0) }
        return able.count == switches.count && able.count > 1 ? nil : able
    }
}
