// SPDX-License-Identifier: GPL-3.0-or-later
import Bridge
import EventLoop
import PCLink
import PCProtocol
import Profiles
import Sentences
import SwitchCore

/// What a daemon forwards with: put together from the profile and the PC that were used last, and anew when files change.
/// Without one of them it waits and says what is missing.
final class DaemonBridge {
    enum Event {
        case news(ForwardNews)
        case replies([Sentence])
        case happened(BridgeEvent)
        /// What is missing or in the way has changed; nil when nothing is.
        case incomplete(Sentence?)
        /// It goes on with another profile or PC, since files say so.
        case changedByFiles
    }

    struct Options {
        var includesVirtual = false
        var adapter: String?
        var mayTakeKeyboard = false
    }

    var onEvent: ((Event) -> Void)?
    private(set) var control: ForwardControl?
    /// Why there is nothing to forward with.
    private(set) var incomplete: Sentence?
    /// What happened here, for whoever looks for a fault.
    private(set) var tally: BridgeTally

    private let loop: EventLoop
    private let environment: [String: String]
    let options: Options
    private(set) var state: StateFiles
    private var choices: ServiceChoices
    private let watchdog: Watchdog
    /// A file has changed that could not be looked at yet.
    private var isStale = false
    private var isClosing = false
    /// Another program has the PC, and may be pairing: nothing connects meanwhile, whatever it writes.
    private var isPCLent = false
    /// Another program has the switches, also those of a profile that comes meanwhile.
    private var areSwitchesLent = false
    /// Addresses of Bluetooth devices that are out of reach.
    private var outOfReach: Set<String> = []

    init(_ loop: EventLoop, _ environment: [String: String], _ options: Options, _ state: StateFiles) throws(Failure) {
        guard let directory = state.directory else { preconditionFailure("a daemon keeps its files on disk") }
        self.loop = loop
        self.environment = environment
        self.options = options
        self.state = state
        tally = BridgeTally(at: loop.clock)
        do throws(StateProblem) { choices = try ServiceChoices(in: directory) } catch { throw .state(error) }
        watchdog = try state.watchdog(loop)
    }

    /// By which commands know the profile in use.
    var profileName: String? {
        control.map { ForwardStatus.name(ofProfileAt: $0.profiles.path) }
    }

    // MARK: Putting together

    /// Does nothing where there is something to forward with already.
    func assemble() {
        guard control == nil, !isClosing, !isPCLent else { return }
        do throws(Failure) {
            try state.reload()
            let found = try chosenProfile()
            var profiles = try ForwardProfiles(
                environment, beginningWith: found.path, isNoted: true, includesVirtual: options.includesVirtual,
                mayTakeKeyboard: options.mayTakeKeyboard)
            let opened = try profiles.change(to: found, loop)
            var pcs = ForwardPCs(PCPlaces(adapter: options.adapter), state)
            let first = try pcs.first(nil, loop)
            let forwarder = Forwarder(
                profile: opened.profile, pcProfileID: nil, source: opened.source, connection: first.connection,
                loop: loop, watchdog: watchdog)
            begin(
                ForwardControl(
                    loop, forwarder, profiles, pcs, lookingFor: first.target, startsWhenReady: false,
                    isTyped: false,
                    verbose: false), lookingFor: first.target)
        } catch { say(error.shortSentence) }
    }

    private func begin(_ control: ForwardControl, lookingFor target: PCTarget) {
        self.control = control
        control.onNews = { [weak self] in self?.onEvent?(.news($0)) }
        control.onReplies = { [weak self] in self?.onEvent?(.replies($0)) }
        control.onEvent = { [weak self] in self?.happened($0) }
        say(nil)
        remember()
        applyReach()
        if areSwitchesLent { control.lendSwitches() }
        control.open(lookingFor: target)
    }

    // MARK: The system

    func reachChanged(address: String, isConnected: Bool) {
        if isConnected { outOfReach.remove(address) } else { outOfReach.insert(address) }
        control?.forwarder.source.reachChanged(address: address, isConnected: isConnected)
    }

    /// The devices of another profile are looked at anew.
    private func applyReach() {
        for address in outOfReach { control?.forwarder.source.reachChanged(address: address, isConnected: false) }
    }

    /// The one that was used last, while it is there; else the only one.
    private func chosenProfile() throws(Failure) -> FoundProfile {
        let places = ProfilePlaces(environment)
        if let name = choices.profile, let found = places.yours.first(where: { $0.name == name }) { return found }
        return try places.findOnly(else: .storeNoneChosen)
    }

    private func say(_ problem: Sentence?) {
        guard problem != incomplete else { return }
        incomplete = problem
        onEvent?(.incomplete(problem))
    }

    /// So that a box that was switched off goes on with the same.
    private func remember() {
        guard let name = profileName else { return }
        // That it cannot be written is told when it matters: at the next start of the daemon.
        try? choices.chose(profile: name)
    }

    // MARK: What happens

    private func happened(_ event: BridgeEvent) {
        if let control { tally.happened(event, control.forwarder.load, at: loop.clock) }
        if case .changedProfile = event {
            remember()
            applyReach()
            // What was wrong may have been the other profile.
            isStale = true
        }
        if case .connection(.connected(let status)) = event {
            try? state.change { saved throws(StateProblem) in
                if saved.chosen?.desktopID != status.desktopID { try saved.choseDefault(status.desktopID) }
            }
        }
        onEvent?(.happened(event))
        if isStale { loop.afterThisTurn { [weak self] in self?.lookAgain() } }
    }

    // MARK: Files that change

    /// A profile or a pairing may be another one now. It counts once forwarding is off and no switch is down.
    func filesChanged() {
        isStale = true
        lookAgain()
    }

    private func lookAgain() {
        guard isStale, !isClosing else { return }
        guard !isPCLent else { return }
        guard let control else {
            isStale = false
            return assemble()
        }
        guard control.forwarder.isIdle, control.forwarder.pressed.isEmpty else { return }
        isStale = false
        // A profile with mistakes keeps nobody from another PC. What is said is what its user comes to first.
        var isChanged = false
        let problems = [
            attempt { () throws(Failure) in if try control.profileFileChanged() { isChanged = true } },
            attempt { () throws(Failure) in if try control.pairingsChanged() { isChanged = true } },
        ]
        if isChanged { onEvent?(.changedByFiles) }
        say(problems.compactMap(\.self).first)
    }

    private func attempt(_ body: () throws(Failure) -> Void) -> Sentence? {
        do throws(Failure) { try body() } catch { return error.shortSentence }
        return nil
    }

    /// Lets another program have the PC, and says by `done` that it can. Only while idle.
    func lendPC(_ done: @escaping () -> Void) {
        isPCLent = true
        if let control { control.lendLink(done) } else { done() }
    }

    /// The other program has gone, and may have paired, or left something at the PC.
    func takeBackPC() {
        isPCLent = false
        guard !isClosing else { return }
        guard let control else { return assemble() }
        // Where it cannot be, the look that follows says so.
        _ = attempt(control.takeBackLink)
        // A profile may have changed meanwhile.
        filesChanged()
    }

    func lendSwitches() {
        areSwitchesLent = true
        control?.lendSwitches()
    }

    func takeBackSwitches() {
        areSwitchesLent = false
        control?.takeBackSwitches()
    }

    /// What is gone on with where there is nothing to forward with yet: one of several, of which none was chosen so far.
    func choose(profile: String?, pc: String?) throws(Failure) {
        if let profile {
            let found = try self.profile(named: profile)
            do throws(StateProblem) { try choices.chose(profile: found.name) } catch { throw .state(error) }
        }
        if let pc {
            try state.reload()
            let chosen = try PCTarget.savedPC(pc, among: state.savedPCs)
            try state.change { saved throws(StateProblem) in try saved.choseDefault(chosen.desktopID) }
        }
        assemble()
    }

    func profile(named word: String) throws(Failure) -> FoundProfile {
        try ProfilePlaces(environment).findYours(word)
    }

    // MARK: The end

    func close(_ reason: StopReason) {
        isClosing = true
        control?.close(reason)
    }
}

extension ForwardStatus {
    static func name(ofProfileAt path: String) -> String {
        let name = Path.name(of: path)
        return name.hasSuffix(ProfilePlaces.suffix) ? String(name.dropLast(ProfilePlaces.suffix.count)) : name
    }

    /// There is nothing to forward with.
    init(incomplete: Sentence?) {
        self.init(
            state: .idle, profile: nil, profileName: nil, pc: nil, pcProfile: nil, offered: [], canStart: false,
            switches: [], notUsed: [],
            lasting: nil, lastStop: nil, unusableDevices: [], howToStop: "", next: incomplete?.description ?? "")
    }
}

extension Failure {
    /// One sentence, also of a profile with several mistakes.
    var shortSentence: Sentence {
        if let sentence { return sentence }
        if case .profile(let problems) = self {
            // One that is gone, or may not be read, has no mistakes to look for.
            if let only = problems.problems.first, only.position == nil {
                return Sentence(.serviceSays, ["text": only.line(path: problems.path)])
            }
            return Sentence(.serviceBadProfile, ["path": problems.path, "count": "\(problems.problems.count)"])
        }
        return Sentence(.serviceHung)
    }
}
