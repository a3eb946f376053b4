// SPDX-License-Identifier: GPL-3.0-or-later
import PCLink
import PCProtocol
import SwitchCore

/// The PCs that were heard, and what each said when it was asked. Addresses change, so what is known of one is believed
/// only for a while (F32).
struct Candidates: Hashable, Sendable {
    /// PCs that are kept; the one unheard for longest makes room.
    static let limit = 64
    /// A scan tells each device once: after so much listening without a word the PC is gone.
    static let goneAfter = Duration.seconds(15)
    /// A PC changes a private address every 15 minutes or so; then another PC may have it.
    static let believedFor = Duration.seconds(600)
    /// Before a PC that did not answer is asked again, times the number of failures, up to a limit: it may be mended any time.
    static let pauseAfterFailure = Duration.seconds(5)
    static let longestPause = Duration.seconds(30)

    struct Candidate: Hashable, Sendable {
        let address: BluetoothAddress
        var name: String
        var signal: Int?
        var lastHeard: Instant
        /// Since the present search began.
        var isHeard = true
        var status: PCStatus?
        var askedAt: Instant?
        var failures = 0

        var nearby: NearbyPC {
            NearbyPC(address: address.description, advertisedName: name, signal: signal, status: status)
        }

        func mayBeAsked(at now: Instant) -> Bool {
            guard let askedAt else { return true }
            return now >= askedAt + pause
        }

        var askedAgainAt: Instant? {
            askedAt.map { $0 + pause }
        }

        private var pause: Duration {
            status == nil ? min(pauseAfterFailure * failures, longestPause) : believedFor
        }
    }

    private(set) var all: [Candidate] = []

    /// The candidate when there is something new to tell of it.
    mutating func heard(_ advertisement: Advertisement, at now: Instant) -> Candidate? {
        guard let index = all.firstIndex(where: { $0.address == advertisement.address }) else {
            makeRoom()
            let new = Candidate(
                address: advertisement.address, name: advertisement.data.name, signal: advertisement.signal,
                lastHeard: now)
            all.append(new)
            return new
        }
        all[index].lastHeard = now
        all[index].isHeard = true
        all[index].signal = advertisement.signal
        // A scan response can come after the advertisement, and not every packet has the name.
        guard !advertisement.data.name.isEmpty, all[index].name != advertisement.data.name else { return nil }
        all[index].name = advertisement.data.name
        return all[index]
    }

    /// What was heard in an earlier search is not there for certain.
    mutating func searchBegan() {
        for index in all.indices { all[index].isHeard = false }
    }

    /// Nothing could be heard for so long: a link was up, or nobody searched. Silence counts only while somebody listens.
    mutating func listeningResumed(after gap: Duration, at now: Instant) {
        for index in all.indices { all[index].lastHeard = min(all[index].lastHeard + gap, now) }
    }

    private mutating func makeRoom() {
        guard all.count >= Self.limit, let oldest = all.indices.min(by: { all[$0].lastHeard < all[$1].lastHeard })
        else { return }
        all.remove(at: oldest)
    }

    /// It said what it is. Whoever said the same at another address has changed to this one, and is returned.
    mutating func answered(_ address: BluetoothAddress, _ status: PCStatus, at now: Instant) -> [Candidate] {
        let former = all.filter { $0.address != address && $0.status?.desktopID == status.desktopID }
        all.removeAll { former.contains($0) }
        change(address) { candidate in
            candidate.status = status
            candidate.askedAt = now
        }
        return former
    }

    /// It can be used. Saying what it is alone does not make up for earlier failures: it may fail after that each time.
    mutating func worked(_ address: BluetoothAddress) { change(address) { $0.failures = 0 } }

    mutating func failed(_ address: BluetoothAddress, at now: Instant) {
        change(address) { candidate in
            candidate.status = nil
            candidate.askedAt = now
            candidate.failures += 1
        }
    }

    private mutating func change(_ address: BluetoothAddress, _ body: (inout Candidate) -> Void) {
        if let index = all.firstIndex(where: { $0.address == address }) { body(&all[index]) }
    }

    subscript(address: BluetoothAddress) -> Candidate? { all.first { $0.address == address } }

    /// Takes out those that were not heard for a while.
    mutating func forgetGone(at now: Instant) -> [Candidate] {
        let gone = all.filter { now >= $0.lastHeard + Self.goneAfter }
        all.removeAll { gone.contains($0) }
        return gone
    }

    /// What is known is of another time, for instance since no adapter heard anything.
    mutating func forgetAll() -> [Candidate] {
        defer { all = [] }
        return all
    }

    /// Whom to ask next: who was the wanted PC a moment ago, else of those that failed least often the nearest that is not
    /// known to be another. One near by that never answers must not keep the wanted one from its turn.
    func next(for goal: CentralGoal, at now: Instant) -> Candidate? {
        let open = all.filter(\.isHeard).filter { candidate in
            if case .connect(let id) = goal, candidate.status?.desktopID == id { return true }
            return candidate.mayBeAsked(at: now)
        }
        return open.max { left, right in
            let known = (left.isKnown(as: goal), right.isKnown(as: goal))
            if known.0 != known.1 { return known.1 }
            if left.failures != right.failures { return left.failures > right.failures }
            return (left.signal ?? -128) < (right.signal ?? -128)
        }
    }

    /// Whether a PC is in range that did not answer when it was asked last.
    var haveFailed: Bool { all.contains { $0.isHeard && $0.failures > 0 } }

    /// When something changes by time alone.
    var nextChange: Instant? {
        let gone = all.lazy.map { $0.lastHeard + Self.goneAfter }
        let askedAgain = all.lazy.filter(\.isHeard).compactMap(\.askedAgainAt)
        return earliest([gone.min(), askedAgain.min()])
    }
}

extension Candidates.Candidate {
    fileprivate func isKnown(as goal: CentralGoal) -> Bool {
        guard case .connect(let id) = goal else { return false }
        return status?.desktopID == id
    }
}

/// What the radio is used for.
package enum CentralGoal: Hashable, Sendable {
    /// Find PCs, and ask each what it is.
    case survey
    /// Find this PC and carry frames to it.
    case connect(desktopID: String)
}
