// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore

extension Forwarder {
    /// Lets somebody else have the switches, who will open and capture them: until they are taken back, what they do is no
    /// act. Only while forwarding is off; false when it is not.
    package func lendSwitches() -> Bool {
        guard isIdle, !isClosing else { return false }
        isLending = true
        source.lend()
        handle("switchesLent") { pipeline, _ in
            pipeline.switchesLent(true)
            return []
        }
        return true
    }

    /// What is down at this moment counts for nothing until it has been let go of.
    package func takeBackSwitches() {
        guard isLending else { return }
        isLending = false
        if !isClosing { source.takeBack() }
        handle("switchesTakenBack") { pipeline, _ in
            pipeline.switchesLent(false)
            return []
        }
    }
}
