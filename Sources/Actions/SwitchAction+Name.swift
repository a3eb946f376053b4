// SPDX-License-Identifier: GPL-3.0-or-later
package import SwitchCore

extension SwitchAction {
    /// What people call it.
    package var name: String { ActionCatalogue.action(named: id)?.name ?? shownID }

    /// Its id as other programs may see it: without a text to type.
    package var shownID: String { ActionCatalogue.shownID(id) }
}
