// SPDX-License-Identifier: GPL-3.0-or-later
import Bridge
import ControlSocket
import EventLoop
import PCLink
import PCProtocol
import Sentences
import SwitchCore

/// One run of `announce`: listens to the daemon for as long as the session lasts, also to the next one after a restart, and
/// passes on what it announces.
final class AnnounceSession {
    enum Way {
        case speech(Speaker)
        case lines
        case json
    }

    /// A daemon that comes and goes is told of once within it.
    static let quiet = Duration.seconds(10)
    /// A sentence of a daemon is no longer than that, in characters.
    static let textLimit = 1000

    private let live: LiveRun
    private let way: Way
    private let line: ServiceLine
    private var client: ControlClient?
    private var backoff = Backoff()
    private var retryTimer: LoopTimer?
    /// Why no daemon is there.
    private var absence = SettledTelling<Absence>(quiet: quiet)
    private var absenceTimer: LoopTimer?
    private var isAbsent = false

    private enum Absence: Hashable { case notRunning, gone, over }

    init(_ live: LiveRun, _ way: Way) {
        self.live = live
        self.way = way
        line = ServiceLine(ServicePlaces(live.terminal.environment))
        retryTimer = live.loop.makeTimer { [weak self] _ in self?.connect() }
        absenceTimer = live.loop.makeTimer { [weak self] now in
            guard let self else { return }
            tell(absence.timerFired(at: now))
        }
    }

    func run() throws(Failure) -> Ending {
        if case .speech(let speaker) = way {
            speaker.onFailure = { [weak self] _ in self?.live.terminal.say(Sentence(.hearSpeechFailed).description) }
            live.beforeEnd = { done in speaker.close(then: done) }
        }
        connect()
        return try live.run(keeping: self)
    }

    // MARK: The daemon

    private func connect() {
        live.attempt { () throws(Failure) in
            guard let client = try line.connect(live.loop) else { return retry(.notRunning) }
            self.client = client
            client.onEvent = { [weak self] in self?.told($0) }
            client.onGone = { [weak self] in self?.gone() }
            client.call(.watch(edges: false)) { [weak self] answer in
                guard case .refused(_, let text) = answer else { return }
                self?.live.fail(.other(Sentence(.serviceSays, ["text": text])))
            }
        }
    }

    private func gone() {
        // It may be in the middle of telling that.
        let gone = client
        live.loop.afterThisTurn { _ = gone }
        client = nil
        retry(.gone)
    }

    private func retry(_ why: Absence) {
        retryTimer?.deadline = live.loop.now + backoff.attemptFailed(spread: .random(in: 0...1))
        // One that has gone and does not run yet is one and the same news.
        guard why == .gone || !isAbsent else { return }
        isAbsent = true
        tell(absence.changed(to: why, at: live.loop.now))
    }

    private func tell(_ absence: Absence?) {
        absenceTimer?.deadline = self.absence.deadline
        switch absence {
        case .notRunning: pass(id: "service", Sentence(.hearNoService).description, isUrgent: true)
        case .gone: pass(id: "service", Sentence(.hearServiceGone).description, isUrgent: true)
        // Its first announcement says how it is.
        case .over, nil: break
        }
    }

    private func told(_ fields: [String: JSONValue]) {
        if let failure = line.failure(of: fields) {
            // Too many speak with it; another attempt follows when it has closed this one.
            return failure == ServiceLine.tooMany ? () : live.fail(failure)
        }
        switch fields["event"]?.text {
        case "hello":
            backoff.succeeded()
            isAbsent = false
            tell(absence.changed(to: Absence.over, at: live.loop.now))
        case Announcement.event:
            guard let text = fields["text"]?.text.map(Self.fit), !text.isEmpty else { return }
            pass(
                id: DisplayText.display(fields["id"]?.text ?? "", characters: 64), text,
                isUrgent: fields["urgent"]?.truth == true)
        default: break
        }
    }

    private static func fit(_ text: String) -> String { DisplayText.display(text, characters: textLimit) }

    // MARK: Passing on

    private func pass(id: String, _ text: String, isUrgent: Bool) {
        live.attempt { () throws(Failure) in
            switch way {
            case .speech(let speaker): speaker.say(text, isUrgent: isUrgent)
            case .lines: try live.terminal.show(text)
            case .json:
                try live.terminal.show(
                    json: .object([
                        "event": .string(Announcement.event), "id": .string(id), "text": .string(text),
                        "urgent": .bool(isUrgent),
                    ]))
            }
        }
    }
}
