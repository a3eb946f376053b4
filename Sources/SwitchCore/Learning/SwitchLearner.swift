// SPDX-License-Identifier: GPL-3.0-or-later

/// Finds out which input a press is: all nodes of all devices in, the one that spoke out.
///
/// D press, U release, R autorepeat, times in ms. `a` and `b` are nodes of one device, `c` another device, `k` a keyboard
/// that somebody types on. A finding comes 300 ms after the last release.
///
/// | no. | events                                   | found                         | why                                      |
/// | --- | ---------------------------------------- | ----------------------------- | ---------------------------------------- |
/// | 1   | a BTN_0 D0 U200                          | BTN_0 of a, at 500            | nothing else can come any more           |
/// | 2   | a KEY_A D0 R250 R283 U400                | KEY_A of a, at 700            | a repeat is no press (F6)                |
/// | 3   | a BTN_0 D0 U0 in one report              | BTN_0 of a                    | a press all the same (F25)               |
/// | 4   | a BTN_0 D0 U5 D9 U200                    | BTN_0 of a, once              | a contact rattles                        |
/// | 5   | a ABS_Z moves 0…300, BTN_TL2 D100 U250   | BTN_TL2, else ABS_Z+          | a button is surer than an axis           |
/// | 6   | a ABS_Z 0 → 1023 → 0                     | ABS_Z+ at 60 % and 40 %       |                                          |
/// | 7   | a ABS_Z 0 → 500 → 0                      | ABS_Z+ at 28 % and 19 %       | of the way that it really goes           |
/// | 8   | a ABS_HAT0X −1 → 0                       | ABS_HAT0X-                    | a hat is two switches                    |
/// | 9   | a KEY_A, b KEY_A, both D0 U200           | KEY_A of a, else that of b    | one press on two nodes (F17)             |
/// | 10  | b BTN_0 D0 U200, a silent                | BTN_0 of b                    | the one that spoke (F17)                 |
/// | 11  | a KEY_LEFTCTRL D0, KEY_C D0 U50, U50     | KEY_C, else KEY_LEFTCTRL      | pedals that send a shortcut              |
/// | 12  | a MSC_SCAN 7 and KEY_UNKNOWN D0 U200     | scan code 7                   | only that tells it apart                 |
/// | 13  | a MSC_SCAN 7 and BTN_0 D0 U200           | BTN_0                         | it has a name                            |
/// | 14  | a ABS_X trembles, BTN_0 D0 U200          | BTN_0                         | noise does not win                       |
/// | 15  | a ABS_X to its end and back, 10 in 1 s   | nothing                       | no hand does that                        |
/// | 16  | k KEY_A D0 U100                          | nothing; k has spoken         | it may be a password                     |
/// | 17  | k allowed while KEY_ENTER is down, U0, KEY_A | KEY_A                     | the Enter was for our question           |
/// | 18  | a KEY_POWER, BTN_TOUCH, REL_X, SW_LID    | nothing                       | none of these is a switch                |
/// | 19  | a BTN_0 D0, no release                   | BTN_0 at 10000, still down    | some cannot let go                       |
/// | 20  | a BTN_0 found down, U0 D500 U600         | BTN_0, at 900                 | only a press that is seen counts         |
/// | 21  | a BTN_0 D0 U200, c BTN_1 D50 U90         | BTN_0 of a                    | another device is another switch         |
/// | 22  | a BTN_0 D0, a unplugged                  | nothing                       | it goes on listening                     |
/// | 23  | a ABS_X −100 % → 0 → −100 %              | nothing                       | no profile can say it                    |
package struct SwitchLearner: Sendable {
    package enum Output: Hashable, Sendable {
        /// Something went down or up, be it asked for or not.
        case moved(SeenInput, EdgeState, at: Instant)
        case found(SwitchFinding)
        /// A keyboard that somebody types on was used; said once for each.
        case keyboardSpoke(DeviceID)
    }

    package static let usualSettling = Duration.milliseconds(300)
    /// A press is reported without its release after this time.
    package static let longestWait = Duration.seconds(10)
    /// Of what else a press showed as, the best so many are told.
    package static let alternativeLimit = 8

    private enum State {
        /// Nothing is asked for. → `listening`.
        case resting
        /// → `gathering`.
        case listening
        /// A press began. → `resting` with a finding, `listening` when it came to nothing.
        case gathering(Gathering)
    }

    private struct Gathering {
        let device: String
        let since: Instant
        /// In the order in which they went down.
        var seen: [SeenInput]
        var lastChange: Instant
    }

    private var state = State.resting
    private var nodes: [DeviceID: InputTracker] = [:]
    private var allowedKeyboards: Set<DeviceID> = []
    private var spokenKeyboards: Set<DeviceID> = []

    /// What belongs to a press comes within this time of its last release.
    private let settling: Duration
    /// The latest time that was told.
    package private(set) var latest = Instant(nanoseconds: 0)

    package init(settling: Duration = usualSettling) { self.settling = settling }

    // MARK: Nodes

    package mutating func nodeAttached(_ node: LearningNode) { nodes[node.id] = InputTracker(node) }

    /// What it held is let go of.
    package mutating func nodeDetached(_ id: DeviceID, at time: Instant) -> [Output] {
        guard let tracker = nodes.removeValue(forKey: id) else { return [] }
        if case .gathering(let gathering) = state, gathering.seen.contains(where: { $0.node == id }) {
            state = .listening
        }
        return isIgnored(tracker.node) ? [] : ups(tracker, at: time)
    }

    /// Its user says that the switch is on this keyboard. What is down there now is not it.
    package mutating func keyboardAllowed(_ id: DeviceID) {
        allowedKeyboards.insert(id)
        nodes[id]?.forgetPresses()
    }

    /// Everything that may be a switch and is down.
    package var down: [SeenInput] {
        nodes.values.filter { !isIgnored($0.node) }.flatMap { tracker in
            tracker.down.map { SeenInput($0, on: tracker.node.id) }
        }
    }

    private func isIgnored(_ node: LearningNode) -> Bool { node.isTypedOn && !allowedKeyboards.contains(node.id) }

    private func ups(_ tracker: InputTracker, at time: Instant) -> [Output] {
        tracker.down.map { .moved(SeenInput($0, on: tracker.node.id), .up, at: time) }
    }

    // MARK: Asking

    /// From here on the next press is a finding. What is down now is not it.
    package mutating func pressAsked() {
        for id in nodes.keys { nodes[id]?.forgetPresses() }
        state = .listening
    }

    package mutating func askingEnded() { state = .resting }

    // MARK: Events

    /// - Parameter report: the events of one report.
    package mutating func reportArrived(_ report: [InputEvent], from id: DeviceID) -> [Output] {
        guard let now = report.first?.time, nodes[id] != nil else { return [] }
        let due = timeReached(now)
        let changes = nodes[id]?.changes(in: report) ?? []
        guard let node = nodes[id]?.node, !isIgnored(node) else {
            let isPress = changes.contains(where: \.isDown)
            return due + (isPress && spokenKeyboards.insert(id).inserted ? [.keyboardSpoke(id)] : [])
        }
        return due
            + changes.map { change in
                gather(change, node)
                return .moved(SeenInput(change.input, on: id), change.isDown ? .down : .up, at: change.time)
            }
    }

    /// After lost events nothing is known of the press that was going on.
    package mutating func eventsLost(from id: DeviceID, found: FoundState, at time: Instant) -> [Output] {
        guard var node = nodes[id]?.node else { return [] }
        let outputs = nodeDetached(id, at: time)
        node.found = found
        nodeAttached(node)
        return outputs
    }

    private mutating func gather(_ change: InputTracker.Change, _ node: LearningNode) {
        let seen = SeenInput(change.input, on: node.id)
        switch state {
        case .resting: break
        case .listening:
            guard change.isDown else { return }
            state = .gathering(
                Gathering(device: node.device, since: change.time, seen: [seen], lastChange: change.time))
        case .gathering(var gathering):
            guard gathering.device == node.device else { return }
            if change.isDown, !gathering.seen.contains(seen) { gathering.seen.append(seen) }
            gathering.lastChange = change.time
            state = .gathering(gathering)
        }
    }

    package var deadline: Instant? {
        guard case .gathering(let gathering) = state else { return nil }
        let last = gathering.since + Self.longestWait
        return isDown(gathering) ? last : min(last, gathering.lastChange + settling)
    }

    /// Early calls do nothing.
    package mutating func timeReached(_ now: Instant) -> [Output] {
        latest = max(latest, now)
        guard case .gathering(var gathering) = state, let deadline, deadline <= now else { return [] }
        gathering.seen.removeAll { nodes[$0.node]?.isOfUse($0.input) == false }
        guard !gathering.seen.isEmpty else {
            state = .listening
            return []
        }
        state = .resting
        return [.found(finding(gathering))]
    }

    private func isDown(_ gathering: Gathering) -> Bool {
        gathering.seen.contains { nodes[$0.node]?.down.contains($0.input) == true }
    }

    /// Ranked first, then in the order in which they came.
    private func finding(_ gathering: Gathering) -> SwitchFinding {
        let ranked = gathering.seen.enumerated().sorted { left, right in
            (rank(left.element), left.offset) < (rank(right.element), right.offset)
        }.map { SeenInput(nodes[$0.element.node]?.measured($0.element.input) ?? $0.element.input, on: $0.element.node) }
        return SwitchFinding(
            best: ranked[0], alternatives: Array(ranked.dropFirst().prefix(Self.alternativeLimit)),
            isStillDown: isDown(gathering))
    }

    private func rank(_ seen: SeenInput) -> Int {
        CandidateInputs.rank(seen.input, in: nodes[seen.node]?.node.axes ?? [:])
    }
}
