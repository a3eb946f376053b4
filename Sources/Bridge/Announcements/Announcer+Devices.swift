// SPDX-License-Identifier: GPL-3.0-or-later
import Sentences
import SwitchCore

/// The profile and the devices of its switches.
extension Announcer {
    mutating func changedProfile(_ profile: Profile) -> [Announcement] {
        devices = [:]
        lasting = [:]
        return [.words(.otherProfile, .spokenOtherProfile, ["profile": profile.name])]
    }

    mutating func devicesChanged(_ facts: AnnouncerFacts, at now: Instant) -> [Announcement] {
        let labels = Set(facts.troubles.keys).union(devices.keys).sorted().prefix(Self.deviceLimit)
        return labels.compactMap { label in
            let trouble = facts.troubles[label]
            guard trouble != nil || devices[label] != nil else { return nil }
            return devices[label, default: SettledTelling(quiet: Self.quiet)]
                .changed(to: trouble.map(Device.trouble) ?? .back, at: now).map { Self.words(for: $0, label) }
        }
    }

    static func words(for device: Device, _ label: String) -> Announcement {
        switch device {
        case .back: .words(.switchBack, .spokenSwitchBack, ["label": label])
        case .trouble(let trouble): Announcement(.switchMissing, Clauses.sentence([Clauses.trouble(trouble, label)]))
        }
    }
}
