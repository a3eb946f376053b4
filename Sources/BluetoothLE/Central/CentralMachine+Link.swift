// SPDX-License-Identifier: GPL-3.0-or-later
package import PCLink
import PCProtocol
package import SwitchCore

extension CentralMachine {
    // MARK: Approaching

    /// Turns to the next PC worth asking, if there is one. The scan ends first, then whatever link an earlier run left: the
    /// kernel would use it again, and the PC would see no new connection.
    mutating func approachNext(now: Instant) -> [Action] {
        guard case .searching(let search) = state, let adapter,
            let candidate = candidates.next(for: goal, at: now)
        else { return [] }
        switch search.scan {
        case .beginning, .ending: return []
        case .ours:
            deafSince = now
            state = .approaching(candidate.address, .endingScan)
            return ask(.stopDiscovery(adapter: adapter.index), now: now)
        case .others, .pausing:
            deafSince = now
            return endOldLink(candidate.address, now: now)
        }
    }

    /// The answer to `stopDiscovery`, whatever it is: it can only say that no scan goes on.
    mutating func scanEnded(now: Instant) -> [Action] {
        switch state {
        case .approaching(let address, .endingScan): return endOldLink(address, now: now)
        case .searching(let search) where search.scan == .ending: return searchScanEnded(search, now: now)
        case .leaving(let next, _): return left(next, now: now)
        case .idle, .opening, .waiting, .searching, .approaching, .asking, .subscribing, .carrying, .reviving: return []
        }
    }

    private mutating func endOldLink(_ address: BluetoothAddress, now: Instant) -> [Action] {
        guard let adapter else { return [] }
        state = .approaching(address, .endingOldLink)
        return ask(.disconnect(adapter: adapter.index, address), now: now)
    }

    /// The answer to `disconnect`: the link has ended, or there was none.
    mutating func oldLinkEnded(now: Instant) -> [Action] {
        switch state {
        case .approaching(let address, .endingOldLink):
            guard let adapter else { return [] }
            state = .approaching(address, .loadingParameters)
            return ask(.loadConnectionParameters(adapter: adapter.index, address, .forForwarding), now: now)
        case .leaving(let next, _): return left(next, now: now)
        case .idle, .opening, .waiting, .searching, .approaching, .asking, .subscribing, .carrying, .reviving: return []
        }
    }

    /// Whatever the answer: with other parameters the link is slower, not worse.
    mutating func parametersLoaded(now: Instant) -> [Action] {
        guard case .approaching(let address, .loadingParameters) = state, let adapter else { return [] }
        state = .approaching(address, .connecting(until: now + Self.connectDeadline))
        return [.openLink(address, from: adapter.address)]
    }

    // MARK: The link

    package mutating func linkOpened(now: Instant) -> [Action] {
        guard case .approaching(let address, .connecting) = state else { return [] }
        attemptsInVain = 0
        state = .asking(address, until: now + Self.askDeadline)
        var service = PCServiceMachine()
        let actions = service.linkOpened(now: now)
        self.service = service
        return perform(actions, now: now)
    }

    package mutating func packetArrived(_ bytes: [UInt8], now: Instant) -> [Action] {
        guard let actions = service?.packetArrived(bytes, now: now) else { return [] }
        return perform(actions, now: now)
    }

    /// The link could not be made, or came to an end.
    package mutating func linkLost(_ failure: LinkFailure, now: Instant) -> [Action] {
        switch state {
        case .approaching(let address, .connecting), .asking(let address, _), .subscribing(let address, _, _):
            return candidateFailed(address, failure, now: now)
        case .carrying(let address): return lost(address, failure, now: now)
        case .idle, .opening, .waiting, .searching, .approaching, .reviving, .leaving: return []
        }
    }

    private mutating func lost(_ address: BluetoothAddress, _ failure: LinkFailure, now: Instant) -> [Action] {
        // The news must not wait for the end of the link.
        [.report(.lost(failure))] + leave(address, then: .end(nil), now: now)
    }

    mutating func candidateFailed(_ address: BluetoothAddress, _ failure: LinkFailure, now: Instant) -> [Action] {
        candidates.failed(address, at: now)
        // What cannot be used may be another's, and must not end the search for ours.
        if failure.mayPass { lastFailure = failure }
        return leave(address, then: .search, now: now)
    }

    private mutating func leave(_ address: BluetoothAddress, then next: Next, now: Instant) -> [Action] {
        service = nil
        guard let adapter else { return [.closeLink] + left(next, now: now) }
        state = .leaving(then: next, until: now + Self.leaveDeadline)
        return [.closeLink] + ask(.disconnect(adapter: adapter.index, address), now: now)
    }

    mutating func left(_ next: Next, now: Instant) -> [Action] {
        pending = nil
        switch next {
        case .search:
            guard mayBeRevived(now), let adapter else { return beginSearch(now: now) }
            return revive(adapter, now: now)
        case .end(let failure): return finish(failure, now: now)
        case .restart:
            state = .idle
            return started(now: now)
        }
    }

    // MARK: What the PC's service says

    mutating func perform(_ actions: [PCServiceMachine.Action], now: Instant) -> [Action] {
        actions.flatMap { perform($0, now: now) }
    }

    private mutating func perform(_ action: PCServiceMachine.Action, now: Instant) -> [Action] {
        switch action {
        case .send(let packet): return [.put(packet)]
        case .statusRead(let status): return statusRead(status, now: now)
        case .subscribed(let maximumFrameSize):
            guard case .subscribing(let address, let status, _) = state else { return [] }
            state = .carrying(address)
            candidates.worked(address)
            return [.report(.connected(status: status, maximumFrameSize: maximumFrameSize))]
        case .frameArrived(let frame): return [.report(.frame(frame))]
        case .writable: return [.report(.writable)]
        case .failed(let problem): return linkLost(LinkFailure(problem), now: now)
        }
    }

    private mutating func statusRead(_ bytes: [UInt8], now: Instant) -> [Action] {
        guard case .asking(let address, _) = state else { return [] }
        guard let status = try? PCStatus(decoding: bytes) else {
            return candidateFailed(address, .unusableStatus, now: now)
        }
        var actions = candidates.answered(address, status, at: now).map { Action.report(.gone($0.nearby)) }
        if let candidate = candidates[address] { actions.append(.report(.found(candidate.nearby))) }
        guard goal == .connect(desktopID: status.desktopID) else {
            return actions + leave(address, then: .search, now: now)
        }
        state = .subscribing(address, status: bytes, until: now + Self.askDeadline)
        let subscribing = service?.subscribe(fetchingAnswers: status.responseTransport == .reads, now: now)
        return actions + perform(subscribing ?? [], now: now)
    }
}

extension LinkFailure {
    init(_ problem: PCServiceProblem) {
        switch problem {
        case .serviceMissing, .characteristicMissing, .characteristicUnusable, .subscriptionMissing: self = .noService
        case .demandsBluetoothPairing: self = .demandsBonding
        case .valueTooLong(.readingStatus): self = .unusableStatus
        case .valueTooLong, .endless, .refused, .unanswered, .unusableAnswer: self = .unanswered
        }
    }
}
