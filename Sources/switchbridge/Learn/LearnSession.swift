// SPDX-License-Identifier: GPL-3.0-or-later
import Bridge
import EventLoop
import InputDevices
import Profiles
import Sentences
import SwitchCore

/// One run of `learn` or `switch replace`: opens every device that may have a switch, and performs what the machine decides.
final class LearnSession {
    private let live: LiveRun
    private let monitor: DeviceMonitor
    private let selection: DeviceSelection
    private let json: Bool
    private let save: (ProfileEdit) throws(Failure) -> LearnNews
    private var machine: LearnMachine
    private var readers: [DeviceID: CapturedReader] = [:]
    /// Those that are not to reach the rest of the box.
    private var captured: Set<DeviceID> = []
    private var nextID = 1
    private var timer: LoopTimer?
    private var input: LineInput?

    /// - Parameters:
    ///   - selection: the devices to listen to; empty means all.
    ///   - save: writes the profile, and says so.
    init(
        _ live: LiveRun, _ monitor: DeviceMonitor, _ selection: DeviceSelection, _ machine: LearnMachine, json: Bool,
        save: @escaping (ProfileEdit) throws(Failure) -> LearnNews
    ) {
        self.live = live
        self.monitor = monitor
        self.selection = selection
        self.machine = machine
        self.json = json
        self.save = save
        timer = live.loop.makeTimer { [weak self] now in self?.perform { $0.timeReached(now) } }
    }

    func run() throws(Failure) -> Ending {
        live.beforeEnd = { [weak self] ended in
            for captured in self?.readers.values.map({ $0 }) ?? [] { captured.endNow() }
            ended()
        }
        try live.onSuspend { [weak self] in
            for captured in self?.readers.values.map({ $0 }) ?? [] { captured.endNow() }
        } takeAgain: { [weak self] in
            for id in self?.captured.sorted() ?? [] { self?.readers[id]?.begin() }
        }
        try open()
        live.forgetTyped()
        input = LineInput(loop: live.loop) { [weak self] in self?.lineEntered($0) }
        perform { $0.begin() }
        return try live.run(keeping: self)
    }

    // MARK: Devices

    /// Fails when nothing can be listened to. What is in the way of the others is said: the switch may be on one of them.
    private func open() throws(Failure) {
        machine.nodesChanged(monitor.nodes)
        if let word = selection.unmatched(among: monitor.nodes) {
            throw .noDevice(Sentence(.deviceNotFound, ["found": word]))
        }
        var errors: [DeviceError] = []
        for node in monitor.nodes where isCandidate(node) {
            do { try open(node) } catch { errors.append(error) }
        }
        guard !readers.isEmpty else {
            throw errors.first.map { .device($0) } ?? .noDevice(NoDevices.sentence)
        }
        var said: [Sentence] = []
        for error in errors where !said.contains(error.sentence) {
            said.append(error.sentence)
            tell(LearnNews("notUsed", error.sentence, style: .warning))
        }
        monitor.onEvent = { [weak self] in self?.monitorDid($0) }
    }

    private func isCandidate(_ node: NodeDescription) -> Bool {
        node.canBeSwitch && (selection.words.isEmpty || selection.includes(node))
    }

    private func monitorDid(_ event: DeviceMonitorEvent) {
        machine.nodesChanged(monitor.nodes)
        switch event {
        case .added(let node), .changed(let node):
            guard isCandidate(node), !readers.values.contains(where: { $0.reader.node.syspath == node.syspath }) else {
                return
            }
            do { try open(node) } catch { tell(LearnNews("notUsed", error.sentence, style: .warning)) }
        case .removed: break  // Its reader notices.
        }
    }

    private func open(_ node: NodeDescription) throws(DeviceError) {
        let id = DeviceID(nextID)
        nextID += 1
        let reader = try DeviceReader(node: node, id: id, loop: live.loop) { [weak self] in self?.readerDid($0, id) }
        // That another program has it is no reason not to learn it.
        readers[id] = CapturedReader(reader, loop: live.loop, names: EvdevNames()) { _ in }
        machine.attached(id, node, axes: reader.axes, found: Self.state(of: reader))
    }

    private static func state(of reader: DeviceReader) -> FoundState {
        FoundState(keysDown: reader.down, axisValues: reader.axisValues)
    }

    private func readerDid(_ event: DeviceReaderEvent, _ id: DeviceID) {
        guard let captured = readers[id] else { return }
        switch event {
        case .events(let events): perform { $0.reportArrived(events, from: id) }
        case .eventsLost: break
        case .resynchronised:
            let state = Self.state(of: captured.reader)
            perform { [now = live.loop.now] in $0.eventsLost(from: id, found: state, at: now) }
        case .gone:
            readers[id] = nil
            self.captured.remove(id)
            captured.nodeLost()
            captured.reader.close()
            return perform { [now = live.loop.now] in $0.detached(id, at: now) }
        }
        captured.downMayHaveChanged()
    }

    // MARK: What is typed

    private func lineEntered(_ line: String?) {
        guard let line else {
            // A script that answers nothing has its answers in its flags.
            if machine.automaticCount == nil { cancelled() }
            return
        }
        perform { [now = live.loop.now] in $0.lineEntered(line, at: now) }
    }

    // MARK: Performing

    private func perform(_ body: (inout LearnMachine) -> [LearnMachine.Effect]) {
        let effects = body(&machine)
        timer?.deadline = machine.deadline
        for effect in effects { perform(effect) }
    }

    private func perform(_ effect: LearnMachine.Effect) {
        switch effect {
        case .tell(let news): tell(news)
        case .capture(let id):
            // A keyboard is not taken from whoever types on it.
            guard let reader = readers[id], !reader.reader.node.isKeyboardSomeoneTypesOn else { return }
            captured.insert(id)
            reader.begin()
        case .giveBack(let id):
            captured.remove(id)
            readers[id]?.end()
        case .save(let edit):
            live.attempt { () throws(Failure) in
                tell(try save(edit))
                live.end(.code(.done))
            }
        case .cancel: cancelled()
        case .forgetTyped: live.forgetTyped()
        }
    }

    private func cancelled() { live.fail(.other(Sentence(.learnCancelled))) }

    private func tell(_ news: LearnNews) {
        live.attempt { () throws(Failure) in
            guard !json else { return try live.terminal.show(json: news.json) }
            if let sentence = news.sentence { try live.terminal.show(sentence.description, news.style) }
            for line in news.lines { try live.terminal.show(line, indent: 2) }
        }
    }
}
