// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore

extension ClientMachine {
    // MARK: Setting up

    mutating func authenticate(now: ClockReading) -> [ClientAction] {
        state = .authenticating
        return ask(.ping(deviceName: identity.deviceName), as: .ping, within: Self.setUpAnswerDeadline, now: now)
    }

    mutating func authenticationAnswered(_ answer: Answer, now: ClockReading) -> [ClientAction] {
        // A name that could not be taken over does not make a ping fail (protocol note §4).
        if case .error(_, let code, _) = answer, code != .nameUpdateFailed { return fail(failure(refusedWith: code)) }
        let report = ClientAction.report(.authenticated(nameTaken: !answer.isNameFailure))
        guard let unfinished else { return [report] + load(now: now) }
        state = .recovering
        return [report] + stopOldSession(unfinished, now: now)
    }

    private func failure(refusedWith code: ErrorCode) -> ClientFailure {
        switch code {
        case .invalidAuth, .unknownDevice: .accessVoid
        case .expiredTimestamp: .clocksApart
        case .invalidVersion, .invalidType, .invalidPayload, .duplicateRequest, .unsupportedCommand, .inputFailed,
            .nameUpdateFailed, .other:
            .setUpFailed(.refused(code: code.text))
        }
    }

    /// Nothing is assumed of what an unclean end left behind: the PC is told to stop it before anything else. What single
    /// commands hold is let go of after that, since a PC refuses single commands while a session goes on (§7).
    private mutating func stopOldSession(_ old: UnfinishedSession, now: ClockReading) -> [ClientAction] {
        guard !hasReleasedAll else { return releaseLeft(old.held, now: now) }
        switch old.kind {
        case .mapped, .scanning:
            let step = Command.SessionStep(sessionID: old.sessionID, sequence: Self.recoverySequence)
            return ask(.stopSession(step), as: .oldSession, within: Self.commandAnswerDeadline, now: now)
        case .legacyGrid3:
            // Without sessions there is nothing to name: leaving releases everything on every PC.
            return ask(.disconnecting, as: .releaseAll, within: Self.commandAnswerDeadline, now: now)
        case .actions:
            return releaseLeft(old.held, now: now)
        }
    }

    private mutating func releaseLeft(_ held: HeldInputs, now: ClockReading) -> [ClientAction] {
        oldSessionHasEnded = true
        guard !held.isEmpty else { return recovered() + load(now: now) }
        return ask(held.releases, as: .oldSession, now: now)
    }

    private mutating func ask(_ commands: [Command], as question: Question, now: ClockReading) -> [ClientAction] {
        var actions: [ClientAction] = []
        for command in commands where actions.isEmpty {
            actions += ask(command, as: question, within: Self.commandAnswerDeadline, now: now)
        }
        return actions
    }

    mutating func oldSessionAnswered(_ outcome: RequestOutcome, now: ClockReading) -> [ClientAction] {
        switch outcome {
        case .acknowledged:
            // Of several releases the last one answered counts.
            guard !exchange.awaits(.oldSession) else { return [] }
            guard oldSessionHasEnded else { return releaseLeft(unfinished?.held ?? .nothing, now: now) }
            return recovered() + load(now: now)
        case .refused: return oldSessionRefused(now: now)
        case .timedOut: return fail(.setUpFailed(outcome))
        }
    }

    /// What its release failed for, the PC may hold and have forgotten: no later answer proves anything (§7) but that to a
    /// release by name. One that fails again, after the PC was made to let go of everything, stays in doubt.
    private mutating func oldSessionRefused(now: ClockReading) -> [ClientAction] {
        exchange.forget(.oldSession)
        let record = recordRefusal()
        guard !hasReleasedAll else { return record + leaveInDoubt() + load(now: now) }
        return record + ask(.disconnecting, as: .releaseAll, within: Self.commandAnswerDeadline, now: now)
    }

    private mutating func recordRefusal() -> [ClientAction] {
        if !oldSessionHasEnded || unfinished?.kind == .actions { unfinished?.releaseRefused = true }
        return [unfinished.map { ClientAction.recordSession($0) }].compactMap(\.self)
    }

    /// `connection.disconnecting` made the PC let go of everything that it knows of; the connection begins anew. A PC that refuses
    /// it has forgotten what it could not let go of, and acknowledges the next one.
    mutating func releaseAllAnswered(_ outcome: RequestOutcome, now: ClockReading) -> [ClientAction] {
        switch outcome {
        case .acknowledged: break
        case .refused: return recordRefusal() + fail(.setUpFailed(outcome))
        case .timedOut: return fail(.setUpFailed(.timedOut))
        }
        hasReleasedAll = true
        guard let unfinished, !unfinished.held.isEmpty else { return recovered() + authenticate(now: now) }
        return authenticate(now: now)
    }

    /// All that could be let go of by name was.
    private mutating func recovered() -> [ClientAction] {
        let proven = unfinished?.isProvenByAcknowledgement ?? true
        unfinished = nil
        return [.clearSession, .report(.recovered(proven: proven))]
    }

    private mutating func leaveInDoubt() -> [ClientAction] {
        guard let old = unfinished else { return [] }
        unfinished = nil
        inDoubt = old.held
        return [
            .recordSession(doubt(since: old.sessionID)), .report(.recovered(proven: false)),
            .report(.commandsInDoubt),
        ]
    }

    // MARK: What is in doubt

    /// As it stays on disk without a session.
    func doubt(since sessionID: SessionID) -> UnfinishedSession {
        UnfinishedSession(sessionID: sessionID, kind: .actions, releaseRefused: true, held: inDoubt)
    }

    /// A session has ended: the PC takes single commands again.
    mutating func askForDoubt(now: ClockReading) -> [ClientAction] {
        ask(inDoubt.releases, as: .doubt, now: now)
    }

    mutating func doubtAnswered(_ outcome: RequestOutcome) -> [ClientAction] {
        guard outcome == .acknowledged else {
            exchange.forget(.doubt)
            return []
        }
        guard !exchange.awaits(.doubt) else { return [] }
        inDoubt = .nothing
        return [.clearSession, .report(.recovered(proven: true))]
    }

    private mutating func load(now: ClockReading) -> [ClientAction] {
        state = .loading
        profileAttemptsLeft = Self.profileAttempts
        return askForProfile(now: now)
    }

    mutating func askForProfile(now: ClockReading) -> [ClientAction] {
        profileAttemptsLeft -= 1
        profileRetry = nil
        return ask(.pointerProfile, as: .profile, within: Self.setUpAnswerDeadline, now: now)
    }

    mutating func profileFailed(_ outcome: RequestOutcome, now: ClockReading) -> [ClientAction] {
        guard profileAttemptsLeft > 0 else { return fail(.setUpFailed(outcome)) }
        profileRetry = now.instant + Self.profileRetryPause
        return []
    }

    mutating func profileLoaded(_ profile: PointerProfile, now: ClockReading) -> [ClientAction] {
        pointerProfile = profile
        let capabilities = profile.capabilities
        guard capabilities.offersSwitchSessions else {
            return becomeReady(capabilities.offersOnlyGrid3 ? .legacyGrid3 : .none)
        }
        let list = Command.listProfiles(includeScanning: capabilities.switchScanning)
        return ask(list, as: .catalogue, within: Self.setUpAnswerDeadline, now: now)
    }

    mutating func becomeReady(_ catalogue: SwitchCatalogue) -> [ClientAction] {
        guard let status, let pointerProfile else { return [] }
        state = .ready
        return [.report(.ready(PCDetails(status: status, pointerProfile: pointerProfile, catalogue: catalogue)))]
    }
}
