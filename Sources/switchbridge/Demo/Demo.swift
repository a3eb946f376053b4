// SPDX-License-Identifier: GPL-3.0-or-later
import Bridge
import EventLoop
import InputDevices
import PCLink
import PCProtocol
import Sentences
import SimulatedPC
import SwitchCore

/// One run of the demonstration.
final class Demo {
    private let live: LiveRun
    private let json: Bool
    private let pc: SimulatedPC
    private let recorded: RecordedSwitches
    private let forwarder: Forwarder
    private var tally = DemoTally()
    /// When the recording began; the timeline counts from it.
    private var beginning: Instant?
    private var whenClosed: (() -> Void)?

    init(_ live: LiveRun, json: Bool) throws(Failure) {
        self.live = live
        self.json = json
        let profile = DemoCommand.profile()
        let news = NewsRelay()
        pc = SimulatedPlace.pc(live.loop) { news.show?($0) }
        recorded = RecordedSwitches(DemoCommand.recording(), for: profile, loop: live.loop)
        let state = try StateFiles(nil)
        let connection = PCConnection(
            loop: live.loop, transport: SimulatedPlace.transport(to: pc, live.loop), deviceName: state.deviceName,
            savedPCs: state.savedPCs, journal: state.journal)
        forwarder = Forwarder(
            profile: profile, pcProfileID: nil, source: recorded, connection: connection, loop: live.loop,
            watchdog: nil)
        news.show = { [weak self] in self?.pcDid($0) }
    }

    /// The PC is made before the demonstration that listens to it.
    private final class NewsRelay { var show: ((PCNews) -> Void)? }

    func run() throws(Failure) -> Ending {
        forwarder.onEvent = { [weak self] in self?.happened($0) }
        recorded.onEnd = { [weak self] in self?.live.end(.code(.done)) }
        live.beforeEnd = { [weak self] in
            self?.whenClosed = $0
            self?.forwarder.close(.shuttingDown)
        }
        say(Sentence(.demoBeginning))
        forwarder.open()
        let ending = try live.run(keeping: self)
        guard ending == .code(.done) else { return ending }
        return try summarise()
    }

    private func happened(_ event: BridgeEvent) {
        switch event {
        case .connection(.report(.pairingNeeded)):
            forwarder.connection.pair()
        case .meanings(.some):
            // Once: not even here does a new connection start anything.
            if beginning == nil { forwarder.start() }
        case .notice(.started):
            beginning = live.loop.now
            show("started", Sentence(.forwardStarted))
            recorded.play()
        case .notice(.stopped(let stop)):
            guard tally.stop == nil else { break }
            tally.stop = stop
            show("stopped", stop.reason.sentence(switchName: forwarder.name(of: stop.reason)))
        case .moved(let edge):
            tally.moved(edge)
            show(
                "edge",
                Sentence(.demoMoved, ["switch": forwarder.name(of: edge.switchID), "state": edge.state.rawValue]),
                at: edge.time)
        case .answered(let sent, let outcome, let time):
            tally.answered(sent, outcome, at: time)
        case .closed:
            whenClosed?()
        case .notice, .connection, .meanings, .changedPC, .changedProfile, .devicesChanged, .stateChanged, .rejected,
            .selected, .lasting, .asked, .idleAct:
            break
        }
    }

    private func pcDid(_ news: PCNews) {
        guard case .executed(let record) = news else { return }
        tally.executed(record.event)
        switch record.event {
        case .pressed(let output): show("pc", Sentence(.demoPCPressed, ["output": "\(output)"]))
        case .released(let output): show("pc", Sentence(.demoPCReleased, ["output": "\(output)"]))
        case .tapped, .scanned, .command, .edge, .sessionStarted, .sessionEnded, .releaseFailed: break
        }
    }

    // MARK: What is shown

    private func show(_ event: String, _ sentence: Sentence, at time: Instant? = nil) {
        guard let beginning else { return }
        let milliseconds = ((time ?? live.loop.now) - beginning).milliseconds
        live.attempt { () throws(Failure) in
            guard !json else {
                return try live.terminal.show(
                    json: .object([
                        "event": .string(event), "milliseconds": .integer(milliseconds),
                        "text": .string(sentence.description),
                    ]))
            }
            let stamp = "\(milliseconds / 1000).\(Self.padded(milliseconds % 1000)) s"
            try live.terminal.show("\(stamp)  \(sentence)", indent: 2)
        }
    }

    private static func padded(_ milliseconds: Int64) -> String {
        let digits = String(milliseconds)
        return String(repeating: "0", count: 3 - digits.count) + digits
    }

    private func say(_ sentence: Sentence) {
        guard !json else { return }
        live.attempt { () throws(Failure) in try live.terminal.show(sentence.description) }
    }

    private func summarise() throws(Failure) -> Ending {
        let held = pc.machine.held.map(\.description)
        if json {
            try live.terminal.show(json: tally.json(held: held))
        } else {
            for sentence in tally.sentences(held: held) { try live.terminal.show(sentence.description) }
        }
        return .code(tally.isGood(held: held) ? .done : .failed)
    }
}
