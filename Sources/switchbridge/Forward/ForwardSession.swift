// SPDX-License-Identifier: GPL-3.0-or-later
import Bridge
import EventLoop
import Glibc
import PCLink
import PCProtocol
import Sentences
import SwitchCore

/// One run of `forward`: words in, news out, and an end that leaves the PC neutral.
final class ForwardSession {
    private let live: LiveRun
    private let control: ForwardControl
    private let view: any ForwardView
    private let firstPC: PCTarget
    /// What switches type into a terminal must not be taken for words (F38).
    private let isInputTerminal: Bool
    private var input: LineInput?
    private var whenClosed: (() -> Void)?
    /// Stopped by Ctrl-Z; the process sleeps once nothing is held any more.
    private var sleepsWhenIdle = false

    private var forwarder: Forwarder { control.forwarder }

    init(_ live: LiveRun, _ control: ForwardControl, lookingFor firstPC: PCTarget, _ view: any ForwardView) {
        self.live = live
        self.control = control
        self.firstPC = firstPC
        self.view = view
        isInputTerminal = isatty(STDIN_FILENO) == 1
    }

    func run() throws(Failure) -> Ending {
        control.onNews = { [weak self] in self?.show($0) }
        control.onReplies = { [weak self] in self?.reply($0) }
        control.onEvent = { [weak self] in self?.happened($0) }
        // Whatever ends the program, the PC acknowledges the stop before it goes.
        live.beforeEnd = { [weak self] in
            self?.whenClosed = $0
            self?.control.close(.shuttingDown)
        }
        do throws(SystemError) {
            try live.loop.onSignal([SIGTSTP]) { [weak self] _ in self?.suspendAsked() }
        } catch { throw .system(error) }
        live.forgetTyped()
        input = LineInput(loop: live.loop) { [weak self] in self?.lineEntered($0) }
        control.open(lookingFor: firstPC)
        return try live.run(keeping: self)
    }

    // MARK: What happens

    private func happened(_ event: BridgeEvent) {
        switch event {
        // While forwarding is active the switches are captured and type nothing; whoever types stop then must not be cut short.
        case .moved: if !control.isActive { live.forgetTyped() }
        case .notice(.started), .notice(.starting): live.forgetTyped()
        case .notice(.stopped): stopped()
        case .closed: closed()
        case .notice, .connection, .meanings, .changedPC, .changedProfile, .devicesChanged, .stateChanged, .rejected,
            .answered, .selected, .lasting, .asked, .idleAct:
            break
        }
    }

    private func closed() {
        live.attempt { () throws(Failure) in try view.ended(forwarder) }
        whenClosed?()
    }

    private func stopped() {
        live.forgetTyped()
        guard sleepsWhenIdle else { return }
        // Not from within the stop: the watchdog still counts until it is done, and would kill a sleeping process.
        live.loop.afterThisTurn { [weak self] in self?.sleepIfAsked() }
    }

    private func show(_ news: ForwardNews) {
        live.attempt { () throws(Failure) in try view.happened(news, forwarder) }
    }

    private func reply(_ sentences: [Sentence]) {
        live.attempt { () throws(Failure) in try view.replied(sentences, forwarder) }
    }

    // MARK: Words

    private func lineEntered(_ line: String?) {
        guard let line else { return live.end(.code(outcome)) }
        view.lineTyped()
        guard let word = ForwardWord(line: line),
            word.mayHaveBeenMeant(onTerminal: isInputTerminal, isSwitchDown: !forwarder.pressed.isEmpty)
        else { return }
        switch word {
        case .start: control.start()
        case .stop: control.stop(.userStopped)
        case .profile(let id): profileAsked(id)
        case .use(let pc): useAsked(pc)
        case .pair: control.pair()
        case .quit: live.end(.code(outcome))
        case .help: reply([Sentence(.forwardWords)])
        case .unknown(let word): reply([Sentence(.forwardUnknownWord, ["found": word]), Sentence(.forwardWords)])
        }
    }

    private func useAsked(_ name: String) {
        let hint = Sentence(.forwardUseWhat, ["pc": control.pcs.example])
        guard !name.isEmpty else { return reply([hint]) }
        do throws(Failure) { try control.use(pc: name) } catch { reply([error.sentence ?? hint]) }
    }

    private func profileAsked(_ id: String) {
        do throws(Failure) {
            guard id.isEmpty else { return try control.choose(pcProfile: id) }
            reply(try control.offered())
        } catch { reply([error.sentence ?? Sentence(.statusWaitForPC)]) }
    }

    // MARK: How it ends

    /// What is not as it should be at the end, for scripts: the PC first, then the last stop.
    private var outcome: ExitCode {
        if control.pairingIsRefused { return .pairingRefused }
        guard forwarder.pc != nil else { return .noPC }
        guard case .idle(let stop?) = forwarder.state else { return .done }
        return ExitCode(after: stop.reason)
    }

    // MARK: Ctrl-Z

    private func suspendAsked() {
        sleepsWhenIdle = true
        // Coming back is no start either.
        control.stop(.suspended)
        sleepIfAsked()
    }

    private func sleepIfAsked() {
        guard sleepsWhenIdle, forwarder.isIdle else { return }
        sleepsWhenIdle = false
        suspendProcess()
    }

    /// Sleeps until it is continued; it comes back idle.
    private func suspendProcess() {
        forwarder.source.endCaptureNow()
        live.suspend()
        live.attempt { () throws(Failure) in try view.continued(forwarder) }
    }
}
