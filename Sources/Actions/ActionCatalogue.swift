// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol
import SwitchCore

/// Everything that a press or a hold can do.
package enum ActionCatalogue {
    /// In the order in which they are shown.
    package static let all: [CatalogueAction] = [
        CatalogueAction("click", "Click", .click, ["left"], .instant, .click(.left)),
        CatalogueAction("hold-shift", "Hold Shift", .modifier, [], .held, .modifierDown(.shift)),
        CatalogueAction("stop-forwarding", "Stop forwarding", ["off"], .stopForwarding),
    ]

    /// The action that a profile or a person names, nil when there is none.
    package static func action(named id: String) -> CatalogueAction? { all.first { $0.id == id } }

    /// `id` without what may be private: of a text to type only that it is one.
    package static func shownID(_ id: String) -> String { id.hasPrefix("text:") ? "text" : id }
}
