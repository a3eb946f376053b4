// SPDX-License-Identifier: GPL-3.0-or-later
package import PCLink
package import SwitchCore

extension CentralMachine {
    /// Looking through the adapters for one that can be used.
    struct Opening: Hashable, Sendable {
        var rest: [UInt16] = []
        var information: AdapterInformation?
        /// The best that can be said when none will do.
        var problem: AdapterProblem
    }

    // MARK: Finding an adapter

    mutating func open(now: Instant) -> [Action] {
        adapter = nil
        state = .opening(Opening(problem: .absent(wanted: wantedAdapter)))
        return ask(.readIndexList, now: now)
    }

    /// The kernel's management interface itself cannot be used.
    package mutating func managementFailed(_ problem: AdapterProblem, now: Instant) -> [Action] {
        guard !isIdle else { return [] }
        service = nil
        pending = nil
        return [.closeLink] + noAdapter(problem, now: now)
    }

    private mutating func noAdapter(_ problem: AdapterProblem, now: Instant) -> [Action] {
        adapter = nil
        let gone = candidates.forgetAll().map { Action.report(.gone($0.nearby)) }
        switch goal {
        case .connect: return finish(.adapter(problem), now: now)
        case .survey:
            state = .waiting(until: now + Self.pause)
            defer { toldProblem = problem }
            return gone + (problem == toldProblem ? [] : [.report(.waiting(problem))])
        }
    }

    private mutating func tryNext(_ opening: Opening, now: Instant) -> [Action] {
        var opening = opening
        guard let next = opening.rest.first else { return noAdapter(opening.problem, now: now) }
        opening.rest.removeFirst()
        state = .opening(opening)
        return ask(.readInformation(adapter: next), now: now)
    }

    // MARK: Answers

    /// One packet of the kernel's. What cannot be taken apart is ignored.
    package mutating func managementPacketArrived(_ packet: [UInt8], now: Instant) -> [Action] {
        guard let event = ManagementEvent(decoding: packet) else { return [] }
        return managementEvent(event, now: now)
    }

    mutating func managementEvent(_ event: ManagementEvent, now: Instant) -> [Action] {
        switch event {
        case .completed(let opcode, let index, let status, let parameters):
            // Other programs' commands are answered to them alone; this is ours or a late one of ours.
            guard let pending, pending.command.opcode == opcode, pending.command.adapter == index,
                pending.command.mayBeAnswered(by: parameters)
            else { return [] }
            return commandEnded(pending.command, (status, parameters), now: now)
        case .adapterAdded:
            guard case .waiting = state else { return [] }
            return open(now: now)
        case .adapterRemoved(let index):
            return index == adapter?.index ? adapterLost(.absent(wanted: wantedAdapter), now: now) : []
        case .settingsChanged(let index, let settings):
            return index == adapter?.index && !settings.contains(.powered) ? [.readBlock(adapter: index)] : []
        case .discovering(let index, let isOn):
            return index == adapter?.index ? scanChanged(isOn, now: now) : []
        case .found(let index, let advertisement):
            guard index == adapter?.index, advertisement.data.isSwitchifyPC else { return [] }
            return heard(advertisement, now: now)
        case .other:
            return []
        }
    }

    /// - Parameter answer: nil when there was none in time.
    mutating func commandEnded(
        _ command: ManagementCommand, _ answer: (status: ManagementStatus, parameters: [UInt8])?, now: Instant
    ) -> [Action] {
        pending = nil
        switch command {
        case .readIndexList: return indexesRead(answer?.parameters ?? [], now: now)
        case .readInformation(let index): return informationRead(of: index, answer?.parameters ?? [], now: now)
        case .setLowEnergy(let index), .setPowered(let index, true):
            return switchedOn(index, answer?.status, now: now)
        case .readConnections: return connectionsRead(answer?.parameters, now: now)
        case .setPowered(_, false): return open(now: now)
        case .startDiscovery: return scanAnswered(answer?.status, now: now)
        case .stopDiscovery: return scanEnded(now: now)
        case .disconnect: return oldLinkEnded(now: now)
        case .loadConnectionParameters: return parametersLoaded(now: now)
        }
    }

    private mutating func indexesRead(_ parameters: [UInt8], now: Instant) -> [Action] {
        guard case .opening(var opening) = state else { return [] }
        var reader = ByteReader(parameters)
        let count = Int(reader.word() ?? 0)
        while opening.rest.count < count, let index = reader.word() { opening.rest.append(index) }
        opening.rest = opening.rest.filter { wantedAdapter == nil || wantedAdapter == "hci\($0)" }.sorted()
        return tryNext(opening, now: now)
    }

    private mutating func informationRead(of index: UInt16, _ parameters: [UInt8], now: Instant) -> [Action] {
        guard case .opening(var opening) = state else { return [] }
        guard let information = AdapterInformation(decoding: parameters) else { return tryNext(opening, now: now) }
        guard information.supported.contains(.lowEnergy) else {
            opening.problem = .notLE
            return tryNext(opening, now: now)
        }
        opening.information = information
        state = .opening(opening)
        return switchOn(index, information, now: now)
    }

    private mutating func switchOn(_ index: UInt16, _ information: AdapterInformation, now: Instant) -> [Action] {
        if !information.current.contains(.lowEnergy) { return ask(.setLowEnergy(adapter: index), now: now) }
        guard !information.current.contains(.powered) else {
            adapter = Adapter(index: index, address: information.address)
            toldProblem = nil
            return [.report(.searching)] + beginSearch(now: now)
        }
        // Whoever runs this program wants Bluetooth; who wants it off blocks it. bluetoothd, for one, leaves it off when it
        // ends, and the person with the switches could not switch it on.
        return ask(.setPowered(adapter: index, true), now: now)
    }

    /// The adapter in use is off, or the one to be used cannot be switched on: by rfkill, or for another reason.
    package mutating func blockRead(_ isBlocked: Bool, now: Instant) -> [Action] {
        let problem = isBlocked ? AdapterProblem.blocked : .off
        guard case .opening(var opening) = state else { return adapterLost(problem, now: now) }
        opening.problem = problem
        return tryNext(opening, now: now)
    }

    private mutating func switchedOn(_ index: UInt16, _ status: ManagementStatus?, now: Instant) -> [Action] {
        guard case .opening(var opening) = state, var information = opening.information else { return [] }
        guard status == .success else { return notSwitchedOn(index, status, opening, now: now) }
        information.current.insert(information.current.contains(.lowEnergy) ? .powered : .lowEnergy)
        opening.information = information
        state = .opening(opening)
        return switchOn(index, information, now: now)
    }

    private mutating func notSwitchedOn(
        _ index: UInt16, _ status: ManagementStatus?, _ opening: Opening, now: Instant
    ) -> [Action] {
        var opening = opening
        switch status {
        case .permissionDenied: opening.problem = .notPermitted
        case .blocked: opening.problem = .blocked
        // An adapter that is blocked while the kernel still sets it up fails with whatever it was about.
        default: return [.readBlock(adapter: index)]
        }
        return tryNext(opening, now: now)
    }

    // MARK: Reviving

    /// Adapters and their drivers come to a state in which they hear but make no link until they are switched off and on. The
    /// person with the switches could not do that; it is done where nobody else has a link on the adapter.
    mutating func revive(_ adapter: Adapter, now: Instant) -> [Action] {
        revivedAt = now
        attemptsInVain = 0
        state = .reviving
        return ask(.readConnections(adapter: adapter.index), now: now)
    }

    func mayBeRevived(_ now: Instant) -> Bool {
        guard attemptsInVain >= Self.attemptsBeforeReviving else { return false }
        return revivedAt.map { now >= $0 + Self.pauseBetweenRevivals } ?? true
    }

    private mutating func connectionsRead(_ parameters: [UInt8]?, now: Instant) -> [Action] {
        guard case .reviving = state, let adapter else { return [] }
        var reader = ByteReader(parameters ?? [])
        guard reader.word() == 0 else { return beginSearch(now: now) }
        return ask(.setPowered(adapter: adapter.index, false), now: now)
    }

    // MARK: Searching

    mutating func beginSearch(now: Instant) -> [Action] {
        if case .connect = goal, searchUntil == nil { searchUntil = now + Self.searchDeadline }
        if let deafSince { candidates.listeningResumed(after: now - deafSince, at: now) }
        deafSince = nil
        let search = Search(scan: .pausing(until: now), until: searchUntil)
        state = .searching(search)
        return searchTimeReached(search, now)
    }

    private mutating func startScan(_ adapter: Adapter, now: Instant) -> [Action] {
        guard case .searching(var search) = state else { return [] }
        search.scan = .beginning
        state = .searching(search)
        return ask(.startDiscovery(adapter: adapter.index), now: now)
    }

    private mutating func scanAnswered(_ status: ManagementStatus?, now: Instant) -> [Action] {
        guard case .searching(var search) = state else { return [] }
        switch status {
        case .success: search.scan = .ours(until: now + Self.scanRound)
        case .busy: search.scan = .others
        case .permissionDenied: return noAdapter(.notPermitted, now: now)
        case .blocked: return noAdapter(.blocked, now: now)
        case .invalidIndex: return noAdapter(.absent(wanted: wantedAdapter), now: now)
        case .notPowered: return noAdapter(.off, now: now)
        default: search.scan = .pausing(until: now + Self.pause)
        }
        state = .searching(search)
        return approachNext(now: now)
    }

    private mutating func scanChanged(_ isOn: Bool, now: Instant) -> [Action] {
        guard case .searching(let search) = state, !isOn, let adapter else { return [] }
        switch search.scan {
        // A scan of the kernel ends by itself after 10 s.
        case .ours, .others: return startScan(adapter, now: now)
        case .beginning, .ending, .pausing: return []
        }
    }

    private mutating func roundEnded(_ search: Search, _ adapter: Adapter, now: Instant) -> [Action] {
        var search = search
        search.scan = .ending
        state = .searching(search)
        return ask(.stopDiscovery(adapter: adapter.index), now: now)
    }

    /// Between two scans is the moment to turn to a PC.
    mutating func searchScanEnded(_ search: Search, now: Instant) -> [Action] {
        var search = search
        search.scan = .pausing(until: now)
        state = .searching(search)
        return searchTimeReached(search, now)
    }

    mutating func searchTimeReached(_ search: Search, _ now: Instant) -> [Action] {
        if let until = search.until, until <= now { return giveUp(search, now: now) }
        let gone = candidates.forgetGone(at: now).map { Action.report(.gone($0.nearby)) }
        let approach = approachNext(now: now)
        guard case .searching = state, let adapter else { return gone + approach }
        switch search.scan {
        case .pausing(let until) where until <= now: return gone + startScan(adapter, now: now)
        case .ours(let until) where until <= now: return gone + roundEnded(search, adapter, now: now)
        case .beginning, .ours, .ending, .others, .pausing: return gone
        }
    }

    private mutating func giveUp(_ search: Search, now: Instant) -> [Action] {
        let failure = lastFailure ?? (candidates.haveFailed ? .unanswered : .outOfRange)
        guard search.scan.isOurs, let adapter else { return finish(failure, now: now) }
        state = .leaving(then: .end(failure), until: now + Self.leaveDeadline)
        return ask(.stopDiscovery(adapter: adapter.index), now: now)
    }

    private mutating func heard(_ advertisement: Advertisement, now: Instant) -> [Action] {
        let news = candidates.heard(advertisement, at: now)
        return [news.map { .report(.found($0.nearby)) }].compactMap { $0 } + approachNext(now: now)
    }

    private mutating func adapterLost(_ problem: AdapterProblem, now: Instant) -> [Action] {
        switch state {
        case .idle, .opening, .waiting, .reviving: return []
        case .leaving(let next, _): return left(next, now: now)
        case .searching: return noAdapter(problem, now: now)
        case .approaching, .asking, .subscribing, .carrying:
            service = nil
            pending = nil
            return [.closeLink] + noAdapter(problem, now: now)
        }
    }
}
