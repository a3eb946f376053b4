// SPDX-License-Identifier: GPL-3.0-or-later

/// Turns accepted presses and releases into actions, where this box decides what they do.
///
/// D press, U release, times in ms; hold actions after 1000 and 1000 more. `P` and `H` are instant, `[H]` is selected;
/// `+X` begins and `-X` ends what lasts; the manner of X is in brackets.
///
/// | no. | the switch has          | edges                    | what comes of it           | why                                        |
/// | --- | ----------------------- | ------------------------ | -------------------------- | ------------------------------------------ |
/// | 1   | press P                 | D0 U150                  | P at 0                     | with no hold there is nothing to wait for  |
/// | 2   | press P, hold H         | D0 U999                  | P at 999                   | let go of before the hold                  |
/// | 3   | press P, hold H         | D0 U1000                 | [H] H at 1000              | a time that is reached goes first          |
/// | 4   | hold H, I               | D0 U2500                 | [H] 1000, [I] 2000, I 2500 | letting go does what was reached last      |
/// | 5   | hold H, I               | D0 U4999                 | … I at 4999                | it stays with the last                     |
/// | 6   | hold H                  | D0 U999                  | nothing                    | no press is mapped                         |
/// | 7   | press X (held)          | D0 U700                  | +X 0, -X 700               | its own release ends it                    |
/// | 8   | press P, hold X (held)  | D0 U1500                 | +X 1000, -X 1500           | a hold that acts while held                |
/// | 9   | press X (repeating)     | D0 U300                  | +X 0, -X 300               |                                            |
/// | 10  | press X (repeatingOn)   | D0 U100 D500 U600        | +X 0, -X 500               | the press that ends it does nothing else   |
/// | 11  | that, and B press P     | D0 U100, B D500 U600     | +X 0, -X 500               | any switch ends it, mapped or not          |
/// | 12  | hold X (repeatingOn)    | D0 U1200 D2000 U3500     | [X] 1000, +X 1200, -X 2000 | nor is that press a hold                   |
/// | 13  | press X (toggled)       | D0 U100 D500 U600        | +X 0, -X 500               |                                            |
/// | 14  | press X (sticky), B P   | D0 U100, B D500 U600     | +X 0, P 500, -X 500        | it goes with the next action               |
/// | 15  | press X (sticky), B Y (held) | D0 U100, B D500 U900 | +X 0, +Y 500, -Y 900, -X 900 | until that is over                       |
/// | 16  | A and B sticky, C P     | A, B, C D900             | … P 900, -X 900, -Y 900    | they add up                                |
/// | 17  | press X (sticky)        | D0 U100 D500 U600        | +X 0, -X 500               | twice is taken back                        |
/// | 18  | A and B, P and H        | A D0, B D10, A U20, B U30 | P of A 20, P of B 30      | switches do not wait for each other        |
/// | 19  | A X (held), B P         | A D0, B D100 U200, A U300 | +X 0, P 100, -X 300       | as Shift and a click                       |
/// | 20  | A and B (repeating)     | A D0, B D100, A U200, B U300 | +X 0, -X 100, +Y 100, -Y 300 | a PC repeats one thing at a time       |
/// | 21  | A and B X (held)        | A D0, B D100, A U200, B U300 | +X 0, +X 100, -X 200, -X 300 | each ends its own                      |
/// | 22  | B releaseEverything     | X, Y last, B D900        | -Y 900, -X 900             | the last first                             |
/// | 23  | B stopMovement          | X (repeating) moves      | -X                         | another repeat goes on                     |
/// | 24  | B stopRepeating         | X (repeating)            | -X                         | whatever it is                             |
/// | 25  | press stopForwarding    | D0                       | asked at 0                 | so are next profile and next PC            |
/// | 26  | press P, hold nothing   | D0 U1500                 | [nothing]                  | a way out of a hold                        |
/// | 27  | nothing at all          | D0 U2000                 | nothing                    |                                            |
/// | 28  | hold H                  | D0, reset at 1500, U2000 | [H] 1000                   | a half-done hold at a stop does nothing    |
/// | 29  | X (repeatingOn), B P    | A D0 U100, X refused, B D500 | +X 0, P 500            | what did not begin takes no press to end   |
/// | 30  | X (sticky), B Y (held)  | A, B D500, Y refused, B U900 | +X 0, +Y 500, -X       | nor keeps what goes with it                |
package struct PressMachine: Sendable {
    package enum Output: Hashable, Sendable {
        case step(ActionStep)
        /// The switch is still down, and letting go would do this.
        case selected(SwitchAction, by: SwitchID, at: Instant)
        /// `stopForwarding`, `nextProfile` or `nextPC`.
        case asked(BridgeAction, by: SwitchID, at: Instant)
    }

    fileprivate enum Phase: Hashable {
        /// → `deciding`, `lasting`, `spent`.
        case up
        /// Down since, and so many hold actions were reached. → `lasting`, `up`.
        case deciding(since: Instant, reached: Int)
        /// Down, and what this press began ends with it. → `up`.
        case lasting(Int)
        /// Down, and the rest of this press does nothing. → `up`.
        case spent
    }

    fileprivate struct Watched {
        let id: SwitchID
        let actions: SwitchActions
        /// By how much later its release is known than it happens, and so whether a hold was reached.
        let releaseDelay: Duration
        var phase = Phase.up
    }

    private struct Lasting {
        let number: Int
        let action: SwitchAction
        let switchID: SwitchID
        let since: Instant
        /// What a sticky action goes with, once there is something.
        var partner: Int?
    }

    private var switches: [Watched]
    /// What goes on at the PC, in the order in which it began.
    private var lasting: [Lasting] = []
    private var lastNumber = 0

    package init(_ switches: [ProfileSwitch]) {
        self.switches = switches.sorted { $0.id < $1.id }.map {
            Watched(id: $0.id, actions: $0.actions, releaseDelay: $0.timing.addedDelay.release)
        }
    }

    /// Whatever was going on does nothing more. What lasts on the PC is ended by the stop.
    package mutating func reset() {
        for index in switches.indices { switches[index].phase = .up }
        lasting = []
    }

    // MARK: Events

    /// An edge passed the filters. What was due at its time comes first.
    package mutating func edgeArrived(_ edge: Edge) -> [Output] {
        let outputs = timeReached(edge.time)
        guard let index = switches.firstIndex(where: { $0.id == edge.switchID }) else { return outputs }
        return outputs
            + (edge.state == .down ? pressed(index, at: edge.time) : released(index, at: edge.time))
    }

    /// The PC did not begin this, so there is nothing to end: not by its release, nor by the next press, which would do
    /// nothing else. What goes with it is over.
    package mutating func beginningFailed(_ step: ActionStep, at now: Instant) -> [Output] {
        let isMeant: (Lasting) -> Bool = {
            $0.action == step.action && $0.switchID == step.switchID && $0.since == step.time
        }
        guard let index = lasting.firstIndex(where: isMeant) else { return [] }
        let number = lasting.remove(at: index).number
        return end(at: now) { $0.partner == number }
    }

    package var deadline: Instant? { nextHold?.time }

    /// Outputs come in the order of their times, at one time in that of the switches. Early calls do nothing.
    package mutating func timeReached(_ now: Instant) -> [Output] {
        var outputs: [Output] = []
        while let due = nextHold, due.time <= now { outputs += holdReached(due.index, at: due.time) }
        return outputs
    }

    private var nextHold: (index: Int, time: Instant)? {
        var next: (index: Int, time: Instant)?
        for index in switches.indices {
            guard let time = switches[index].nextHold, next.map({ time < $0.time }) ?? true else { continue }
            next = (index, time)
        }
        return next
    }

    // MARK: Presses and holds

    private mutating func pressed(_ index: Int, at time: Instant) -> [Output] {
        guard switches[index].phase == .up else { return [] }
        let ended = end(at: time) { $0.action.manner == .repeatingOn }
        guard ended.isEmpty, !switches[index].actions.isEmpty else {
            switches[index].phase = .spent
            return ended
        }
        guard switches[index].actions.holds.isEmpty else {
            switches[index].phase = .deciding(since: time, reached: 0)
            return []
        }
        return act(switches[index].actions.press, index, at: time)
    }

    private mutating func holdReached(_ index: Int, at time: Instant) -> [Output] {
        guard case .deciding(let since, let reached) = switches[index].phase else { return [] }
        let holds = switches[index].actions.holds
        let action = holds[reached]
        if holds.count == 1, action.manner?.endsWithRelease == true { return act(action, index, at: time) }
        switches[index].phase = .deciding(since: since, reached: reached + 1)
        return [.selected(action, by: switches[index].id, at: time)]
    }

    private mutating func released(_ index: Int, at time: Instant) -> [Output] {
        defer { switches[index].phase = .up }
        switch switches[index].phase {
        case .up, .spent:
            return []
        case .lasting(let number):
            return end(at: time) { $0.number == number }
        case .deciding(_, let reached):
            let actions = switches[index].actions
            return act(reached == 0 ? actions.press : actions.holds[reached - 1], index, at: time)
        }
    }

    /// Does it, and leaves the switch in the phase that it is in while it stays down.
    private mutating func act(_ action: SwitchAction?, _ index: Int, at time: Instant) -> [Output] {
        switches[index].phase = .spent
        guard let action else { return [] }
        let id = switches[index].id
        switch action.effect {
        case .bridge(let asked): return act(asked, by: id, at: time)
        case .pc(.instant):
            return [.step(ActionStep(action, .perform, by: id, at: time))]
                + end(at: time) { $0.action.manner == .sticky && $0.partner == nil }
        case .pc(.toggled), .pc(.sticky):
            let taken = end(at: time) { $0.action == action }
            return taken.isEmpty ? begin(action, by: id, at: time) : taken
        case .pc(.repeating), .pc(.repeatingOn):
            let other = end(at: time) { $0.action.manner?.isRepeat == true }
            let begun = begin(action, by: id, at: time)
            if action.manner == .repeating { switches[index].phase = .lasting(lastNumber) }
            return other + begun
        case .pc(.held):
            let begun = begin(action, by: id, at: time)
            switches[index].phase = .lasting(lastNumber)
            return begun
        }
    }

    private mutating func act(_ asked: BridgeAction, by id: SwitchID, at time: Instant) -> [Output] {
        switch asked {
        case .nothing: []
        case .stopForwarding, .nextProfile, .nextPC: [.asked(asked, by: id, at: time)]
        case .stopMovement: end(at: time) { $0.action.manner?.isRepeat == true && $0.action.isMovement }
        case .stopRepeating: end(at: time) { $0.action.manner?.isRepeat == true }
        case .releaseEverything: end(at: time) { _ in true }
        }
    }

    // MARK: What lasts

    private mutating func begin(_ action: SwitchAction, by id: SwitchID, at time: Instant) -> [Output] {
        lastNumber += 1
        if action.manner != .sticky {
            for index in lasting.indices where lasting[index].action.manner == .sticky && lasting[index].partner == nil
            {
                lasting[index].partner = lastNumber
            }
        }
        lasting.append(Lasting(number: lastNumber, action: action, switchID: id, since: time))
        return [.step(ActionStep(action, .begin, by: id, at: time))]
    }

    /// Ends these, the last first, and then what goes with them.
    private mutating func end(at time: Instant, where isMeant: (Lasting) -> Bool) -> [Output] {
        let ended = lasting.filter(isMeant)
        guard !ended.isEmpty else { return [] }
        lasting.removeAll(where: isMeant)
        let numbers = Set(ended.map(\.number))
        return ended.reversed().map { .step(ActionStep($0.action, .end, by: $0.switchID, at: time)) }
            + end(at: time) { $0.partner.map(numbers.contains) == true }
    }
}

extension PressMachine.Watched {
    fileprivate var nextHold: Instant? {
        guard case .deciding(let since, let reached) = phase, reached < actions.holds.count else { return nil }
        return since + actions.holdAfter + actions.holdStep * reached + releaseDelay
    }
}

extension SwitchAction {
    /// Nil for what this box does itself.
    package var manner: ActionManner? {
        if case .pc(let manner) = effect { manner } else { nil }
    }
}
