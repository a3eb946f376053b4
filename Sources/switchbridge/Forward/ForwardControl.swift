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
    private(set) var profiles: ForwardProfiles
    private(set) var pcs: ForwardPCs
    private(set) var pairingIsRefused = false

    private let loop: EventLoop
    private let verbose: Bool
    /// Whether somebody sits at it, who types words and compares a code with a PC that does not know this box.
    private let isTyped: Bool
    /// The PC within this program, which approves whatever is asked.
    private var isSimulated: Bool
    /// The user's act was a start for as soon as it can be; the first thing that goes wrong takes it back.
    private var startsWhenReady: Bool
    private var toldOfDevices: JSONValue?
    private var isClosing = false
    /// The link has been given up for a moment, so that another program can have the PC.
    private var isLinkLent = false
    private var whenLent: (() -> Void)?
    /// It was taken back, and could not be made again so far.
    private var isLinkMissing = false

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

    // MARK: Files that change

    /// The file of the profile in use may say something else by now. Only while idle. What cannot be used is left aside, and
    /// the profile stays as it was.
    /// - Returns: whether it is another one.
    func profileFileChanged() throws(Failure) -> Bool {
        let opened = try profiles.open(profiles.path, loop)
        guard opened.profile != forwarder.profile else { return false }
        startsWhenReady = false
        forwarder.change(to: opened.profile, source: opened.source)
        return true
    }

    /// The PC that is meant where none is named, or how it is reached, may be another one by now. Only while idle. One that
    /// was unpaired is left, and where no other is meant there is none.
    /// - Returns: whether it is another one.
    func pairingsChanged() throws(Failure) -> Bool {
        do throws(Failure) {
            guard let next = try pcs.again(anew: isLinkMissing, loop) else { return false }
            isLinkMissing = false
            startsWhenReady = false
            go(to: next)
            return true
        } catch {
            if pcs.hasNone {
                startsWhenReady = false
                forwarder.connection.close()
            }
            throw error
        }
    }

    // MARK: For another program

    /// What switches do is no act of their user here until `takeBackSwitches`. Only while idle.
    func lendSwitches() {
        startsWhenReady = false
        _ = forwarder.lendSwitches()
    }

    func takeBackSwitches() { forwarder.takeBackSwitches() }

    /// Ends the link, says so by `done`, and connects no more until `takeBackLink`. Only while idle.
    func lendLink(_ done: @escaping () -> Void) {
        startsWhenReady = false
        isLinkLent = true
        whenLent = done
        // While one PC is left for another, the link to end is that to the other.
        if !forwarder.isLeavingPC { endLink() }
    }

    private func endLink() {
        guard isLinkLent, !isClosing else { return }
        let hasLink = forwarder.connection.status != nil
        forwarder.connection.close()
        if !hasLink { linkEnded() }
    }

    private func linkEnded() {
        let done = whenLent
        whenLent = nil
        done?()
    }

    /// Connects to the PC that is meant by now, with what the other program has written.
    func takeBackLink() throws(Failure) {
        isLinkLent = false
        whenLent = nil
        isLinkMissing = true
        guard let next = try pcs.again(anew: true, loop) else { return }
        isLinkMissing = false
        forwarder.change(to: next.connection)
    }

    // MARK: What is asked for

    func start() {
        // What kept it from a link may have passed.
        if isLinkMissing { try? takeBackLink() }
        forwarder.start()
    }

    func stop(_ reason: StopReason) {
        startsWhenReady = false
        forwarder.stop(reason)
    }

    /// Changes to another PC, which is never a start (and takes back the one that running the program was).
    func use(pc name: String) throws(Failure) {
        let next = try pcs.next(name, loop)
        if let id = next.target.expectedID, forwarder.stays(with: id) {
            return reply(Sentence(.forwardUsesAlready, ["pc": next.target.title]))
        }
        startsWhenReady = false
        go(to: next)
    }

    /// Changes to another profile, which is never a start.
    func use(profile found: FoundProfile) throws(Failure) {
        let next = try profiles.change(to: found, loop)
        startsWhenReady = false
        forwarder.change(to: next.profile, source: next.source)
    }

    /// - Parameter text: an id, or a place in the list of what the PC offers, which is less to type.
    func choose(pcProfile text: String) throws(Failure) {
        guard let pc = forwarder.pc else { throw .other(Sentence(.statusWaitForPC)) }
        guard !forwarder.profile.decidesActions else { throw .other(Sentence(.forwardProfileDecides)) }
        guard forwarder.isIdle else { throw .other(Sentence(.forwardProfileWhileActive)) }
        guard forwarder.choosePCProfile(Self.id(of: text, in: pc.catalogue)) else {
            throw .other(Sentence(.forwardNoSuchProfile, ["id": text]))
        }
    }

    /// What the PC has for the switches, to choose from.
    func offered() throws(Failure) -> [Sentence] {
        guard let pc = forwarder.pc else { throw .other(Sentence(.statusWaitForPC)) }
        guard !forwarder.profile.decidesActions else { throw .other(Sentence(.forwardProfileDecides)) }
        return pc.catalogue.profiles.map(ForwardStatus.Offered.init).sentences + [Sentence(.forwardHowToChoose)]
    }

    /// Pairing after a refusal is only its user's to ask for (F34).
    func pair() { forwarder.connection.pair() }

    private static func id(of text: String, in catalogue: SwitchCatalogue) -> String {
        guard let number = Int(text), catalogue.profiles.indices.contains(number - 1) else { return text }
        return catalogue.profiles[number - 1].id
    }

    private func go(to next: (target: PCTarget, connection: PCConnection)) {
        pairingIsRefused = false
        reply(Sentence(.forwardUsing, ["pc": next.target.title]))
        forwarder.change(to: next.connection)
    }

    private func reply(_ sentences: Sentence...) { onReplies?(sentences) }

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
        // Another stop than that of a change came first, or the PC did not confirm it.
        let isForChange = [.profileChanged, .userStopped].contains(stop.reason)
        if !isForChange || stop.mayStillBeHeld { startsWhenReady = false }
    }

    // MARK: What a switch asks for

    /// While forwarding is on, the press is its user's own act, and so it is the start with the other profile or PC as well:
    /// whoever has nothing but switches could not start there otherwise. The first thing that goes wrong takes it back.
    private func switchAsked(_ asked: BridgeAction) {
        // A stop that came in the same moment goes first: nothing starts after it.
        guard isActive else { return }
        switch asked {
        case .nextProfile: nextProfileAsked(andStarts: true)
        case .nextPC: nextPCAsked(andStarts: true)
        // The machines do these.
        case .stopForwarding, .stopMovement, .stopRepeating, .releaseEverything, .nothing: break
        }
    }

    private func actedWhileIdle(_ act: IdleAct) {
        guard forwarder.isIdle else { return }
        switch act {
        case .start: start()
        case .nextProfile: nextProfileAsked(andStarts: false)
        // Whoever watches takes it back first.
        case .nextPC where isLinkLent: reply(Sentence(.servicePCIsLent))
        case .nextPC: nextPCAsked(andStarts: false)
        }
    }

    /// While forwarding is on, that stops before files are read: what is held on the PC does not wait for them.
    private func nextProfileAsked(andStarts starts: Bool) {
        guard profiles.hasOthers else { return reply(Sentence(.forwardNoNextProfile)) }
        startsWhenReady = starts
        forwarder.changeProfile { [weak self] in self?.nextProfile() }
    }

    private func nextProfile() -> (profile: Profile, source: any SwitchSource)? {
        do throws(Failure) {
            if let next = try profiles.next(loop) { return (next.profile, next.source) }
            reply(Sentence(.forwardNoNextProfile))
        } catch { reply(error.sentence ?? Sentence(.forwardNoNextProfile)) }
        startsWhenReady = false
        return nil
    }

    private func nextPCAsked(andStarts starts: Bool) {
        do throws(Failure) {
            guard let next = try pcs.next(after: forwarder.connection.status?.desktopID, loop) else {
                return reply(Sentence(.forwardNoNextPC))
            }
            startsWhenReady = starts
            go(to: next)
        } catch { reply(error.sentence ?? Sentence(.forwardNoNextPC)) }
    }
}
