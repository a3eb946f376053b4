// SPDX-License-Identifier: GPL-3.0-or-later

/// Groups of actions, in the order in which they are shown.
package enum ActionCategory: String, Hashable, Sendable, CaseIterable {
    case click, drag, pointer, scroll, key, shortcut, modifier, text, media, window
    /// What this box does itself.
    case bridge
}
