// SPDX-License-Identifier: GPL-3.0-or-later

/// Groups of actions, in the order in which they are shown.
package enum ActionCategory: String, Hashable, Sendable, CaseIterable {
    case click, drag, pointer, scroll, key, shortcut, modifier, text, media, window
    /// What this box does itself.
    case bridge

    /// What people call it.
    package var name: String {
        switch self {
        case .click: "Clicks"
        case .drag: "Drags"
        case .pointer: "Pointer"
        case .scroll: "Scrolling"
        case .key: "Keys"
        case .shortcut: "Shortcuts"
        case .modifier: "Modifier keys"
        case .text: "Text"
        case .media: "Media"
        case .window: "Windows"
        case .bridge: "This box itself"
        }
    }
}
