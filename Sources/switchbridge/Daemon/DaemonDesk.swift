// SPDX-License-Identifier: GPL-3.0-or-later
import Bridge
import ControlSocket
import EventLoop
import PCProtocol
import Sentences
import SwitchCore

/// Where other programs come: it answers what they ask, and tells those who want to know what happens. What it tells goes
/// out when the turn of the loop is over, so that no press waits for a reader, and however many they are, telling takes a tenth
/// of the time.
final class DaemonDesk {
    typealias ClientID = ControlServer.ClientID

    private struct Watcher {
        var wantsEdges: Bool
        var told: ForwardStatus?
    }

    /// Each state once.
    var onStatus: ((ForwardStatus) -> Void)?
    /// Whether another program has the switches or the PC.
    var onLent: ((Bool) -> Void)?
    /// What is announced first to whoever begins to watch.
    var present: (() -> JSONValue?)?

    private let loop: EventLoop
    private let bridge: DaemonBridge
    private let server: ControlServer
    private var watchers: [ClientID: Watcher] = [:]
    /// Those that have not been told the present state.
    private var newcomers: Set<ClientID> = []
    private var news: [(json: JSONValue, isEdge: Bool)] = []
    private var isFlushing = false
    private var flushTimer: LoopTimer?
    private var restsUntil: Instant?
    /// The client with which the present forwarding ends.
    private var starter: ClientID?
    private var lentSwitches: Set<ClientID> = []
    private var lentPC: ClientID?
    /// What came of a start that is being asked for just now.
    private var refusal: Sentence?

    init(_ loop: EventLoop, _ bridge: DaemonBridge, _ server: ControlServer) {
        self.loop = loop
        self.bridge = bridge
        self.server = server
        server.isKept = { [weak self] in self?.isKept($0) ?? false }
        flushTimer = loop.makeTimer { [weak self] _ in self?.flush() }
    }

    func begin() { flushSoon() }

    // MARK: What happens

    func bridgeDid(_ event: DaemonBridge.Event) {
        switch event {
        case .news(let news):
            let isEdge = news.event == "edge" || news.event == "rejected"
            return tell(news.json, isEdge: isEdge)
        case .replies(let sentences):
            for sentence in sentences {
                tell(.object(["event": .string("reply"), "text": .string(sentence.description)]))
            }
        case .incomplete(let problem):
            tell(.object(["event": .string("incomplete"), "text": .text(problem?.description)]))
        case .changedByFiles: stopAsked()
        case .happened(let event): return happened(event)
        }
        flushSoon()
    }

    /// It is said where it matters: with the PC, which cannot be reached.
    func bluetooth(isBlocked: Bool, isHard: Bool) {
        let id: SentenceID = isBlocked ? (isHard ? .serviceRadioOffHard : .serviceRadioOff) : .serviceRadioOn
        tell(
            .object([
                "event": .string("bluetooth"), "blocked": .bool(isBlocked), "text": .string(Sentence(id).description),
            ]))
    }

    func announce(_ announcement: JSONValue) { tell(announcement) }

    /// The light that shows the state cannot be used, or not as it should.
    func lightFailed(_ problem: Sentence) {
        tell(.object(["event": .string("light"), "text": .string(problem.description)]))
    }

    /// Something came after which a start that was asked for before, and waits with a client until it can be, is not meant any
    /// more.
    func stopAsked() { tell(.object(["event": .string("stopAsked")])) }

    private func happened(_ event: BridgeEvent) {
        switch event {
        case .notice(.startRefused(let refused)): refusal = refused.sentence
        case .meanings(nil): refusal = Sentence(.statusChooseService)
        case .notice(.stopped): starter = nil
        case .idleAct(.start, _), .idleAct(.nextPC, _): takePCBack()
        // Presses change nothing but what is pressed.
        case .moved, .rejected, .answered, .selected, .stateChanged:
            guard watchers.values.contains(where: \.wantsEdges) else { return }
        case .notice, .connection, .meanings, .changedPC, .changedProfile, .devicesChanged, .lasting, .asked, .idleAct,
            .closed:
            break
        }
        flushSoon()
    }

    /// Its user wants to start, and whoever has the PC may have been forgotten.
    private func takePCBack() {
        guard let client = lentPC else { return }
        tell(.object(["event": .string("reply"), "text": .string(Sentence(.servicePCTakenBack).description)]))
        server.letGo(client)
    }

    private func tell(_ json: JSONValue, isEdge: Bool = false) {
        guard watchers.values.contains(where: { !isEdge || $0.wantsEdges }) else { return }
        news.append((json, isEdge))
        flushSoon()
    }

    private func flushSoon() {
        guard !isFlushing else { return }
        isFlushing = true
        if let restsUntil, restsUntil > loop.moment {
            flushTimer?.deadline = restsUntil
        } else {
            loop.afterThisTurn { [weak self] in self?.flush() }
        }
    }

    private func flush() {
        isFlushing = false
        let began = loop.moment
        greet()
        tellNews()
        restsUntil = TimeShare.end(ofRestAfter: began, loop.moment)
    }

    /// Who comes late or was cut off hears how it is; what is waiting to be told is part of that.
    private func greet() {
        guard !newcomers.isEmpty else { return }
        if let present = present?() { server.tell(newcomers, [present]) }
        newcomers = []
    }

    /// What happened, and how things are by now where that is new.
    private func tellNews() {
        let full = status
        let quiet = full.withoutPresses
        onStatus?(quiet)
        for wantsEdges in [true, false] {
            let present = wantsEdges ? full : quiet
            let told = news.filter { wantsEdges || !$0.isEdge }.map(\.json)
            let listening = watchers.filter { $0.value.wantsEdges == wantsEdges }
            let behind = listening.filter { $0.value.told != present }.map(\.key)
            if !told.isEmpty { server.tell(listening.keys.filter { !behind.contains($0) }, told) }
            guard !behind.isEmpty else { continue }
            for id in behind { watchers[id]?.told = present }
            server.tell(behind, told + [.object(["event": .string("status"), "status": present.json])])
        }
        news = []
    }

    private var status: ForwardStatus {
        guard let control = bridge.control else { return ForwardStatus(incomplete: bridge.incomplete) }
        var status = ForwardStatus(control.forwarder, isTyped: false)
        status.profileName = bridge.profileName
        if let incomplete = bridge.incomplete {
            status.next = ([incomplete.description] + (status.canStart ? [status.next] : [])).joined(separator: " ")
        }
        if lentPC != nil || !lentSwitches.isEmpty { status.canStart = false }
        if lentPC != nil { status.next = Sentence(.servicePCIsLent).description }
        if !lentSwitches.isEmpty { status.next = Sentence(.serviceSwitchesAreLent).description }
        return status
    }

    // MARK: Requests

    func heard(_ event: ControlServer.Event) {
        switch event {
        case .call(let client, let call): answer(call, from: client)
        case .gone(let client): left(client)
        }
    }

    private func answer(_ call: ControlCall, from client: ClientID) {
        do throws(Refusal) {
            let fields = try fields(for: call, from: client)
            if let fields { server.answer(client, to: call.id, fields) }
        } catch {
            server.refuse(client, call.id, code: error.code, text: error.sentence.description)
        }
    }

    private struct Refusal: Error {
        let code: String
        let sentence: Sentence
    }

    /// Nil when the answer comes later.
    private func fields(for call: ControlCall, from client: ClientID) throws(Refusal) -> [String: JSONValue]? {
        switch call.request {
        case .status: return ["status": status.json]
        case .watch(let edges):
            if watchers[client] == nil { newcomers.insert(client) }
            watchers[client] = Watcher(wantsEdges: edges)
            flushSoon()
            return [:]
        case .start(let untilGone):
            try start(for: client, untilGone: untilGone)
            return [:]
        case .stop:
            stopAsked()
            bridge.control?.stop(.userStopped)
            return ["status": status.json]
        case .use(let profile, let pc):
            try use(profile: profile, pc: pc)
            return [:]
        case .choose(let id):
            let control = try assembled()
            try refusing("notPossible") { () throws(Failure) in try control.choose(pcProfile: id) }
            return [:]
        case .lend(.switches):
            try lendSwitches(to: client)
            return [:]
        case .lend(.pc):
            try lendPC(to: client, call.id)
            return nil
        case .diagnostics: return ["status": status.json, "diagnosis": bridge.diagnosis]
        }
    }

    private func assembled() throws(Refusal) -> ForwardControl {
        // What was in the way may have been mended unseen.
        bridge.assemble()
        guard let control = bridge.control else {
            throw Refusal(code: "incomplete", sentence: bridge.incomplete ?? Sentence(.storeNone))
        }
        return control
    }

    private func refusing(_ code: String, _ body: () throws(Failure) -> Void) throws(Refusal) {
        do throws(Failure) { try body() } catch { throw Refusal(code: code, sentence: error.shortSentence) }
    }

    private func start(for client: ClientID, untilGone: Bool) throws(Refusal) {
        let control = try assembled()
        try nothingLent()
        refusal = nil
        control.start()
        if let refusal {
            throw Refusal(code: control.forwarder.pc == nil ? "notConnected" : "startRefused", sentence: refusal)
        }
        starter = untilGone ? client : nil
    }

    private func use(profile: String?, pc: String?) throws(Refusal) {
        try nothingLent()
        // It would be looked for with the service's rights, and whoever listens there could claim to be any PC.
        if pc?.hasPrefix(PCTarget.socketPrefix) == true {
            throw Refusal(code: "notPossible", sentence: Sentence(.serviceSavedPCsOnly))
        }
        stopAsked()
        guard let control = bridge.control else {
            return try refusing("notPossible") { () throws(Failure) in try bridge.choose(profile: profile, pc: pc) }
        }
        if let profile {
            try refusing("notPossible") { () throws(Failure) in
                try control.use(profile: try bridge.profile(named: profile))
            }
        }
        if let pc { try refusing("notPossible") { () throws(Failure) in try control.use(pc: pc) } }
    }

    // MARK: Lending

    private func nothingLent() throws(Refusal) {
        guard lentPC == nil else { throw Refusal(code: "lent", sentence: Sentence(.servicePCIsLent)) }
        guard lentSwitches.isEmpty else { throw Refusal(code: "lent", sentence: Sentence(.serviceSwitchesAreLent)) }
    }

    private func lendable() throws(Refusal) {
        guard bridge.control?.forwarder.isIdle ?? true else {
            throw Refusal(code: "forwarding", sentence: Sentence(.serviceForwarding))
        }
    }

    private func lendSwitches(to client: ClientID) throws(Refusal) {
        try lendable()
        stopAsked()
        if lentSwitches.isEmpty { bridge.lendSwitches() }
        lentSwitches.insert(client)
        lendingChanged()
    }

    private func lendPC(to client: ClientID, _ call: Int64) throws(Refusal) {
        try lendable()
        guard lentPC == nil else { throw Refusal(code: "lent", sentence: Sentence(.servicePCIsLent)) }
        lentPC = client
        stopAsked()
        lendingChanged()
        bridge.lendPC { [weak self] in
            self?.server.answer(client, to: call)
            // That there is no link any more, which is no news.
            self?.flushSoon()
        }
    }

    private func lendingChanged() {
        onLent?(lentPC != nil || !lentSwitches.isEmpty)
        flushSoon()
    }

    /// Forwarding ends with it, or what it has been lent.
    private func isKept(_ client: ClientID) -> Bool {
        client == starter || client == lentPC || lentSwitches.contains(client)
    }

    private func left(_ client: ClientID) {
        watchers[client] = nil
        newcomers.remove(client)
        if starter == client {
            starter = nil
            bridge.control?.stop(.userStopped)
        }
        if lentSwitches.remove(client) != nil, lentSwitches.isEmpty { bridge.takeBackSwitches() }
        if lentPC == client {
            lentPC = nil
            bridge.takeBackPC()
        }
        lendingChanged()
    }
}

extension ForwardStatus {
    fileprivate var withoutPresses: ForwardStatus {
        var status = self
        for index in status.switches.indices { status.switches[index].isPressed = false }
        return status
    }
}
