// SPDX-License-Identifier: GPL-3.0-or-later
package import PCProtocol
package import SwitchCore

/// Something that a press or a hold can do: what people call it, how long it lasts and what the PC is told.
package struct CatalogueAction: Hashable, Sendable {
    /// What of the command depends on the PC.
    package enum Fitting: Hashable, Sendable {
        case nothing
        /// It moves the pointer by the PC's own distance of this size.
        case distance(MoveDistances.Size)
        /// Macs have another command for it.
        case macOS(Command)
    }

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
    package private(set) var command: Command?

    private let fitting: Fitting

    /// An action of the PC. It counts as movement when it moves the pointer or what is scrolled.
    package init(
        _ id: String, _ name: String, _ category: ActionCategory, _ keywords: [String] = [], _ manner: ActionManner,
        _ command: Command, fitting: Fitting = .nothing
    ) {
        self.id = id
        self.name = name
        self.category = category
        self.keywords = keywords
        self.command = command
        self.fitting = fitting
        action = SwitchAction(
            id: id, effect: .pc(manner), isMovement: command.isMovement, isTyping: command.type == .typeText)
    }

    /// An action of this box.
    package init(_ id: String, _ name: String, _ keywords: [String] = [], _ bridge: BridgeAction) {
        self.id = id
        self.name = name
        category = .bridge
        self.keywords = keywords
        command = nil
        fitting = .nothing
        action = SwitchAction(id: id, effect: .bridge(bridge))
    }

    /// One command, as a program asks for it. What it holds lasts until it is let go of.
    package init(raw command: Command) {
        let lasts = !HeldInputs(leftBy: command).isEmpty
        let isText = [CommandType.typeText, .textStreamChunk].contains(command.type)
        self.init(
            command.type.rawValue, command.type.rawValue, isText ? .text : .key, [], lasts ? .held : .instant, command)
    }

    /// The same with the command that this PC wants for it: pointer movements by the distances that it recommends, and
    /// on a Mac the shortcuts of a Mac.
    package func fitted(to pc: PCDetails) -> CatalogueAction {
        var fitted = self
        switch fitting {
        case .nothing: break
        case .distance(let size): fitted.command = command?.moving(by: pc.pointerProfile.moveDistances[size])
        case .macOS(let command): if pc.status.platform == .macos { fitted.command = command }
        }
        return fitted
    }

    /// Whether the PC knows it; what this box does itself always can be done.
    package func isSupported(by capabilities: Capabilities) -> Bool {
        command.map { capabilities.supports($0) } ?? true
    }

    /// What it can leave held on the PC.
    package var mayHold: HeldInputs { command.map { HeldInputs(leftBy: $0) } ?? .nothing }
}

/// An id and a command may hold a text to type.
extension CatalogueAction: CustomStringConvertible, CustomReflectable {
    package var description: String { ActionCatalogue.shownID(id) }
    package var customMirror: Mirror { Mirror(self, children: []) }
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

    /// The same direction by another distance.
    fileprivate func moving(by distance: Double) -> Command {
        if case .moveMouse(let movement) = self { return .moveMouse(movement.scaled(to: distance)) }
        if case .startRepeat(.moveMouse(let movement)) = self {
            return .startRepeat(.moveMouse(movement.scaled(to: distance)))
        }
        return self
    }
}

extension Command.Movement {
    fileprivate func scaled(to distance: Double) -> Self {
        func scaled(_ part: Double) -> Double { part == 0 ? 0 : part < 0 ? -distance : distance }
        return Self(dx: scaled(dx), dy: scaled(dy))
    }
}
