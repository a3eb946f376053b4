// SPDX-License-Identifier: GPL-3.0-or-later
import Bridge
import EventLoop
import PCProtocol
import Sentences
import SwitchCore

/// How a daemon is understood without a screen: by announcements for whoever listens, and by a light of the box. What the
/// devices' own lights show is the forwarder's.
final class DaemonVoice {
    /// In the order in which they are to be heard, at the level that the profile asks for.
    var onAnnouncement: ((JSONValue) -> Void)?
    /// Each problem of the light once.
    var onLightProblem: ((Sentence) -> Void)?

    private let loop: EventLoop
    private let bridge: DaemonBridge
    private let light: StateLight
    private var announcer = Announcer()
    private var timer: LoopTimer?
    private var isLighting = false

    init(_ loop: EventLoop, _ bridge: DaemonBridge, lightsIn directory: String = BoxLight.directory) {
        self.loop = loop
        self.bridge = bridge
        light = StateLight(in: directory)
        timer = loop.makeTimer { [weak self] in self?.timeReached($0) }
        light.onProblem = { [weak self] in self?.lightFailed($0) }
    }

    // MARK: What happens

    func bridgeDid(_ event: DaemonBridge.Event) {
        switch event {
        case .happened(let event) where !Announcer.heeds(event): return
        case .happened(let event): say(announcer.happened(event, facts, at: loop.now))
        case .incomplete(let problem): say(announcer.incompleteChanged(problem != nil, at: loop.now))
        case .replies(let sentences):
            if sentences.contains(where: { $0.id == .forwardNoNextPC }) { say(announcer.nothingNext(isPC: true)) }
            if sentences.contains(where: { $0.id == .forwardNoNextProfile }) { say(announcer.nothingNext(isPC: false)) }
        case .news, .changedByFiles: return
        }
        lightSoon()
    }

    func bluetooth(isBlocked: Bool) { say(announcer.bluetoothChanged(isBlocked: isBlocked, at: loop.now)) }

    func lentChanged(_ isLent: Bool) { say(announcer.lentChanged(isLent, facts, at: loop.now)) }

    private func timeReached(_ now: Instant) { say(announcer.timerFired(facts, at: now)) }

    /// How it is now, for whoever begins to listen; nil where nothing is announced.
    var present: JSONValue? {
        let announcement = announcer.present(facts)
        return isHeard(announcement) ? announcement.json : nil
    }

    private func say(_ announcements: [Announcement]) {
        timer?.deadline = announcer.deadline
        for announcement in announcements where isHeard(announcement) { onAnnouncement?(announcement.json) }
    }

    private func isHeard(_ announcement: Announcement) -> Bool {
        switch (facts.profile?.announcements.level ?? .short, announcement.level) {
        case (.off, _), (.short, .full): false
        case (.short, .short), (.full, _): true
        }
    }

    private var facts: AnnouncerFacts { bridge.control.map { AnnouncerFacts($0.forwarder) } ?? AnnouncerFacts() }

    // MARK: The light

    /// Files are written when the turn is over, so that no press waits for them.
    private func lightSoon() {
        guard !isLighting else { return }
        isLighting = true
        loop.afterThisTurn { [weak self] in
            guard let self else { return }
            isLighting = false
            light.update(facts)
        }
    }

    private func lightFailed(_ problem: LightProblem) {
        onLightProblem?(problem.sentence)
        say(announcer.lightFailed())
    }

    /// Leaves the light as it was found.
    func close() { light.close() }
}

extension Announcement {
    /// As the control socket has it.
    var json: JSONValue {
        .object([
            "event": .string(Self.event), "id": .string(id.rawValue), "text": .string(text), "urgent": .bool(isUrgent),
        ])
    }

    static let event = "announcement"
}
