// SPDX-License-Identifier: GPL-3.0-or-later
package import EventLoop
package import InputDevices
package import SwitchCore

/// One opened node and its capture: performs what the capture machine decides.
package final class CapturedReader {
    package enum Report {
        case held
        /// Something is down, and this box has written that it is not.
        case releasesWritten
        case failed(CaptureFailure)
        case ended
    }

    package let reader: DeviceReader
    private let loop: EventLoop
    private let names: any InputNaming
    private let onReport: (Report) -> Void
    private var machine: CaptureMachine
    private var timer: LoopTimer?

    package init(_ reader: DeviceReader, loop: EventLoop, names: any InputNaming, onReport: @escaping (Report) -> Void)
    {
        self.reader = reader
        self.loop = loop
        self.names = names
        self.onReport = onReport
        machine = CaptureMachine(anythingDown: !reader.down.isEmpty)
        timer = loop.makeTimer { [weak self] now in
            guard let self else { return }
            perform(machine.timerFired(now))
        }
    }

    package func begin() { perform(machine.captureRequested(at: loop.now)) }

    package func end() { perform(machine.endRequested(at: loop.now)) }

    package func endNow() { perform(machine.endNowRequested()) }

    package func nodeLost() { perform(machine.nodeLost()) }

    /// Call after every report of the node.
    package func downMayHaveChanged() {
        perform(machine.downChanged(anythingDown: !reader.down.isEmpty, at: loop.now))
    }

    private func perform(_ actions: [CaptureMachine.Action]) {
        for action in actions { perform(action) }
        timer?.deadline = machine.deadline
    }

    private func perform(_ action: CaptureMachine.Action) {
        switch action {
        case .grab: grab()
        case .readState:
            reader.readKeyStateAsDifference()
            perform(machine.stateReadAfterGrab(anythingDown: !reader.down.isEmpty))
        case .writeReleases:
            // A node that may only be read is given back as it is: nothing more can be done for it (F4).
            try? reader.writeReleases()
            onReport(.releasesWritten)
        case .ungrab: reader.ungrab()
        case .reportHeld: onReport(.held)
        case .reportStuckDown: onReport(.failed(.stuckDown(device: reader.node.identity.name, inputs: downNames)))
        case .reportFailed(let failure): onReport(.failed(failure))
        // The device's loss is a stop of its own.
        case .reportEnded, .reportLost: onReport(.ended)
        }
    }

    private func grab() {
        do {
            try reader.grab()
            perform(machine.grabSucceeded())
        } catch {
            perform(machine.grabFailed(error.captureFailure(of: reader.node.identity.name)))
        }
    }

    private var downNames: [String] {
        reader.down.sorted().map { names.keyName(code: $0) ?? "key \($0)" }
    }
}
