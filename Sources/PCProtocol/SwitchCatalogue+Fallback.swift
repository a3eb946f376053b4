// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore

extension SwitchCatalogue {
    /// What a PC without switch profiles offers.
    package static let none = SwitchCatalogue(revision: "none", profiles: [])

    /// The one profile of a PC that takes `grid.switch.*` but has no switch sessions (protocol note §7).
    package static let legacyGrid3 = SwitchCatalogue(
        revision: "grid3",
        profiles: [PCProfile(id: legacyGrid3ID, version: 1, name: "Grid 3", kind: .grid3, bindings: gridBindings)])

    /// Not an id that any PC gives.
    package static let legacyGrid3ID = "switchbridge.legacy-grid3"

    private static let gridBindings = (1...SwitchID.limit).compactMap { number in
        SwitchID(number).map { SwitchBinding(switchID: $0, label: "Grid 3 switch \(number)", behavior: .stateful) }
    }
}
