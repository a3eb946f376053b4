// SPDX-License-Identifier: GPL-3.0-or-later
package import EventLoop
package import SwitchCore

/// Plays a recording as if its device were plugged in: the same events, at the same distances.
package final class RecordedSwitches: SwitchSource {
    package var onEvent: ((SwitchSourceEvent) -> Void)?
    /// Called when the last report has been played.
    package var onEnd: (() -> Void)?
    package var unusableDevices: [UnusableDevice] { [] }

    private static let id = DeviceID(1)
    private let recording: Recording
    private let device: SwitchDevice
    private let loop: EventLoop
    private var timer: LoopTimer?
    private var beginning: Instant?
    private var next = 0

    package init(_ recording: Recording, for profile: Profile, loop: EventLoop) {
        self.recording = recording
        self.loop = loop
        device = SwitchDevice(
            id: Self.id, name: "recording",
            bindings: profile.switches.flatMap { candidate in candidate.inputs.map { ($0.input, candidate.id) } },
            axes: [:], found: FoundState())
        timer = loop.makeTimer { [weak self] in self?.playDue(at: $0) }
    }

    package var usableDevices: [SwitchDevice] { [device] }

    package func open() {
        onEvent?(.attached(device))
    }

    /// Begins to play; the recording's first moment is now.
    package func play() {
        beginning = loop.now
        next = 0
        armForNext()
    }

    private func playDue(at now: Instant) {
        guard let beginning else { return }
        while next < recording.reports.count, beginning + recording.reports[next].offset <= now {
            let report = recording.reports[next]
            next += 1
            let events = report.events.map { event in
                var event = event
                event.time = beginning + report.offset
                return event
            }
            onEvent?(.events(events, from: Self.id))
        }
        armForNext()
    }

    private func armForNext() {
        guard let beginning, next < recording.reports.count else {
            onEnd?()
            return
        }
        timer?.deadline = beginning + recording.reports[next].offset
    }

    // MARK: Capture: nobody else reads a recording

    package func beginCapture() {
        loop.afterThisTurn { [weak self] in self?.onEvent?(.captureHeld) }
    }

    package func endCapture() {}

    package func endCaptureNow() {}

    package func lend() {}

    package func takeBack() {}
}
