// SPDX-License-Identifier: GPL-3.0-or-later

/// Switches whose release the PC refused at a stop, by PC profile, and whether it refuses what single commands hold. The PC may hold their outputs and have forgotten it, so
/// no later stop proves anything; only an acknowledged release of each does (protocol note §7).
struct RefusedReleases: Hashable, Sendable {
    private var switches: [String: SwitchSet] = [:]
    var commandsInDoubt = false

    var isEmpty: Bool { switches.isEmpty && !commandsInDoubt }

    mutating func stopRefused(holding told: SwitchSet, in pcProfileID: String) {
        guard !told.isEmpty else { return }
        switches[pcProfileID, default: []].formUnion(told)
    }

    mutating func releaseAcknowledged(of id: SwitchID, by pcProfileID: String) {
        switches[pcProfileID]?.remove(id)
        if switches[pcProfileID]?.isEmpty == true { switches[pcProfileID] = nil }
    }
}
