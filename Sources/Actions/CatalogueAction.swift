// SPDX-License-Identifier: GPL-3.0-or-later
package import PCProtocol
package import SwitchCore

/// Something that a press or a hold can do: what people call it, how long it lasts and what the PC is told.
package struct CatalogueAction: Hashable, Sendable {
    /// Stable: what profiles and other programs name it by.
    package let id: String
    /// What people call it. Of a text to type it says how long it is, never what it says.
    package let name: String
    package let category: ActionCategory
    /// Other words that people look for.
    package let keywords: [String]
    /// As far as presses are concerned.
    package let action: SwitchAction
    /// What does or begins it on the PC; nil for what this box does itself.
    package let command: Command?

    /// An action of the PC. It counts as movement when it moves the pointer or what is scrolled.
    package init(
        _ id: String, _ name: String, _ category: ActionCategory, _ keywords: [String] = [], _ manner: ActionManner,
        _ command: Command
    ) {
        self.id = id
        self.name = name
        self.category = category
        self.keywords = keywords
        self.command = command
        action = SwitchAction(id: id, effect: .pc(manner), isMovement: command.isMovement)
    }

    /// An action of this box.
    package init(_ id: String, _ name: String, _ keywords: [String] = [], _ bridge: BridgeAction) {
        self.id = id
        self.name = name
        category = .bridge
        self.keywords = keywords
        command = nil
        action = SwitchAction(id: id, effect: .bridge(bridge))
    }

    /// Whether the PC knows it; what this box does itself always can be done.
    package func isSupported(by capabilities: Capabilities) -> Bool {
        command.map { capabilities.supports($0) } ?? true
    }

    /// What it can leave held on the PC.
    package var mayHold: HeldInputs { command.map { HeldInputs(leftBy: $0) } ?? .nothing }
}

extension Command {
    fileprivate var isMovement: Bool {
        switch self {
        case .moveMouse, .scroll, .startRepeat(.moveMouse), .startRepeat(.scroll): true
        case .ping, .pointerProfile, .disconnecting, .setPointerSpeed, .moveToDisplay, .click, .doubleClick,
            .rightClick, .startDrag, .endDrag, .startRepeat(.key), .stopRepeat, .key, .modifierDown, .modifierUp,
            .shortcut, .typeText, .openTextStream, .textStreamChunk, .textStreamKey, .closeTextStream, .media, .window,
            .listProfiles, .startSession, .edge, .sync, .stopSession, .setGridSwitch, .syncGrid:
            false
        }
    }
}
