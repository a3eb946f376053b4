// SPDX-License-Identifier: GPL-3.0-or-later

/// What single commands can leave held on a PC (§8): modifiers, dragged buttons and the one running repeat.
package struct HeldInputs: Hashable, Sendable {
    package static let nothing = HeldInputs()

    package private(set) var modifiers: Set<Modifier> = []
    package private(set) var dragged: Set<MouseButton> = []
    package private(set) var isRepeating = false

    package init() {}

    /// What this command leaves held.
    package init(leftBy command: Command) {
        switch command {
        case .modifierDown(let modifier): modifiers = [modifier]
        case .startDrag(let button): dragged = [button]
        case .startRepeat: isRepeating = true
        case .ping, .pointerProfile, .disconnecting, .setPointerSpeed, .moveToDisplay, .moveMouse, .scroll, .click,
            .doubleClick, .rightClick, .endDrag, .stopRepeat, .key, .modifierUp, .shortcut, .typeText, .openTextStream,
            .textStreamChunk, .textStreamKey, .closeTextStream, .media, .window, .listProfiles, .startSession, .edge,
            .sync, .stopSession, .setGridSwitch, .syncGrid:
            break
        }
    }

    package var isEmpty: Bool { modifiers.isEmpty && dragged.isEmpty && !isRepeating }

    package mutating func formUnion(_ other: HeldInputs) {
        modifiers.formUnion(other.modifiers)
        dragged.formUnion(other.dragged)
        isRepeating = isRepeating || other.isRepeating
    }

    /// What makes the PC let go of all of it, always in one order: what moves first, modifiers last, so that no movement
    /// goes on without them.
    package var releases: [Command] {
        (isRepeating ? [.stopRepeat] : [])
            + MouseButton.allCases.filter(dragged.contains).map(Command.endDrag)
            + Modifier.allCases.filter(modifiers.contains).map(Command.modifierUp)
    }

    // MARK: On disk

    private static let repeatName = "repeat"

    /// For files; stable. A modifier by its name on the wire, a dragged button as `drag.left`, the repeat as `repeat`.
    package var names: [String] {
        (isRepeating ? [Self.repeatName] : [])
            + MouseButton.allCases.filter(dragged.contains).map { "drag.\($0.rawValue)" }
            + Modifier.allCases.filter(modifiers.contains).map(\.rawValue)
    }

    /// Nil when one of them is not known.
    package init?(names: [String]) {
        for name in names {
            if name == Self.repeatName {
                isRepeating = true
            } else if let modifier = Modifier(rawValue: name) {
                modifiers.insert(modifier)
            } else if name.hasPrefix("drag."), let button = MouseButton(rawValue: String(name.dropFirst(5))) {
                dragged.insert(button)
            } else {
                return nil
            }
        }
    }
}
