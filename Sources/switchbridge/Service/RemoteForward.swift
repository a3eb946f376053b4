// SPDX-License-Identifier: GPL-3.0-or-later
import ControlSocket
import EventLoop
import Glibc
import PCProtocol
import Sentences
import SwitchCore

/// One run of `forward` where a daemon does the forwarding: its user's start, the live state, and the stop at the end.
final class RemoteForward {
    /// News after which a start that was asked for by running the program does not happen any more.
    private static let takingBack: Set<String> = [
        "lost", "failed", "stopped", "startRefused", "choosePCProfile", "stopAsked", "pairingFailed",
    ]

    private let talk: ServiceTalk
    private let live: LiveRun
    private let view: StatusView
    private let isTyped: Bool
    private let pcProfile: String?
    private var input: LineInput?
    private var startsWhenReady: Bool
    private var whenIdle: (() -> Void)?
    private var hasInput = true

    /// - Parameter isTyped: whether somebody at a terminal ran it, which is their start.
    init(_ talk: ServiceTalk, pcProfile: String?, isTyped: Bool) {
        self.talk = talk
        self.pcProfile = pcProfile
        self.isTyped = isTyped
        live = talk.live
        startsWhenReady = isTyped
        view = StatusView(talk.live.terminal, isPlain: false, json: !isTyped)
    }

    func run() throws(Failure) -> Ending {
        talk.onNews = { [weak self] in self?.happened($0) }
        talk.onStatus = { [weak self] in self?.changed($0) }
        live.beforeEnd = { [weak self] in self?.stop(then: $0) }
        do throws(SystemError) {
            try live.loop.onSignal([SIGTSTP]) { [weak self] _ in self?.stop { kill(getpid(), SIGSTOP) } }
        } catch { throw .system(error) }
        live.forgetTyped()
        input = LineInput(loop: live.loop) { [weak self] in self?.lineEntered($0) }
        if let pcProfile { talk.ask(.choose(pcProfile: pcProfile)) }
        talk.watch(edges: true)
        return try live.run(keeping: self)
    }

    // MARK: What happens

    private func happened(_ news: [String: JSONValue]) {
        let event = news["event"]?.text ?? ""
        if Self.takingBack.contains(event) { startsWhenReady = false }
        if ["started", "starting", "stopped"].contains(event) { live.forgetTyped() }
        live.attempt { () throws(Failure) in try view.happened(news) }
    }

    private func changed(_ status: ForwardStatus) {
        live.attempt { () throws(Failure) in try view.changed(status) }
        endWithInput()
        if status.state == .idle, let done = whenIdle {
            whenIdle = nil
            return done()
        }
        guard startsWhenReady, status.canStart else { return }
        startsWhenReady = false
        start()
    }

    // MARK: Words

    private func lineEntered(_ line: String?) {
        guard let line else {
            hasInput = false
            return endWithInput()
        }
        view.lineTyped()
        let isSwitchDown = talk.status?.switches.contains(where: \.isPressed) ?? false
        guard let word = ForwardWord(line: line),
            word.mayHaveBeenMeant(onTerminal: isTyped, isSwitchDown: isSwitchDown)
        else { return }
        switch word {
        case .start: start()
        case .stop:
            startsWhenReady = false
            talk.ask(.stop)
        case .use(let pc): pc.isEmpty ? reply([Sentence(.serviceWords)]) : ask(.use(profile: nil, pc: pc))
        case .profile(let id): profileAsked(id)
        case .quit: live.end(.code(outcome))
        case .pair: reply([Sentence(.servicePairElsewhere)])
        case .help: reply([Sentence(.serviceWords)])
        case .unknown(let word): reply([Sentence(.forwardUnknownWord, ["found": word]), Sentence(.serviceWords)])
        }
    }

    private func profileAsked(_ id: String) {
        guard id.isEmpty else { return ask(.choose(pcProfile: id)) }
        guard talk.status?.pc?.isReady == true else { return reply([Sentence(.statusWaitForPC)]) }
        guard let offered = talk.status?.offered, !offered.isEmpty else {
            return reply([Sentence(.forwardActionsDecided)])
        }
        reply(offered.sentences + [Sentence(.forwardHowToChoose)])
    }

    /// Once it is known how things stand, since that is what the exit code says.
    private func endWithInput() {
        if !hasInput, talk.status != nil { live.end(.code(outcome)) }
    }

    private func start() { ask(.start(untilGone: true)) }

    /// A refusal is an answer here, and no end.
    private func ask(_ request: ControlRequest) {
        talk.client.call(request) { [weak self] answer in
            guard let self, case .refused(_, let text) = answer else { return }
            reply([Sentence(.serviceSays, ["text": text])])
        }
    }

    private func reply(_ sentences: [Sentence]) {
        live.attempt { () throws(Failure) in
            for sentence in sentences {
                try view.happened(["event": .string("reply"), "text": .string(sentence.description)])
            }
        }
    }

    // MARK: How it ends

    /// Whatever ends the program, forwarding has stopped before it goes.
    private func stop(then done: @escaping () -> Void) {
        startsWhenReady = false
        guard let status = talk.status, status.state != .idle else { return done() }
        whenIdle = done
        talk.client.call(.stop) { [weak self] answer in
            // With a daemon that is gone, so is its link to the PC.
            guard case .unanswered = answer, let done = self?.whenIdle else { return }
            self?.whenIdle = nil
            done()
        }
    }

    private var outcome: ExitCode {
        guard talk.status?.pc?.isReady == true else { return .noPC }
        return talk.status?.lastStop?.exitCode ?? .done
    }
}
