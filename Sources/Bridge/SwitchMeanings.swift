// SPDX-License-Identifier: GPL-3.0-or-later
import Actions
package import PCProtocol
package import SwitchCore

/// What the switches of a profile do at a PC, by one of the PC's profiles or by our own.
package struct SwitchMeanings: Hashable, Sendable {
    /// Nil where our own profile decides.
    package let pcProfile: PCProfile?
    package let plan: SessionPlan
    /// Switches that act on the PC, and what they do there in words.
    package let used: [UsedSwitch]
    /// Switches that have nothing to do.
    package let unused: [ProfileSwitch]

    package struct UsedSwitch: Hashable, Sendable {
        package let id: SwitchID
        package let name: String
        package let label: String
    }

    /// The PC decides: by this profile, with its words.
    package init(_ pcProfile: PCProfile, for profile: Profile) {
        let kind = Self.sessionKind(of: pcProfile)
        self.init(profile, kind, pcProfile) { candidate in
            guard let binding = pcProfile.binding(of: candidate.id), binding.behavior != .unassigned else { return nil }
            return binding.label
        }
    }

    /// Our own profile decides. What the PC does not know is used all the same and marked.
    package init(decidedBy profile: Profile, with capabilities: Capabilities) {
        self.init(profile, .actions, nil) { $0.actions.isEmpty ? nil : $0.actions.label(on: capabilities) }
    }

    private init(
        _ profile: Profile, _ kind: SessionKind, _ pcProfile: PCProfile?, label: (ProfileSwitch) -> String?
    ) {
        self.pcProfile = pcProfile
        let candidates = profile.switches.filter { $0.id != profile.safety.stopSwitch }
        used = candidates.compactMap { candidate in
            label(candidate).map { UsedSwitch(id: candidate.id, name: candidate.name, label: $0) }
        }
        let usedIDs = SwitchSet(used.map(\.id))
        unused = candidates.filter { !usedIDs.contains($0.id) }
        plan = SessionPlan(
            kind: kind, pcProfileID: pcProfile?.id ?? "", pcProfileVersion: pcProfile?.version ?? 0,
            forwarded: usedIDs, idleStop: kind == .scanning ? nil : profile.safety.idleStop)
    }

    private static func sessionKind(of pcProfile: PCProfile) -> SessionKind {
        guard pcProfile.id != SwitchCatalogue.legacyGrid3ID else { return .legacyGrid3 }
        return switch pcProfile.kind {
        case .mapped, .grid3: .mapped
        case .scanning: .scanning
        }
    }
}
