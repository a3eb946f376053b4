// SPDX-License-Identifier: GPL-3.0-or-later
import Bridge
import EventLoop
import PCLink
import PCProtocol
import Sentences
import SwitchCore

/// What is asked of a run that forwards, whoever asks: its user by words or by switches, other programs, the profile. It
/// tells what happens, and keeps the one start that may follow by itself from its user's own act.
final class ForwardControl {
    let forwarder: Forwarder
    var onNews: ((ForwardNews) -> Void)?
    /// Answers to what was asked, in the order in which they belong together.
    var onReplies: (([Sentence]) -> Void)?
    /// Sees each event once it has been told and acted on.
    var onEvent: ((BridgeEvent) -> Void)?
    var profiles: ForwardProfiles
    var pcs: ForwardPCs
    var pairingIsRefused = false

    let loop: EventLoop
    private let verbose: Bool
    /// Whether somebody sits at it, who types words and compares a code with a PC that does not know this box.
    private let isTyped: Bool
    /// The PC within this program, which approves whatever is asked.
    private var isSimulated: Bool
    /// The user's act was a start for as soon as it can be; the first thing that goes wrong takes it back.
    var startsWhenReady: Bool
    private var toldOfDevices: JSONValue?
    var isClosing = false
    /// The link has been given up for a moment, so that another program can have the PC.
    var isLinkLent = false
    var whenLent: (() -> Void)?
    /// It was taken back, and could not be made again so far.
    var isLinkMissing = false

    /// - Parameters:
    ///   - startsWhenReady: whether running the program is its user's start.
    ///   - isTyped: whether somebody sits at it, who types words and compares a code with a PC that does not know this box.
    init(
        _ loop: EventLoop, _ forwarder: Forwarder, _ profiles: ForwardProfiles, _ pcs: ForwardPCs,
        lookingFor first: PCTarget, startsWhenReady: Bool, isTyped: Bool, verbose: Bool
    ) {
        self.loop = loop
        self.forwarder = forwarder
        self.profiles = profiles
        self.pcs = pcs
        self.startsWhenReady = startsWhenReady
        self.isTyped = isTyped
        self.verbose = verbose
        isSimulated = if case .simulated = first { true } else { false }
        forwarder.onEvent = { [weak self] in self?.happened($0) }
    }

    /// Opens the devices and the link to `first`. It does not start forwarding.
    func open(lookingFor first: PCTarget) {
        forwarder.open()
        // Of several PCs its user should know which one it is; at a place that was named, that is no question.
        if case .saved(let pc) = first { onNews?(ForwardNews(lookingFor: pc)) }
        happened(.devicesChanged)
    }

    var isActive: Bool {
        if case .active = forwarder.state { true } else { false }
    }

    /// Stops and closes everything; `.closed` follows.
    func close(_ reason: StopReason) {
        isClosing = true
        forwarder.close(reason)
    }

    // MARK: What happens

    private func happened(_ event: BridgeEvent) {
        // That the link ends with the program, or for another one, is no news.
        if isClosing, case .connection(.lost(.cut, _)) = event { return }
        if isLinkLent, case .connection(.lost) = event { return linkEnded() }
        if isLinkLent, case .changedPC = event { loop.afterThisTurn { [weak self] in self?.endLink() } }
        if let news = ForwardNews(event, forwarder, verbose: verbose), !isRepeated(news, event), !isForNobody(event) {
            onNews?(inPlace(news))
        }
        react(to: event)
        onEvent?(event)
    }

    /// What is to be done next is done by commands where nobody types words.
    private func inPlace(_ news: ForwardNews) -> ForwardNews {
        guard !isTyped else { return news }
        var news = news
        switch news.event {
        case "choosePCProfile": news.sentence = Sentence(.statusChooseService)
        case "pairingNeeded": news.sentence = Sentence(.servicePairingNeeded)
        default: break
        }
        return news
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
            .rejected, .answered, .selected, .lasting, .asked, .idleAct, .closed:
            false
        }
    }

    private func react(to event: BridgeEvent) {
        switch event {
        case .notice(.stopped(let stop)): stopped(stop)
        case .meanings(.some): startIfAsked()
        case .connection(.report(let report)): reported(report)
        case .meanings(nil), .connection(.lost): startsWhenReady = false
        case .changedPC: isSimulated = false
        case .asked(let asked, _): switchAsked(asked)
        case .idleAct(let act, _): actedWhileIdle(act)
        case .notice, .connection, .changedProfile, .devicesChanged, .stateChanged, .moved, .rejected, .answered,
            .selected, .lasting, .closed:
            break
        }
    }

    private func reported(_ report: ClientReport) {
        switch report {
        case .pairingNeeded:
            // Asked once; after a refusal only its user asks again (F34).
            if isTyped, !pairingIsRefused { pair() }
        case .ready:
            pairingIsRefused = false
        case .failed(let failure):
            startsWhenReady = false
            if failure == .accessVoid { pairingIsRefused = true }
        case .pairingFailed:
            startsWhenReady = false
            pairingIsRefused = true
        case .pairingCode, .paired, .authenticated, .recovered, .commandsInDoubt, .answered, .pinged:
            break
        }
    }

    func startIfAsked() {
        guard startsWhenReady else { return }
        startsWhenReady = false
        forwarder.start()
    }

    private func stopped(_ stop: Stop) {
        // Another stop than that of a change came first, or the PC did not confirm it.
        let isForChange = [.profileChanged, .userStopped].contains(stop.reason)
        if !isForChange || stop.mayStillBeHeld { startsWhenReady = false }
    }
}
