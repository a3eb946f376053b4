// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore

/// What happens at the PC once a command has been admitted: its switch session, single commands and what they hold (§7, §8).
struct PCDesk: Sendable {
    static let textStreamLimit = 8

    var input = PCInput()
    private(set) var session: PCSwitchSession?
    /// Held by single commands, in the order in which they went down.
    private var direct: [PCOutput] = []
    /// The last step of the newest older-style Grid 3 session.
    private var gridStep: Command.SessionStep?
    /// The next number of each open text stream.
    private var textStreams: [String: Int] = [:]

    mutating func carryOut(
        _ command: Command, deviceID: String, _ configuration: PCConfiguration
    ) throws(Refusal) {
        if session != nil, command.type.isInput, !configuration.allowedDuringSession.contains(command.type) {
            throw Refusal(.inputFailed, "switch_session_active")
        }
        if command.type.endsRepeat { endRepeat() }
        switch command {
        case .ping, .pointerProfile, .listProfiles: break
        case .disconnecting: try releaseEverything(.disconnected)
        case .startSession(let start): try startSession(start, deviceID, configuration)
        case .edge(let edge):
            try inSession(edge.step, deviceID) { session, input throws(Refusal) in
                try session.edgeArrived(edge, at: input.now, &input)
            }
        case .sync(let sync):
            try inSession(sync.step, deviceID) { session, input throws(Refusal) in
                try session.syncArrived(sync, at: input.now, &input)
            }
        case .stopSession(let step): try stopSession(step, deviceID)
        case .setGridSwitch(let id, let state, let step): try setGridSwitch(id, state, step)
        case .syncGrid(let sync): try syncGrid(sync)
        case .modifierDown(let modifier): hold(.modifier(modifier))
        case .modifierUp(let modifier): try letGo(.modifier(modifier))
        case .startDrag(let button): hold(.mouseButton(button))
        case .endDrag(let button): try letGo(.mouseButton(button))
        case .startRepeat(let repeated):
            endRepeat()
            hold(.repeating(repeated))
        case .stopRepeat: break
        case .openTextStream(let id):
            try openTextStream(id)
            input.record(.command(command))
        case .textStreamChunk(let id, let number, _), .textStreamKey(let id, let number, _):
            try continueTextStream(id, number)
            input.record(.command(command))
        case .closeTextStream(let id, let expectedCount):
            try closeTextStream(id, expectedCount)
            input.record(.command(command))
        case .setPointerSpeed, .moveToDisplay, .moveMouse, .scroll, .click, .doubleClick, .rightClick, .key,
            .shortcut, .typeText, .media, .window:
            input.record(.command(command))
        }
    }

    // MARK: Sessions

    private mutating func startSession(
        _ start: Command.SessionStart, _ deviceID: String, _ configuration: PCConfiguration
    ) throws(Refusal) {
        let offered = configuration.profiles.first { $0.profile.id == start.profileID }
        guard let offered, offered.profile.version == start.profileVersion else {
            throw Refusal(.invalidPayload, "unknown_profile")
        }
        guard offered.profile.kind != .scanning || configuration.capabilities.switchScanning else {
            throw Refusal(.invalidPayload, "unknown_profile")
        }
        try releaseEverything(.replaced)
        session = PCSwitchSession(start, offered: offered, deviceID: deviceID, at: input.now)
        input.record(.sessionStarted(start.sessionID, profileID: start.profileID))
    }

    private mutating func inSession(
        _ step: Command.SessionStep, _ deviceID: String,
        _ body: (inout PCSwitchSession, inout PCInput) throws(Refusal) -> Void
    ) throws(Refusal) {
        guard var session, session.id == step.sessionID, session.deviceID == deviceID else {
            throw Refusal(.inputFailed, "no_such_session")
        }
        // What a refused message changed before it failed stays changed.
        defer { self.session = session }
        try body(&session, &input)
    }

    /// A stop for a session that is not there has nothing to do and is acked: what it asks for is so.
    private mutating func stopSession(_ step: Command.SessionStep, _ deviceID: String) throws(Refusal) {
        guard session?.id == step.sessionID, session?.deviceID == deviceID else { return }
        guard session?.stopArrived(step, at: input.now) == true else { return }
        try endSession(.stopped)
    }

    mutating func sessionExpired() {
        // Scanning holds nothing that could fail to be released.
        try? endSession(.expired)
    }

    /// The session is over even when a release fails: what then stays down is forgotten.
    private mutating func endSession(_ reason: PCSessionEnd) throws(Refusal) {
        guard var session else { return }
        self.session = nil
        defer { input.record(.sessionEnded(session.id, reason)) }
        try session.ended(&input)
    }

    mutating func releaseEverything(_ reason: PCSessionEnd) throws(Refusal) {
        var allReleased = true
        do { try endSession(reason) } catch { allReleased = false }
        for output in direct where !input.release(output) { allReleased = false }
        direct = []
        gridStep = nil
        textStreams = [:]
        if !allReleased { throw .releaseFailed }
    }

    // MARK: What single commands hold

    private mutating func hold(_ output: PCOutput) {
        if !direct.contains(output) { direct.append(output) }
        input.press(output)
    }

    private mutating func letGo(_ output: PCOutput) throws(Refusal) {
        guard input.release(output) else { throw .releaseFailed }
        direct.removeAll { $0 == output }
    }

    private mutating func endRepeat() {
        for case .repeating(let repeated) in direct { try? letGo(.repeating(repeated)) }
    }

    // MARK: Grid 3 without sessions

    private mutating func setGridSwitch(
        _ id: SwitchID, _ state: EdgeState, _ step: Command.SessionStep?
    ) throws(Refusal) {
        if let step, !isNewGridStep(step) { return }
        switch state {
        case .down: hold(.gridSwitch(id))
        case .up: try letGo(.gridSwitch(id))
        }
        if let step { gridStep = step }
    }

    private mutating func syncGrid(_ sync: Command.SwitchSync) throws(Refusal) {
        guard isNewGridStep(sync.step) else { return }
        for case .gridSwitch(let id) in direct where !sync.pressed.contains(id) { try letGo(.gridSwitch(id)) }
        for id in sync.pressed { hold(.gridSwitch(id)) }
        gridStep = sync.step
    }

    private func isNewGridStep(_ step: Command.SessionStep) -> Bool {
        gridStep?.sessionID != step.sessionID || step.sequence > gridStep?.sequence ?? 0
    }

    // MARK: Text streams

    private mutating func openTextStream(_ id: String) throws(Refusal) {
        guard textStreams[id] != nil || textStreams.count < Self.textStreamLimit else {
            throw Refusal(.inputFailed, "too_many_streams")
        }
        textStreams[id] = 0
    }

    private mutating func continueTextStream(_ id: String, _ number: Int) throws(Refusal) {
        guard textStreams[id] == number else { throw Refusal(.inputFailed, "stream_out_of_order") }
        textStreams[id] = number + 1
    }

    private mutating func closeTextStream(_ id: String, _ expectedCount: Int) throws(Refusal) {
        guard textStreams.removeValue(forKey: id) == expectedCount else {
            throw Refusal(.inputFailed, "stream_incomplete")
        }
    }
}
