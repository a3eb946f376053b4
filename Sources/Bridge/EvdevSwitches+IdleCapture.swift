// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import InputDevices
import SwitchCore

/// Capture while forwarding is off, where a profile asks for it: idle presses then act on nothing.
extension EvdevSwitches {
    package func lend() {
        isLent = true
        guard !captureIsWanted else { return }
        for captured in readers.values { captured.end() }
        captureFailures = [:]
    }

    package func takeBack() {
        isLent = false
        for captured in readers.values where isKept(captured) { captured.begin() }
    }

    /// Whether it stays captured while forwarding is off. Not a keyboard on which somebody may type: it would be dead until
    /// the next start.
    func isKept(_ captured: CapturedReader) -> Bool {
        profile.idle.capturesAlways && !isLent && !hasEnded && !captured.reader.node.isKeyboardSomeoneTypesOn
    }

    /// Another attempt, when something has happened that can make it end otherwise.
    func keepTrying(_ captured: CapturedReader) {
        guard captureFailures[captured.reader.id] != nil, !captureIsWanted, isKept(captured) else { return }
        captured.begin()
    }

    /// What cannot be captured stays in use, so that a start by switch stays within reach; but its presses reach others, which
    /// its user is told.
    func keptDid(_ report: CapturedReader.Report, _ id: DeviceID) {
        guard let captured = readers[id], isKept(captured) else { return }
        let before = captureFailures[id]
        switch report {
        case .held: captureFailures[id] = nil
        case .failed(let failure): captureFailures[id] = failure
        case .ended, .releasesWritten: return
        }
        guard captureFailures[id] != before else { return }
        loop.afterThisTurn { [weak self] in self?.onEvent?(.devicesChanged) }
    }
}
