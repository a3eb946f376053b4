// SPDX-License-Identifier: GPL-3.0-or-later
import Bridge
import EventLoop
import InputDevices
import Sentences
import SwitchCore

/// Proves each way of being understood without a screen, one after the other, and says what came of it. It asks nothing:
/// whoever hears and sees knows.
final class AnnounceTest {
    /// How long a light shows something.
    static let showing = Duration.seconds(3)

    private let live: LiveRun
    private let speaker: Speaker?
    private let settings: AnnouncementSettings?
    private let profile: Profile?
    private let lightsDirectory: String
    private var timer: LoopTimer?
    private var light: BoxLight?
    private var readers: [DeviceReader] = []
    private var hasFailed = false

    /// - Parameters:
    ///   - speaker: nil where nothing that speaks is installed.
    ///   - profile: nil where there is none, which was said.
    init(
        _ live: LiveRun, _ speaker: Speaker?, _ profile: Profile?, lightsIn directory: String = BoxLight.directory
    ) {
        self.live = live
        self.speaker = speaker
        self.profile = profile
        settings = profile?.announcements
        lightsDirectory = directory
        timer = live.loop.makeTimer { _ in }
    }

    func run() throws(Failure) -> Ending {
        hasFailed = profile == nil
        live.beforeEnd = { [weak self] done in self?.putBack(then: done) }
        live.loop.afterThisTurn { [weak self] in self?.speech() }
        return try live.run(keeping: self)
    }

    private func say(_ id: SentenceID, _ arguments: [String: String] = [:], isFailure: Bool = false) {
        if isFailure { hasFailed = true }
        say(Sentence(id, arguments))
    }

    private func say(_ sentence: Sentence) {
        live.attempt { () throws(Failure) in try live.terminal.show(sentence.description) }
    }

    private func after(_ time: Duration, _ next: @escaping () -> Void) {
        timer = live.loop.makeTimer { _ in next() }
        timer?.deadline = live.loop.now + time
    }

    // MARK: One after the other

    private func speech() {
        if settings?.level == .off { say(.hearLevelOff) }
        guard let speaker else {
            say(.hearNoSpeech, isFailure: true)
            return boxLight()
        }
        var isDone = false
        let next: (Bool) -> Void = { [weak self] worked in
            guard let self, !isDone else { return }
            isDone = true
            say(worked ? .hearSpeechWorked : .hearSpeechFailed, isFailure: !worked)
            boxLight()
        }
        speaker.onSpoken = { next(true) }
        speaker.onFailure = { _ in next(false) }
        // A program that hangs is ended before.
        after(SpeechQueue.longestSpeech + SpeechQueue.endingTime * 2) { next(false) }
        speaker.say(Sentence(.hearTestText).description, isUrgent: false)
    }

    private func boxLight() {
        guard let name = settings?.light else {
            let names = BoxLight.names(in: lightsDirectory).joined(separator: ", ")
            say(names.isEmpty ? .hearNoLights : .hearNoLight, ["lights": names])
            return deviceLights()
        }
        do throws(LightProblem) {
            let light = try BoxLight(named: name, in: lightsDirectory)
            self.light = light
            try light.show(.blinking)
        } catch {
            hasFailed = true
            say(error.sentence)
            // Of one that cannot blink the rest can still be seen.
            guard case .cannotBlink = error else { return deviceLights() }
        }
        after(Self.showing) { [weak self] in
            self?.light?.restore()
            self?.light = nil
            self?.say(.hearLightWorked, ["light": name])
            self?.deviceLights()
        }
    }

    private func deviceLights() {
        guard let profile, profile.announcements.usesDeviceLights else {
            say(.hearDeviceLightsOff)
            return finish()
        }
        var worked: [String] = []
        for node in nodes(of: profile) {
            let reader: DeviceReader
            do throws(DeviceError) {
                reader = try DeviceReader(node: node, id: DeviceID(readers.count + 1), loop: live.loop) { _ in }
            } catch {
                hasFailed = true
                say(error.sentence)
                continue
            }
            readers.append(reader)
            guard reader.hasLights else { continue }
            if reader.showLights(true) {
                worked.append(node.identity.name)
            } else {
                say(.hearDeviceLightsFailed, ["device": node.identity.name], isFailure: true)
            }
        }
        guard !worked.isEmpty else {
            say(.hearNoDeviceLights)
            return finish()
        }
        after(Self.showing) { [weak self] in
            self?.readersEnded()
            self?.say(.hearDeviceLightsWorked, ["devices": worked.joined(separator: ", ")])
            self?.finish()
        }
    }

    private func nodes(of profile: Profile) -> [NodeDescription] {
        let monitor = try? DeviceMonitor(loop: live.loop, includesVirtual: true)
        return (monitor?.nodes ?? []).filter { node in profile.devices.contains { $0.describes(node.identity) } }
    }

    // MARK: The end

    private func finish() { live.end(.code(hasFailed ? .failed : .done)) }

    private func readersEnded() {
        for reader in readers {
            reader.showLights(false)
            reader.close()
        }
        readers = []
    }

    /// Lights are left as they were found, whatever ends the test.
    private func putBack(then done: @escaping () -> Void) {
        light?.restore()
        readersEnded()
        guard let speaker else { return done() }
        speaker.onSpoken = nil
        speaker.onFailure = nil
        speaker.close(then: done)
    }
}
