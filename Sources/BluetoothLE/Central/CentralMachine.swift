// SPDX-License-Identifier: GPL-3.0-or-later
package import PCLink
import PCProtocol
package import SwitchCore

/// What this box does on the air as a central (Bluetooth Core, Vol 3, Part C, 2.2.2.4): finds an adapter, hears PCs, asks
/// each what it is, and for one of them goes on to carry frames.
///
///     idle → opening → searching → approaching → asking → subscribing → carrying
///                          ↑            │           │          │            │
///                          └─────── leaving ←───────┴──────────┴────────────┴→ leaving → idle
///
/// Any of them falls to `waiting` (a survey) or `idle` when the adapter goes; from `leaving` an adapter that makes no links is
/// switched off and on (`reviving`). One attempt at a time; no search goes on while there is a link (F32). It owns no socket: commands to the kernel, the link
/// and its packets are actions, and what comes back are its events.
package struct CentralMachine: Sendable {
    static let commandDeadline = Duration.seconds(5)
    /// Switching an adapter on can take long.
    static let powerDeadline = Duration.seconds(15)
    /// So long a wanted PC is looked for before it counts as out of range.
    static let searchDeadline = Duration.seconds(15)
    /// After so long a scan is begun anew. An adapter tells each device once in a scan, and the kernel keeps an
    /// advertisement whose scan response was not heard until the scan ends.
    static let scanRound = Duration.seconds(4)
    static let connectDeadline = Duration.seconds(10)
    /// From the link to the PC's status, and from there to the first frame.
    static let askDeadline = Duration.seconds(10)
    static let leaveDeadline = Duration.seconds(3)
    /// So many links in a row that were not made, though the PC was heard, and the adapter is switched off and on.
    static let attemptsBeforeReviving = 3
    /// So long it is not done again: it may be the PC, or somebody who only pretends to be one.
    static let pauseBetweenRevivals = Duration.seconds(600)
    /// Between attempts to begin a search that does not begin, or to find an adapter where there is none.
    static let pause = Duration.seconds(2)

    package enum Action: Hashable, Sendable {
        case command(ManagementCommand)
        /// Look whether rfkill blocks this adapter, and say `blockRead`.
        case readBlock(adapter: UInt16)
        /// Open an ATT link from this adapter (address, all zero where it has none). The link comes to an end of its own.
        case openLink(BluetoothAddress, from: [UInt8])
        case closeLink
        case put([UInt8])
        case report(Report)
    }

    package enum Report: Hashable, Sendable {
        /// An adapter is at work.
        case searching
        /// There is none that can be used, for now.
        case waiting(AdapterProblem)
        case found(NearbyPC)
        case gone(NearbyPC)
        case connected(status: [UInt8], maximumFrameSize: Int)
        case frame([UInt8])
        case writable
        case lost(LinkFailure)
        /// Nothing is left open: the adapter is free for others.
        case ended
    }

    enum State: Hashable, Sendable {
        /// → `opening`.
        case idle
        /// → `searching`, `waiting`, `idle`.
        case opening(Opening)
        /// Only in a survey: there is no adapter to use. → `opening`.
        case waiting(until: Instant)
        /// → `approaching`, `waiting`, `leaving`, `idle`.
        case searching(Search)
        /// → `leaving`, `asking`.
        case approaching(BluetoothAddress, Step)
        /// → `subscribing`, `leaving`.
        case asking(BluetoothAddress, until: Instant)
        /// → `carrying`, `leaving`.
        case subscribing(BluetoothAddress, status: [UInt8], until: Instant)
        /// → `leaving`.
        case carrying(BluetoothAddress)
        /// The adapter is being switched off, to be opened anew. → `opening`, `searching`, `idle`.
        case reviving
        /// The link is being ended, or the scan at the end of a search. → `searching`, `reviving`, `opening`, `idle`.
        case leaving(then: Next, until: Instant)
    }

    struct Search: Hashable, Sendable {
        enum Scan: Hashable, Sendable {
            case beginning
            /// Until the round is over.
            case ours(until: Instant)
            case ending
            /// Another program scans; the kernel tells everyone what it hears.
            case others
            case pausing(until: Instant)
        }

        var scan: Scan
        /// When the wanted PC counts as out of range.
        var until: Instant?
    }

    enum Step: Hashable, Sendable {
        case endingScan, endingOldLink, loadingParameters
        case connecting(until: Instant)
    }

    enum Next: Hashable, Sendable {
        case search
        case end(LinkFailure?)
        /// Begin again once all is closed.
        case restart
    }

    var state = State.idle
    let goal: CentralGoal
    /// The adapter that has to be used, such as "hci1"; nil for any.
    let wantedAdapter: String?
    var candidates = Candidates()
    var service: PCServiceMachine?
    var adapter: Adapter?
    /// The command that the kernel has not answered yet.
    var pending: Pending?
    /// Why the last PC that was asked was none: better to tell than "out of range".
    var lastFailure: LinkFailure?
    /// Links in a row that were not made in time.
    var attemptsInVain = 0
    var revivedAt: Instant?
    /// What was told of adapters last: each change is told once.
    var toldProblem: AdapterProblem?
    var searchUntil: Instant?
    /// Since when nothing can be heard, because a link is made or up or nobody searches; nil while it can.
    var deafSince: Instant?

    struct Adapter: Hashable, Sendable {
        var index: UInt16
        var address: [UInt8]
    }

    struct Pending: Hashable, Sendable {
        var command: ManagementCommand
        var deadline: Instant
    }

    package init(goal: CentralGoal, wantedAdapter: String?) {
        self.goal = goal
        self.wantedAdapter = wantedAdapter
    }

    package var isIdle: Bool { state == .idle }

    // MARK: From its owner

    /// Begins to search; while something is still being closed, right after that.
    package mutating func started(now: Instant) -> [Action] {
        switch state {
        case .idle:
            candidates.searchBegan()
            lastFailure = nil
            searchUntil = nil
            return open(now: now)
        case .leaving(.end, let until):
            state = .leaving(then: .restart, until: until)
            return []
        case .opening, .waiting, .searching, .approaching, .asking, .subscribing, .carrying, .reviving, .leaving:
            return []
        }
    }

    /// Ends everything at once. The kernel is told to end the link too: a socket that closes leaves it up for 2 s. Nothing
    /// follows, so whoever connects next waits for that end first. Of what was decided before, nothing need be done any more.
    package mutating func cut() -> [Action] {
        defer {
            state = .idle
            pending = nil
            service = nil
        }
        guard let adapter else { return [] }
        switch state {
        case .idle, .opening, .waiting, .reviving, .approaching(_, .endingScan): return []
        // Whoever was told of the loss may cut before the kernel was told to end the link.
        case .leaving: return [.closeLink] + [pending.map { .command($0.command) }].compactMap { $0 }
        case .searching(let search):
            return search.scan.isOurs ? [.command(.stopDiscovery(adapter: adapter.index))] : []
        case .approaching(let address, _), .asking(let address, _), .subscribing(let address, _, _),
            .carrying(let address):
            return [.closeLink, .command(.disconnect(adapter: adapter.index, address))]
        }
    }

    /// Nil when the link does not take it now: `.writable` follows.
    package mutating func frameOffered(_ frame: [UInt8], isUrgent: Bool, now: Instant) -> [Action]? {
        guard case .carrying = state, let actions = service?.write(frame, isUrgent: isUrgent, now: now) else {
            return nil
        }
        return perform(actions, now: now)
    }

    package mutating func answerExpected(_ isExpected: Bool) { service?.expectsAnswer = isExpected }

    /// The link holds nothing that still has to be sent.
    package mutating func linkEmptied(now: Instant) -> [Action] { perform(service?.channelEmptied() ?? [], now: now) }

    /// Of the adapter that is in use.
    package var adapterIndex: UInt16? { adapter?.index }

    // MARK: Time

    package var deadline: Instant? {
        earliest([pending?.deadline, stateDeadline, service?.deadline])
    }

    private var stateDeadline: Instant? {
        switch state {
        case .idle, .opening, .carrying, .reviving: nil
        case .waiting(let until), .approaching(_, .connecting(let until)), .asking(_, let until),
            .subscribing(_, _, let until), .leaving(_, let until):
            until
        case .approaching: nil
        case .searching(let search): searchDeadline(search)
        }
    }

    private func searchDeadline(_ search: Search) -> Instant? {
        switch search.scan {
        // Nothing is done before the kernel has answered.
        case .beginning, .ending: search.until
        case .pausing(let until): earliest([until, search.until, candidates.nextChange])
        case .ours(let until): earliest([until, search.until, candidates.nextChange])
        case .others: earliest([search.until, candidates.nextChange])
        }
    }

    package mutating func timerFired(now: Instant) -> [Action] {
        var actions: [Action] = []
        if let pending, pending.deadline <= now { actions += commandEnded(pending.command, nil, now: now) }
        if let serviceDeadline = service?.deadline, serviceDeadline <= now {
            actions += perform(service?.timerFired(now: now) ?? [], now: now)
        }
        return actions + stateTimeReached(now)
    }

    private mutating func stateTimeReached(_ now: Instant) -> [Action] {
        switch state {
        case .waiting(let until) where until <= now: return open(now: now)
        case .searching(let search): return searchTimeReached(search, now)
        case .approaching(let address, .connecting(let until)) where until <= now:
            attemptsInVain += 1
            return candidateFailed(address, .unanswered, now: now)
        case .asking(let address, let until) where until <= now,
            .subscribing(let address, _, let until) where until <= now:
            return candidateFailed(address, .unanswered, now: now)
        case .leaving(let next, let until) where until <= now: return left(next, now: now)
        case .idle, .opening, .waiting, .approaching, .asking, .subscribing, .carrying, .reviving, .leaving: return []
        }
    }

    // MARK: What they all need

    /// One command at a time. The answer to one that was given up counts as no answer to another.
    mutating func ask(_ command: ManagementCommand, now: Instant) -> [Action] {
        var limit = Self.commandDeadline
        if case .setPowered = command { limit = Self.powerDeadline }
        pending = Pending(command: command, deadline: now + limit)
        return [.command(command)]
    }

    /// Everything is closed. The end is told first: whoever hears of the loss may begin again at once.
    mutating func finish(_ failure: LinkFailure?, now: Instant) -> [Action] {
        state = .idle
        pending = nil
        service = nil
        deafSince = deafSince ?? now
        return [.report(.ended), failure.map { .report(.lost($0)) }].compactMap { $0 }
    }
}

extension CentralMachine.Search.Scan {
    /// Whether it has to be ended by us.
    var isOurs: Bool {
        switch self {
        case .beginning, .ours: true
        case .ending, .others, .pausing: false
        }
    }
}
