// SPDX-License-Identifier: GPL-3.0-or-later
import Bridge
import EventLoop
import PCProtocol
import Sentences
import SwitchCore

/// One run of `practice`: presses in, what they would do out.
final class PracticeSession {
    private let live: LiveRun
    private let source: any SwitchSource
    private let json: Bool
    private let captures: Bool
    private let writer: PracticeWriter
    private var view: PracticeView
    private var input: LineInput?
    private var timer: LoopTimer?
    private var toldOfDevices: [Sentence] = []

    /// - Parameter captures: whether the devices are taken from the rest of the box meanwhile.
    init(_ live: LiveRun, _ source: any SwitchSource, _ profile: Profile, captures: Bool, json: Bool) {
        self.live = live
        self.source = source
        self.captures = captures
        self.json = json
        view = PracticeView(profile)
        writer = PracticeWriter(profile: profile, start: live.loop.now)
        timer = live.loop.makeTimer { [weak self] now in self?.show { $0.timeReached(now) } }
    }

    /// Fails when none of the profile's devices can be used.
    func run() throws(Failure) -> Ending {
        source.onEvent = { [weak self] in self?.happened($0) }
        live.beforeEnd = { [source] ended in
            source.endCaptureNow()
            ended()
        }
        try live.onSuspend { [source] in
            source.endCaptureNow()
        } takeAgain: { [source, captures] in
            if captures { source.beginCapture() }
        }
        live.forgetTyped()
        input = LineInput(loop: live.loop) { [weak self] in self?.lineEntered($0) }
        source.open()
        if source.usableDevices.isEmpty {
            throw Self.noneUsable(source.unusableDevices)
        }
        tellDevices()
        if captures { source.beginCapture() } else { listening() }
        return try live.run(keeping: self)
    }

    /// What can be mended before what is not there.
    private static func noneUsable(_ devices: [UnusableDevice]) -> Failure {
        for case .failed(let error) in devices.map(\.reason) { return .device(error) }
        return .noDevice(devices.first?.sentence ?? NoDevices.sentence)
    }

    // MARK: Events

    private func happened(_ event: SwitchSourceEvent) {
        switch event {
        case .attached(let device): view.attached(device)
        case .detached(let id, _): show { [now = live.loop.now] in $0.detached(id, at: now) }
        case .events(let events, let id): show { $0.reportArrived(events, from: id) }
        case .resynchronised(let events, let id): show { $0.resynchronised(events, from: id) }
        case .eventsLost: tell("eventsLost", Sentence(.practiceEventsLost))
        case .captureHeld: listening()
        case .captureFailed(let failure):
            tell("notCaptured", failure.sentence)
            listening()
        case .ambiguous, .devicesChanged: tellDevices()
        case .releasesWritten: break
        }
    }

    private func listening() {
        live.forgetTyped()
        tell("listening", Sentence(.practiceListening, ["profile": view.profile.name]))
    }

    private func tellDevices() {
        let sentences = source.unusableDevices.map(\.sentence)
        guard sentences != toldOfDevices else { return }
        toldOfDevices = sentences
        for sentence in sentences { tell("notUsed", sentence) }
    }

    private func lineEntered(_ line: String?) {
        guard let line else { return live.end(.code(.done)) }
        guard let word = line.split(separator: " ").first else { return }
        if ["quit", "exit", "cancel"].contains(word) { live.end(.code(.done)) }
    }

    // MARK: Showing

    private func show(_ body: (inout PracticeView) -> [PracticeLine]) {
        let lines = body(&view)
        timer?.deadline = view.deadline
        if !captures, !view.pressed.isEmpty { live.forgetTyped() }
        live.attempt { () throws(Failure) in
            for line in lines {
                if json {
                    try live.terminal.show(json: writer.json(line))
                } else if let sentence = writer.sentence(line) {
                    try live.terminal.show(sentence.description, Self.style(of: line))
                }
            }
        }
        if lines.contains(where: \.endsPractice) { live.end(.code(.done)) }
    }

    private static func style(of line: PracticeLine) -> TextStyle {
        switch line {
        case .edge, .output: .plain
        case .pressed(let press): press.verdict == .accepted ? .faint : .warning
        case .advice: .heading
        case .stop: .good
        }
    }

    private func tell(_ event: String, _ sentence: Sentence) {
        live.attempt { () throws(Failure) in
            guard json else { return live.terminal.say(sentence.description) }
            try live.terminal.show(
                json: .object(["event": .string(event), "text": .string(sentence.description)]))
        }
    }
}

extension PracticeLine {
    /// The stop that ends forwarding ends practice too: whoever is alone with a switch has no other way.
    fileprivate var endsPractice: Bool {
        switch self {
        case .stop: true
        case .edge, .pressed, .output, .advice: false
        }
    }
}
