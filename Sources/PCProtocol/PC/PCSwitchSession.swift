// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore

/// Why a PC refuses a command.
struct Refusal: Error {
    var code: ErrorCode
    var message: String

    init(_ code: ErrorCode, _ message: String) {
        self.code = code
        self.message = message
    }

    static let releaseFailed = Refusal(.inputFailed, "release_failed")
}

/// A switch session as the PC runs it (§7).
///
/// | session | a message arrives | verdict |
/// | --- | --- | --- |
/// | any | its sequence is not above the last | acked, ignored |
/// | mapped, Grid 3 | down | held or tapped, unless the switch is already down |
/// | mapped, Grid 3 | up | released once no other switch holds the same output; a release that fails is refused and its sequence not consumed |
/// | mapped, Grid 3 | sync | what is held becomes what it says; taps are not made up for |
/// | scanning | gap in the sequence | what is pressed is dropped, neutral is awaited |
/// | scanning, neutral awaited | edge | acked, ignored |
/// | scanning, neutral awaited | empty sync | neutral was seen |
/// | scanning | down, then up | the press or hold action |
/// | scanning | sync without a pressed switch | that press is withdrawn and does nothing |
/// | scanning | nothing for 5 s | the session has expired |
struct PCSwitchSession: Sendable {
    /// Counts from the last message of a scanning session.
    static let scanningLifetime = Duration.seconds(5)
    /// How long each hold action of the simulated scanning takes.
    static let holdStep = Duration.seconds(1)

    private enum State {
        /// Mapped and Grid 3: follows its switches.
        case following
        /// Scanning, until everything was seen up.
        case awaitingNeutral
        /// Scanning: when each pressed switch went down.
        case scanning(pressed: [SwitchID: Instant])
    }

    let id: SessionID
    /// Whose session it is.
    let deviceID: String
    private let offered: OfferedProfile
    private let switchCount: Int
    private var state: State
    private var lastSequence = 0
    private var lastMessage: Instant
    /// Mapped and Grid 3: the switches that are down.
    private var pressed: SwitchSet = []

    init(_ start: Command.SessionStart, offered: OfferedProfile, deviceID: String, at now: Instant) {
        id = start.sessionID
        self.deviceID = deviceID
        self.offered = offered
        switchCount = start.switchCount
        lastMessage = now
        state =
            switch offered.profile.kind {
            case .mapped, .grid3: .following
            case .scanning: .awaitingNeutral
            }
    }

    /// When the session expires unless something arrives.
    var deadline: Instant? {
        switch state {
        case .following: nil
        case .awaitingNeutral, .scanning: lastMessage + Self.scanningLifetime
        }
    }

    mutating func edgeArrived(
        _ edge: Command.SwitchEdge, at now: Instant, _ input: inout PCInput
    ) throws(Refusal) {
        guard edge.switchID.number <= switchCount else { throw Refusal(.invalidPayload, "switch_not_in_session") }
        guard isNew(edge.step, at: now) else { return }
        noticeGap(before: edge.step, &input)
        switch state {
        case .following: try follow(edge, &input)
        case .awaitingNeutral: break
        case .scanning(let pressed): scan(edge, pressed, at: now, &input)
        }
        lastSequence = edge.step.sequence
    }

    mutating func syncArrived(
        _ sync: Command.SwitchSync, at now: Instant, _ input: inout PCInput
    ) throws(Refusal) {
        guard sync.pressed.allSatisfy({ $0.number <= switchCount }) else {
            throw Refusal(.invalidPayload, "switch_not_in_session")
        }
        guard isNew(sync.step, at: now) else { return }
        noticeGap(before: sync.step, &input)
        switch state {
        case .following: try follow(sync, &input)
        case .awaitingNeutral: if sync.pressed.isEmpty { state = .scanning(pressed: [:]) }
        case .scanning(let pressed): withdraw(allBut: sync.pressed, from: pressed, &input)
        }
        lastSequence = sync.step.sequence
    }

    /// False when the stop is old and so ignored.
    mutating func stopArrived(_ step: Command.SessionStep, at now: Instant) -> Bool { isNew(step, at: now) }

    /// Lets go of everything. The session is over even when that fails.
    mutating func ended(_ input: inout PCInput) throws(Refusal) {
        var allReleased = true
        for output in heldOutputs where !input.release(output) { allReleased = false }
        dropScanningPresses(&input)
        pressed = []
        if !allReleased { throw .releaseFailed }
    }

    private var heldOutputs: [PCOutput] { Set(pressed.compactMap(heldOutput)).sorted { "\($0)" < "\($1)" } }

    private func heldOutput(of id: SwitchID) -> PCOutput? {
        if case .hold(let output) = offered.effects[id] { output } else { nil }
    }

    // MARK: Sequence

    private mutating func isNew(_ step: Command.SessionStep, at now: Instant) -> Bool {
        lastMessage = now
        return step.sequence > lastSequence
    }

    /// A gap means that something was lost: a scanning session then no longer knows what is pressed.
    private mutating func noticeGap(before step: Command.SessionStep, _ input: inout PCInput) {
        guard step.sequence > lastSequence + 1, case .scanning = state else { return }
        dropScanningPresses(&input)
        state = .awaitingNeutral
    }

    // MARK: Mapped and Grid 3

    private mutating func follow(_ edge: Command.SwitchEdge, _ input: inout PCInput) throws(Refusal) {
        guard pressed.contains(edge.switchID) != (edge.state == .down) else { return }
        switch edge.state {
        case .down:
            input.record(.edge(edge))
            if case .tap(let output) = offered.effects[edge.switchID] { input.record(.tapped(output)) }
            press(edge.switchID, &input)
        case .up:
            try release(edge.switchID, &input)
            input.record(.edge(edge))
        }
    }

    private mutating func follow(_ sync: Command.SwitchSync, _ input: inout PCInput) throws(Refusal) {
        for id in pressed where !sync.pressed.contains(id) { try release(id, &input) }
        for id in sync.pressed where !pressed.contains(id) { press(id, &input) }
    }

    private mutating func press(_ id: SwitchID, _ input: inout PCInput) {
        pressed.insert(id)
        if let output = heldOutput(of: id) { input.press(output) }
    }

    private mutating func release(_ id: SwitchID, _ input: inout PCInput) throws(Refusal) {
        var others = pressed
        others.remove(id)
        if let output = heldOutput(of: id), !others.contains(where: { heldOutput(of: $0) == output }) {
            guard input.release(output) else { throw .releaseFailed }
        }
        pressed = others
    }

    // MARK: Scanning

    private mutating func scan(
        _ edge: Command.SwitchEdge, _ pressed: [SwitchID: Instant], at now: Instant, _ input: inout PCInput
    ) {
        var pressed = pressed
        switch edge.state {
        case .down:
            guard pressed[edge.switchID] == nil else { return }
            pressed[edge.switchID] = now
            input.record(.edge(edge))
            input.press(.scanSwitch(edge.switchID))
        case .up:
            guard let since = pressed.removeValue(forKey: edge.switchID) else { return }
            input.record(.edge(edge))
            _ = input.release(.scanSwitch(edge.switchID))
            select(edge.switchID, heldFor: now - since, &input)
        }
        state = .scanning(pressed: pressed)
    }

    private func select(_ id: SwitchID, heldFor duration: Duration, _ input: inout PCInput) {
        guard case .scan(let press, let holds) = offered.effects[id] else { return }
        let steps = min(Int(duration.nanoseconds / Self.holdStep.nanoseconds), holds.count)
        input.record(.scanned(steps > 0 ? holds[steps - 1] : press))
    }

    private mutating func withdraw(
        allBut kept: SwitchSet, from pressed: [SwitchID: Instant], _ input: inout PCInput
    ) {
        for id in pressed.keys.sorted() where !kept.contains(id) { _ = input.release(.scanSwitch(id)) }
        state = .scanning(pressed: pressed.filter { kept.contains($0.key) })
    }

    private mutating func dropScanningPresses(_ input: inout PCInput) {
        if case .scanning(let pressed) = state { withdraw(allBut: [], from: pressed, &input) }
    }
}
