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
    private let forwarder: Forwarder
    private let view: any ForwardView
    private let verbose: Bool
    private var pcs: ForwardPCs
    private var profiles: ForwardProfiles
    private let firstPC: PCTarget
    /// The PC within this program, which approves whatever is asked.
    private var isSimulated: Bool
    /// Standard input, where it is a terminal: what switches type into it must not be taken for words (F38).
    private let terminalInput: CInt?
    private var input: LineInput?
    /// Running the program on a terminal is its user's start; the first thing that goes wrong takes it back.
    private var startsWhenReady: Bool
    private var toldOfDevices: JSONValue?
    private var pairingIsRefused = false
    private var whenClosed: (() -> Void)?
    /// Stopped by Ctrl-Z; the process sleeps once nothing is held any more.
    private var sleepsWhenIdle = false

    init(
        _ live: LiveRun, _ forwarder: Forwarder, _ profiles: ForwardProfiles, _ pcs: ForwardPCs,
        lookingFor firstPC: PCTarget, _ view: any ForwardView, startsWhenReady: Bool, verbose: Bool
    ) {
        self.live = live
        self.forwarder = forwarder
        self.profiles = profiles
        self.pcs = pcs
        self.firstPC = firstPC
        isSimulated = if case .simulated = firstPC { true } else { false }
        self.view = view
        self.startsWhenReady = startsWhenReady
        self.verbose = verbose
        terminalInput = isatty(STDIN_FILENO) == 1 ? STDIN_FILENO : nil
    }

    func run() throws(Failure) -> Ending {
        forwarder.onEvent = { [weak self] in self?.happened($0) }
        // Whatever ends the program, the PC acknowledges the stop before it goes.
        live.beforeEnd = { [weak self] in
            self?.whenClosed = $0
            self?.forwarder.close(.shuttingDown)
        }
        do throws(SystemError) {
            try live.loop.onSignal([SIGTSTP]) { [weak self] _ in self?.suspendAsked() }
        } catch { throw .system(error) }
        forgetTyped()
        input = LineInput(loop: live.loop) { [weak self] in self?.lineEntered($0) }
        forwarder.open()
        // Of several PCs its user should know which one it is; at a place that was named, that is no question.
        if case .saved(let pc) = firstPC { show(ForwardNews(lookingFor: pc)) }
        happened(.devicesChanged)
        return try live.run()
    }

    // MARK: What happens

    private func happened(_ event: BridgeEvent) {
        // While forwarding is active the switches are captured and type nothing; whoever types stop then must not be cut short.
        if case .moved = event, !isActive { forgetTyped() }
        if case .closed = event { return closed() }
        // That the link ends with the program is no news.
        if whenClosed != nil, case .connection(.lost(.cut, _)) = event { return }
        if let news = ForwardNews(event, forwarder, verbose: verbose), !isRepeated(news, event), !isForNobody(event) {
            show(news)
        }
        react(to: event)
    }

    /// A port that flaps says the same of its device again and again, which is told once.
    private func isRepeated(_ news: ForwardNews, _ event: BridgeEvent) -> Bool {
        guard case .devicesChanged = event else { return false }
        defer { toldOfDevices = news.json }
        return news.json == toldOfDevices
    }

    /// With the PC within this program there is nothing to compare, and nobody to listen in.
    private func isForNobody(_ event: BridgeEvent) -> Bool {
        switch event {
        case .connection(.report(.pairingNeeded)), .connection(.report(.pairingCode)): isSimulated
        case .connection, .notice, .meanings, .changedPC, .changedProfile, .devicesChanged, .stateChanged, .moved,
            .rejected, .answered,
            .selected, .lasting, .asked, .idleAct, .closed:
            false
        }
    }

    private func closed() {
        live.attempt { () throws(Failure) in try view.ended(forwarder) }
        whenClosed?()
    }

    private func react(to event: BridgeEvent) {
        switch event {
        case .notice(.started), .notice(.starting): forgetTyped()
        case .notice(.stopped(let stop)): stopped(stop)
        case .meanings(.some): startIfAsked()
        case .connection(.report(let report)): reported(report)
        case .meanings(nil), .connection(.lost): startsWhenReady = false
        case .changedPC: isSimulated = false
        case .asked(let asked, _): switchAsked(asked)
        case .notice, .connection, .changedProfile, .devicesChanged, .stateChanged, .moved, .rejected, .answered,
            .selected, .lasting, .idleAct, .closed:
            break
        }
    }

    private func reported(_ report: ClientReport) {
        switch report {
        case .pairingNeeded:
            // Asked once; after a refusal only its user asks again (F34).
            if !pairingIsRefused { forwarder.connection.pair() }
        case .ready:
            pairingIsRefused = false
        case .failed(let failure):
            startsWhenReady = false
            if failure == .accessVoid { pairingIsRefused = true }
        case .pairingFailed:
            startsWhenReady = false
            pairingIsRefused = true
        case .pairingCode, .paired, .authenticated, .recovered, .answered, .pinged:
            break
        }
    }

    private func startIfAsked() {
        guard startsWhenReady else { return }
        startsWhenReady = false
        forwarder.start()
    }

    private func stopped(_ stop: Stop) {
        forgetTyped()
        // Another stop than that of a change came first, or the PC did not confirm it.
        let isForChange = [.profileChanged, .userStopped].contains(stop.reason)
        if !isForChange || stop.mayStillBeHeld { startsWhenReady = false }
        guard sleepsWhenIdle else { return }
        // Not from within the stop: the watchdog still counts until it is done, and would kill a sleeping process.
        live.loop.afterThisTurn { [weak self] in self?.sleepIfAsked() }
    }

    private func show(_ news: ForwardNews) {
        live.attempt { () throws(Failure) in try view.happened(news, forwarder) }
    }

    private func reply(_ sentences: Sentence...) {
        live.attempt { () throws(Failure) in try view.replied(sentences, forwarder) }
    }

    // MARK: Words

    private func lineEntered(_ line: String?) {
        guard let line else { return live.end(.code(outcome)) }
        view.lineTyped()
        let words = line.split(separator: " ").map(String.init)
        guard let word = words.first else { return }
        guard mayHaveBeenMeant(word) else { return }
        switch word {
        case "start": forwarder.start()
        case "stop":
            startsWhenReady = false
            forwarder.stop(.userStopped)
        case "profile": profileAsked(words.dropFirst().first)
        case "use": useAsked(words.dropFirst().joined(separator: " "))
        case "pair": forwarder.connection.pair()
        case "quit", "exit": live.end(.code(outcome))
        case "help": reply(Sentence(.forwardWords))
        default: reply(Sentence(.forwardUnknownWord, ["found": word]), Sentence(.forwardWords))
        }
    }

    /// While a switch is down, what is on a terminal's line may have been typed by it (F38). A program's words are its own,
    /// and an end of forwarding is never refused.
    private func mayHaveBeenMeant(_ word: String) -> Bool {
        terminalInput == nil || forwarder.pressed.isEmpty || ["stop", "quit", "exit"].contains(word)
    }

    private var isActive: Bool {
        if case .active = forwarder.state { true } else { false }
    }

    /// Changes to another PC, which is never a start (and takes back the one that running the program was).
    private func useAsked(_ name: String) {
        guard !name.isEmpty else { return reply(Sentence(.forwardUseWhat, ["pc": pcs.example])) }
        do throws(Failure) {
            let next = try pcs.next(name, live.loop)
            if let id = next.target.expectedID, forwarder.stays(with: id) {
                return reply(Sentence(.forwardUsesAlready, ["pc": next.target.title]))
            }
            startsWhenReady = false
            pairingIsRefused = false
            reply(Sentence(.forwardUsing, ["pc": next.target.title]))
            forwarder.change(to: next.connection)
        } catch { reply(error.sentence ?? Sentence(.forwardUseWhat, ["pc": pcs.example])) }
    }

    // MARK: What a switch asks for

    /// The press is its user's own act, and so it is the start with the other profile or PC as well: whoever has nothing but
    /// switches could not start there otherwise. The first thing that goes wrong takes it back.
    private func switchAsked(_ asked: BridgeAction) {
        // A stop that came in the same moment goes first: nothing starts after it.
        guard isActive else { return }
        switch asked {
        case .nextProfile: nextProfileAsked()
        case .nextPC: nextPCAsked()
        // The machines do these.
        case .stopForwarding, .stopMovement, .stopRepeating, .releaseEverything, .nothing: break
        }
    }

    private func nextProfileAsked() {
        do throws(Failure) {
            guard let next = try profiles.next(live.loop) else { return reply(Sentence(.forwardNoNextProfile)) }
            startsWhenReady = true
            forwarder.change(to: next.profile, source: next.source)
        } catch { reply(error.sentence ?? Sentence(.forwardNoNextProfile)) }
    }

    private func nextPCAsked() {
        do throws(Failure) {
            guard let next = try pcs.next(after: forwarder.connection.status?.desktopID, live.loop) else {
                return reply(Sentence(.forwardNoNextPC))
            }
            startsWhenReady = true
            pairingIsRefused = false
            reply(Sentence(.forwardUsing, ["pc": next.target.title]))
            forwarder.change(to: next.connection)
        } catch { reply(error.sentence ?? Sentence(.forwardNoNextPC)) }
    }

    private func profileAsked(_ id: String?) {
        guard let pc = forwarder.pc else { return reply(Sentence(.statusWaitForPC)) }
        guard !forwarder.profile.decidesActions else { return reply(Sentence(.forwardProfileDecides)) }
        guard let id else {
            let offered = pc.catalogue.profiles.enumerated().map { index, profile in
                Sentence(.forwardOffered, ["number": "\(index + 1)", "id": profile.id, "name": profile.name])
            }
            live.attempt { () throws(Failure) in
                try view.replied(offered + [Sentence(.forwardHowToChoose)], forwarder)
            }
            return
        }
        guard forwarder.isIdle else { return reply(Sentence(.forwardProfileWhileActive)) }
        guard forwarder.choosePCProfile(Self.id(of: id, in: pc.catalogue)) else {
            return reply(Sentence(.forwardNoSuchProfile, ["id": id]))
        }
    }

    /// A profile may be named by its place in the list, which is less to type.
    private static func id(of text: String, in catalogue: SwitchCatalogue) -> String {
        guard let number = Int(text), catalogue.profiles.indices.contains(number - 1) else { return text }
        return catalogue.profiles[number - 1].id
    }

    /// Drops what has been typed but not entered: it may have been a switch that typed it (F38).
    private func forgetTyped() {
        if let terminalInput { tcflush(terminalInput, TCIFLUSH) }
    }

    // MARK: How it ends

    /// What is not as it should be at the end, for scripts: the PC first, then the last stop.
    private var outcome: ExitCode {
        if pairingIsRefused { return .pairingRefused }
        guard forwarder.pc != nil else { return .noPC }
        guard case .idle(let stop?) = forwarder.state else { return .done }
        return ExitCode(after: stop.reason)
    }

    // MARK: Ctrl-Z

    private func suspendAsked() {
        // Coming back is no start either.
        startsWhenReady = false
        sleepsWhenIdle = true
        forwarder.stop(.suspended)
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
        kill(getpid(), SIGSTOP)
        live.attempt { () throws(Failure) in try view.continued(forwarder) }
    }
}
