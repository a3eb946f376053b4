// SPDX-License-Identifier: GPL-3.0-or-later
import Sentences
import SwitchCore

extension ProfileReader {
    private enum YesNo: String, CaseIterable { case yes = "true", no = "false" }

    /// How its user is told of changes.
    mutating func announcements(_ node: YAMLNode?) -> AnnouncementSettings {
        var settings = AnnouncementSettings()
        guard let node, let fields = fields(of: node, AnnounceKey.self) else { return settings }
        if let level = fields[.level].flatMap({ word($0, AnnouncementSettings.Level.self) }) { settings.level = level }
        settings.light = fields[.light].flatMap { light($0) }
        settings.usesDeviceLights = fields[.deviceLights].flatMap { word($0, YesNo.self) } == .yes
        return settings
    }

    private mutating func light(_ node: YAMLNode) -> String? {
        guard let name = text(node, limit: LightName.limit) else { return nil }
        guard LightName.isFit(name) else {
            problems.add(.profileBadLight, at: node.position, ["found": Quoted.text(name)])
            return nil
        }
        return name
    }
}
