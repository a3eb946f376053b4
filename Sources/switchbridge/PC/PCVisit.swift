// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import PCLink
import PCProtocol
import Sentences
import SwitchCore

/// A short connection to one PC, for a command that asks it something and goes again. However it ends, the PC is told
/// good-bye first.
final class PCVisit {
    /// How long the PC is looked for. Once it is there, the client machine bounds every wait.
    static let lookingLimit = Duration.seconds(30)
    /// How long nothing is said of looking.
    static let silence = Duration.seconds(1)

    let live: LiveRun
    let connection: PCConnection
    /// The PC can be used. It may come again after a lost connection where `onEvent` lets that pass.
    var onReady: ((PCDetails) -> Void)?
    /// Sees what happens first; true when it has dealt with it.
    var onEvent: ((ConnectionEvent) -> Bool)?

    /// Whether the PC was there at all.
    private(set) var wasConnected = false

    private let target: PCTarget
    private var noticeTimer: LoopTimer?
    private var limitTimer: LoopTimer?
    private var lastLoss = LinkFailure.unanswered
    private var whenClosed: (() -> Void)?
    private var isClosing = false

    init(_ live: LiveRun, to target: PCTarget, _ places: PCPlaces, _ state: StateFiles) throws(Failure) {
        self.live = live
        self.target = target
        connection = try places.connection(to: target, live.loop, state)
        connection.onEvent = { [weak self] in self?.happened($0) }
        noticeTimer = live.loop.makeTimer { [weak self] _ in self?.sayLooking() }
        limitTimer = live.loop.makeTimer { [weak self] _ in self?.notFound() }
    }

    func run() throws(Failure) -> Ending {
        begin()
        return try live.run(keeping: self)
    }

    /// For a run that goes on already.
    func begin() {
        live.beforeEnd = { [weak self] in self?.leave(then: $0) }
        noticeTimer?.deadline = live.loop.now + Self.silence
        limitTimer?.deadline = live.loop.now + Self.lookingLimit
        connection.open()
    }

    private func leave(then closed: @escaping () -> Void) {
        stopLooking()
        whenClosed = closed
        // What ends this may be told by the connection, which is then not done with the link that is to be closed.
        live.loop.afterThisTurn { [weak self] in self?.close() }
    }

    private func close() {
        isClosing = true
        let hasLink = connection.status != nil
        connection.close()
        // Where there is a link, its end comes back by `.lost`.
        if !hasLink { whenClosed?() }
    }

    // MARK: What happens

    private func happened(_ event: ConnectionEvent) {
        if let whenClosed {
            if isClosing, case .lost = event { whenClosed() }
            return
        }
        if case .connected = event { wasConnected = true }
        if wasConnected { stopLooking() }
        guard onEvent?(event) != true else { return }
        switch event {
        case .connected: break
        case .report(let report): reported(report)
        case .lost(let failure, let retries): lost(failure, retries: retries)
        case .sessionNotRecorded(let problem), .stateProblem(let problem):
            live.terminal.say(problem.sentence.description, .warning)
        }
    }

    private func reported(_ report: ClientReport) {
        switch report {
        case .ready(let details): onReady?(details)
        case .pairingNeeded: live.fail(.pairingRefused(Sentence(.pcNotPaired, ["pc": title])))
        case .failed(let failure): live.fail(Failure(failure))
        case .recovered(let proven):
            live.terminal.say(
                Sentence(proven ? .forwardRecovered : .forwardRecoveredUnproven).description, .warning)
        case .pairingCode, .pairingFailed, .paired, .authenticated, .commandsInDoubt, .answered, .pinged: break
        }
    }

    /// A PC that is not there yet may come while it is looked for; one that was there and went has gone.
    private func lost(_ failure: LinkFailure, retries: Bool) {
        lastLoss = failure
        if wasConnected || !retries || !failure.isWorthWaiting { live.fail(Failure(failure)) }
    }

    private var title: String { connection.status?.displayName ?? target.title }

    // MARK: Looking

    private func sayLooking() {
        live.terminal.say(Sentence(.pcLooking, ["pc": target.title]).description)
    }

    private func notFound() { live.fail(Failure(lastLoss)) }

    private func stopLooking() {
        noticeTimer?.deadline = nil
        limitTimer?.deadline = nil
    }
}

extension LinkFailure {
    /// Whether a PC that cannot be reached now may be reached within seconds, without anybody's help on this box.
    fileprivate var isWorthWaiting: Bool {
        switch self {
        case .outOfRange, .unanswered, .closedByPC, .endedHere, .noStatus, .noService, .cut: true
        case .adapter, .demandsBonding, .notFound, .notListening, .notPermitted, .impossiblePlace, .unusableStatus,
            .system:
            false
        }
    }
}
