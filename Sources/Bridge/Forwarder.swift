// SPDX-License-Identifier: GPL-3.0-or-later
import Actions
package import EventLoop
package import PCLink
package import PCProtocol
package import SwitchCore

/// The bridge: switches on one side, a PC on the other, the pure pipeline between. It performs what the pipeline decides
/// and feeds back what came of it.
package final class Forwarder {
    package var onEvent: ((BridgeEvent) -> Void)?
    package internal(set) var source: any SwitchSource
    package internal(set) var connection: PCConnection
    /// What the PC offers, while it is ready.
    package internal(set) var pc: PCDetails?
    /// What the switches do there; nil while it is not ready, or its user has to choose one of its profiles.
    package internal(set) var meanings: SwitchMeanings?

    typealias Event = (inout SwitchPipeline, Instant) -> [SwitchPipeline.Output]

    let loop: EventLoop
    private let watchdog: Watchdog?
    var pipeline: SwitchPipeline
    var actions: ActionRunner
    var wish: PCProfileWish
    /// The PC that was connected last, since this connection is used.
    var lastPC: PCStatus?
    private var timer: LoopTimer?
    /// What happened while something else was being handled; one thing is finished before the next begins.
    private var pending: [(name: StaticString, told: BridgeEvent?, event: Event)] = []
    private var isHandling = false
    /// What lasts on the PC by actions of this box, as last told.
    package private(set) var lasting = HeldInputs.nothing
    /// What is on its way to the PC.
    package private(set) var load = BridgeLoad()
    /// Gives another profile and its devices, which take over once forwarding has stopped.
    var nextProfile: NextProfile?
    /// The connection to another PC, which takes over once forwarding has stopped and this one has ended.
    var nextConnection: PCConnection?
    var isChanging = false
    /// Somebody else has the switches.
    var isLending = false
    /// The PC that has not confirmed that it let go, if it is not the present one: what another PC confirms says nothing of it.
    var uncertainID: String?
    var isClosing = false
    private var isClosed = false

    /// - Parameters:
    ///   - pcProfileID: the PC profile asked for now; it goes before the remembered one.
    ///   - watchdog: nil where the process need not end with a loop that hangs, as in a test.
    package init(
        profile: Profile, pcProfileID: String?, source: any SwitchSource, connection: PCConnection, loop: EventLoop,
        watchdog: Watchdog?
    ) {
        self.loop = loop
        self.source = source
        self.connection = connection
        self.watchdog = watchdog
        pipeline = SwitchPipeline(profile: profile)
        actions = ActionRunner(profile)
        wish = PCProfileWish(given: pcProfileID, remembered: nil, wanted: profile.pcProfileID)
        timer = loop.makeTimer { [weak self] _ in self?.handle("timerFired") { $0.timerFired(at: $1) } }
        listenToSource()
        listen()
    }

    func listen() {
        connection.onEvent = { [weak self] in self?.connectionDid($0) }
    }

    func listenToSource() {
        source.onEvent = { [weak self] in self?.sourceDid($0) }
    }

    package var profile: Profile { pipeline.profile }
    package var state: ForwardingEngine.State { pipeline.engine.state }
    package var pressed: SwitchSet { pipeline.pressed }

    package var isIdle: Bool {
        if case .idle = state { true } else { false }
    }

    /// Whether a start would be taken now, and has a device to begin with.
    package var canStart: Bool {
        guard isIdle, !isClosing, !isLending, nextConnection == nil, nextProfile == nil else { return false }
        guard let meanings, !meanings.plan.forwarded.isEmpty else { return false }
        return pipeline.engine.pcIsReady && !source.usableDevices.isEmpty
    }

    private var isActive: Bool {
        if case .active = state { true } else { false }
    }

    // MARK: What its user asks for

    /// Opens the devices and the link. It does not start forwarding.
    package func open() {
        source.open()
        connection.open()
    }

    /// The user's own act: nothing else starts forwarding.
    package func start() {
        guard !isClosing else { return }
        guard let meanings, nextConnection == nil else {
            onEvent?(whyNoStart)
            connection.tryAgain()
            return
        }
        // A start must stay within reach also after the attempts to connect have ended; this one is refused all the same.
        connection.tryAgain()
        if isIdle, let chosen = meanings.pcProfile { connection.choseProfile(chosen.id) }
        handle("userStarted") { $0.userStarted(meanings.plan, at: $1) }
    }

    private var whyNoStart: BridgeEvent {
        // While one PC is left for another there is none.
        if nextConnection != nil { return .notice(.startRefused(.notConnected)) }
        if pc != nil { return .meanings(nil) }
        return .notice(.startRefused(connection.status == nil ? .notConnected : .notReady))
    }

    package func stop(_ reason: StopReason) {
        handle("stopRequested") { $0.stopRequested(reason, at: $1) }
    }

    /// The machine is about to sleep or to be switched off: forwarding stops, and nothing starts before `machineIsAwake`.
    package func machineWillRest(_ reason: StopReason) {
        handle("machineWillRest") { $0.machineWillRest(reason, at: $1) }
    }

    /// It has woken, or stays awake after all.
    package func machineIsAwake() {
        handle("machineIsAwake") { $0.machineIsAwake(at: $1) }
    }

    /// Chooses one of the PC's profiles for the next start. False when it is not offered or forwarding is not idle.
    package func choosePCProfile(_ id: String) -> Bool {
        guard isIdle, !profile.decidesActions, let pc, pc.catalogue.profiles.contains(where: { $0.id == id }) else {
            return false
        }
        wish.given = id
        connection.choseProfile(id)
        meanings = meanings(on: pc)
        onEvent?(.meanings(meanings))
        return true
    }

    /// Stops, gives the devices back and says good-bye to the PC; `.closed` follows in bounded time.
    package func close(_ reason: StopReason) {
        guard !isClosing else { return }
        isClosing = true
        stop(reason)
        closeWhenIdle()
    }

    func closeWhenIdle() {
        guard isClosing, isIdle, !isChanging else { return }
        source.endCaptureNow()
        let hasLink = connection.status != nil
        connection.close()
        // Where there is a link, its end comes back here.
        if !hasLink { finishClosing() }
    }

    private func finishClosing() {
        guard !isClosed else { return }
        isClosed = true
        loop.afterThisTurn { [weak self] in self?.onEvent?(.closed) }
    }

    // MARK: The switches

    private func sourceDid(_ event: SwitchSourceEvent) {
        switch event {
        case .attached(let device):
            handle("deviceAttached") { pipeline, _ in
                pipeline.deviceAttached(
                    device.id, name: device.name, bindings: device.bindings, axes: device.axes, found: device.found)
                return []
            }
        case .events(let events, let id): handle("eventsArrived") { $0.eventsArrived(events, from: id, at: $1) }
        case .eventsLost(let id): handle("eventsLost") { $0.eventsLost(from: id, at: $1) }
        case .resynchronised(let events, let id):
            handle("eventsResynchronised") { $0.eventsResynchronised(events, from: id, at: $1) }
        case .detached(let id, let revoked):
            handle("deviceDetached") { $0.deviceDetached(id, revoked: revoked, at: $1) }
        case .ambiguous(let name): handle("deviceBecameAmbiguous") { $0.deviceBecameAmbiguous(name: name, at: $1) }
        case .releasesWritten(let id):
            handle("releasesWritten") { pipeline, _ in
                pipeline.releasesWritten(on: id)
                return []
            }
        case .captureHeld: handle("captureHeld") { $0.captureHeld(at: $1) }
        case .captureFailed(let failure): handle("captureFailed") { $0.captureFailed(failure, at: $1) }
        case .devicesChanged: onEvent?(.devicesChanged)
        }
    }

    // MARK: The PC

    private func connectionDid(_ event: ConnectionEvent) {
        switch event {
        case .connected(let status):
            lastPC = status
            handle("pcIdentified") { pipeline, _ in
                pipeline.pcIdentified(status.desktopID)
                return []
            }
            onEvent?(.connection(event))
        case .stateProblem:
            onEvent?(.connection(event))
        case .sessionNotRecorded:
            onEvent?(.connection(event))
            stop(.notRecorded)
        case .report(let report):
            reported(report)
        case .lost:
            forgetPC()
            handle("linkLost") { $0.linkLost(at: $1) }
            // That the link to the PC before ends with it is no news.
            if isChanging { loseThisPC() } else { onEvent?(.connection(event)) }
        }
    }

    private func reported(_ report: ClientReport) {
        switch report {
        case .answered(let request, let outcome):
            return answered(request, outcome)
        case .recovered where uncertainID != nil && uncertainID != lastPC?.desktopID:
            commandsAreInDoubt(false)
        case .recovered(let proven):
            uncertainID = nil
            handle("recovered") { pipeline, now in
                if proven { return pipeline.releaseConfirmed(at: now) }
                pipeline.releaseUnproven(at: now)
                return []
            }
        case .commandsInDoubt: commandsAreInDoubt(true)
        case .ready(let details):
            pc = details
            wish.remembered = connection.savedPCs.pc(details.status.desktopID)?.profileID
            meanings = meanings(on: details)
            actions.pcBecameReady(details)
            handle("pcBecameReady") { pipeline, now in
                pipeline.pcBecameReady(at: now)
                return []
            }
        case .failed:
            // Whatever failed, nothing can be started on this link any more.
            forgetPC()
            handle("linkLost") { $0.linkLost(at: $1) }
        case .pairingNeeded, .pairingCode, .pairingFailed, .paired, .authenticated, .pinged:
            break
        }
        onEvent?(.connection(.report(report)))
        if case .ready = report { onEvent?(.meanings(meanings)) }
    }

    private func commandsAreInDoubt(_ isSo: Bool) {
        handle("commandsInDoubt") { pipeline, _ in
            pipeline.commandsAreInDoubt(isSo)
            return []
        }
    }

    private func answered(_ request: SessionRequest, _ outcome: RequestOutcome) {
        actions.answered(request, outcome)
        var told: BridgeEvent?
        if request.isOneOfMany, case .active(let active) = state, let sent = active.inFlight {
            told = .answered(sent, outcome, at: loop.now)
        }
        handle("requestAnswered", telling: told) { $0.requestAnswered(request, outcome, at: $1) }
    }

    /// What a PC offers, and what was chosen of it, lasts no longer than its link.
    func forgetPC() {
        actions.linkLost()
        pc = nil
        meanings = nil
    }

    func meanings(on pc: PCDetails) -> SwitchMeanings? {
        guard !profile.decidesActions else {
            return SwitchMeanings(decidedBy: profile, with: pc.pointerProfile.capabilities)
        }
        return wish.choice(from: pc.catalogue).map { SwitchMeanings($0, for: profile) }
    }

    // MARK: Handling

    /// - Parameter told: of what happened, ahead of what comes of it.
    func handle(_ name: StaticString, telling told: BridgeEvent? = nil, _ event: @escaping Event) {
        pending.append((name, told, event))
        guard !isHandling else { return }
        isHandling = true
        while !pending.isEmpty {
            let next = pending.removeFirst()
            let before = state.name
            let now = loop.now
            let outputs = next.event(&pipeline, now)
            let requests = outputs.compactMap(\.request)
            // Telling takes time, for which neither a press nor a stop waits.
            for request in requests { send(request) }
            if let told = next.told { onEvent?(told) }
            load.seen(pipeline)
            if requests.contains(where: \.isOneOfMany) { load.sent(at: now) }
            if state.name != before { onEvent?(.stateChanged(from: before, event: "\(next.name)", to: state.name)) }
            for output in outputs { perform(output) }
        }
        isHandling = false
        tellWhatLasts()
        timer?.deadline = pipeline.deadline
        watchdog?.atStake = !isIdle
        source.showLights(isActive)
        changeProfileWhenIdle()
        changeWhenIdle()
        closeWhenIdle()
    }

    private func tellWhatLasts() {
        guard actions.held != lasting else { return }
        lasting = actions.held
        onEvent?(.lasting(lasting))
    }

    private func perform(_ output: SwitchPipeline.Output) {
        switch output {
        case .engine(.beginCapture): source.beginCapture()
        case .engine(.endCapture): source.endCapture()
        // Done already.
        case .engine(.send): break
        case .engine(.cutLink): connection.cut()
        case .engine(.announce(let notice)):
            // From here on it is this PC that has something to confirm.
            if notice == .started { uncertainID = nil }
            onEvent?(.notice(notice))
        case .moved(let edge): onEvent?(.moved(edge))
        case .rejected(let id, let filter, _): onEvent?(.rejected(id, by: filter))
        case .selected(let action, let id): onEvent?(.selected(action, by: id))
        case .asked(let asked, let id): onEvent?(.asked(asked, by: id))
        case .idleAct(let act, let id): onEvent?(.idleAct(act, by: id))
        }
    }

    private func send(_ request: SessionRequest) {
        switch actions.wire(for: request) {
        case .commands(let commands, let mayHold):
            connection.request(request, commands: commands, mayHold: mayHold)
        case .unsupported:
            answered(request, .refused(code: ErrorCode.unsupportedCommand.text))
        }
    }
}

extension SwitchPipeline.Output {
    fileprivate var request: SessionRequest? {
        if case .engine(.send(let request)) = self { request } else { nil }
    }
}
