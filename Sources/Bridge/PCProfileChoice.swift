// SPDX-License-Identifier: GPL-3.0-or-later
package import PCProtocol
package import SwitchCore

/// How one of the PC's profiles and ours go together: which switches act there and which do not.
package struct PCProfileChoice: Hashable, Sendable {
    package let pcProfile: PCProfile
    package let plan: SessionPlan
    /// Switches that act on the PC, with the PC's words for what they do.
    package let used: [UsedSwitch]
    /// Switches that the PC profile gives nothing to do.
    package let unused: [ProfileSwitch]

    package struct UsedSwitch: Hashable, Sendable {
        package let id: SwitchID
        package let name: String
        package let label: String
    }

    package init(_ pcProfile: PCProfile, for profile: Profile) {
        self.pcProfile = pcProfile
        let candidates = profile.switches.filter { $0.id != profile.safety.stopSwitch }
        used = candidates.compactMap { candidate in
            guard let binding = pcProfile.binding(of: candidate.id), binding.behavior != .unassigned else { return nil }
            return UsedSwitch(id: candidate.id, name: candidate.name, label: binding.label)
        }
        let usedIDs = SwitchSet(used.map(\.id))
        unused = candidates.filter { !usedIDs.contains($0.id) }
        let kind = Self.sessionKind(of: pcProfile)
        plan = SessionPlan(
            kind: kind, pcProfileID: pcProfile.id, pcProfileVersion: pcProfile.version, forwarded: usedIDs,
            idleStop: kind == .scanning ? nil : profile.safety.idleStop)
    }

    private static func sessionKind(of pcProfile: PCProfile) -> SessionKind {
        guard pcProfile.id != SwitchCatalogue.legacyGrid3ID else { return .legacyGrid3 }
        return switch pcProfile.kind {
        case .mapped, .grid3: .mapped
        case .scanning: .scanning
        }
    }
}

/// Which of a PC's profiles is meant, by whoever said so last.
package struct PCProfileWish: Hashable, Sendable {
    /// Said now: on the command line or at the prompt.
    package var given: String?
    /// Chosen on this PC before.
    package var remembered: String?
    /// Written in the profile.
    package var wanted: String?

    package init(given: String?, remembered: String?, wanted: String?) {
        self.given = given
        self.remembered = remembered
        self.wanted = wanted
    }

    /// Nil when the choice is the user's: nothing was said, or what was said is not offered here.
    package func choice(from catalogue: SwitchCatalogue) -> PCProfile? {
        if let given { return catalogue.profiles.first { $0.id == given } }
        for id in [remembered, wanted] {
            if let found = catalogue.profiles.first(where: { $0.id == id }) { return found }
        }
        return catalogue.profiles.count == 1 ? catalogue.profiles.first : nil
    }
}
