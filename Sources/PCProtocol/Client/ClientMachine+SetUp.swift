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

    /// Nothing is assumed of what an unclean end left behind: the PC is told to stop it before anything else.
    private mutating func stopOldSession(_ old: UnfinishedSession, now: ClockReading) -> [ClientAction] {
        switch old.kind {
        case .mapped, .scanning:
            let step = Command.SessionStep(sessionID: old.sessionID, sequence: Self.recoverySequence)
            return end([.stopSession(step)] + old.held.releases, now: now)
        case .legacyGrid3:
            // Without sessions there is nothing to name: leaving releases everything on every PC.
            return ask(.disconnecting, as: .releaseAll, within: Self.commandAnswerDeadline, now: now)
        case .actions:
            return releaseLeft(old.held, now: now)
        }
    }

    private mutating func releaseLeft(_ held: HeldInputs, now: ClockReading) -> [ClientAction] {
        held.isEmpty ? recovered(now: now) + load(now: now) : end(held.releases, now: now)
    }

    private mutating func end(_ commands: [Command], now: ClockReading) -> [ClientAction] {
        var actions: [ClientAction] = []
        for command in commands where actions.isEmpty {
            actions += ask(command, as: .oldSession, within: Self.commandAnswerDeadline, now: now)
        }
        return actions
    }

    mutating func oldSessionAnswered(_ outcome: RequestOutcome, now: ClockReading) -> [ClientAction] {
        switch outcome {
        // Of several releases the last one answered counts.
        case .acknowledged: return exchange.awaits(.oldSession) ? [] : recovered(now: now) + load(now: now)
        case .refused: return oldSessionRefused(now: now)
        case .timedOut: return fail(.setUpFailed(outcome))
        }
    }

    /// What its release failed for, the PC may hold and have forgotten: no later answer proves anything (§7) but that to a
    /// release by name. One that fails again, after the PC was made to let go of everything, is tried at each stop.
    private mutating func oldSessionRefused(now: ClockReading) -> [ClientAction] {
        exchange.forget(.oldSession)
        unfinished?.releaseRefused = true
        let record = [unfinished.map { ClientAction.recordSession($0) }].compactMap(\.self)
        guard !hasReleasedAll else { return record + leaveUnproven() + load(now: now) }
        return record + ask(.disconnecting, as: .releaseAll, within: Self.commandAnswerDeadline, now: now)
    }

    /// `connection.disconnecting` made the PC let go of everything that it knows of; the connection begins anew.
    mutating func releaseAllAnswered(_ outcome: RequestOutcome, now: ClockReading) -> [ClientAction] {
        guard outcome == .acknowledged else { return fail(.setUpFailed(outcome)) }
        hasReleasedAll = true
        if unfinished?.kind == .actions { return authenticate(now: now) }
        return recovered(now: now) + authenticate(now: now)
    }

    private mutating func recovered(now: ClockReading) -> [ClientAction] {
        guard unfinished?.isProvenByAcknowledgement ?? true else { return leaveUnproven() }
        unfinished = nil
        return [.clearSession, .report(.recovered(proven: true))]
    }

    /// What can be let go of by name stays on disk.
    private mutating func leaveUnproven() -> [ClientAction] {
        unresolved = unfinished?.held ?? .nothing
        unfinished = nil
        return (unresolved.isEmpty ? [.clearSession] : []) + [.report(.recovered(proven: false))]
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
