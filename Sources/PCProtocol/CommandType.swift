// SPDX-License-Identifier: GPL-3.0-or-later

/// The wire names of commands; also what `supportedCommands` of a PC lists.
package enum CommandType: String, Hashable, Sendable, CaseIterable {
    case ping = "connection.ping"
    case disconnecting = "connection.disconnecting"
    case pointerProfile = "pointer.profile"
    case setPointerSpeed = "pointer.speed.set"
    case moveToDisplay = "pointer.display.move"
    case moveMouse = "mouse.move"
    case scroll = "mouse.scroll"
    case click = "mouse.click"
    case doubleClick = "mouse.doubleClick"
    case rightClick = "mouse.rightClick"
    case startDrag = "mouse.dragStart"
    case endDrag = "mouse.dragEnd"
    case startRepeat = "mouse.repeat.start"
    case stopRepeat = "mouse.repeat.stop"
    case key = "keyboard.key"
    case modifierDown = "keyboard.modifierDown"
    case modifierUp = "keyboard.modifierUp"
    case shortcut = "keyboard.shortcut"
    case typeText = "keyboard.typeText"
    case openTextStream = "keyboard.textStream.open"
    case textStreamChunk = "keyboard.textStream.chunk"
    case textStreamKey = "keyboard.textStream.key"
    case closeTextStream = "keyboard.textStream.close"
    case media = "media.control"
    case window = "window.control"
    case listProfiles = "switch.profile.list"
    case startSession = "switch.session.start"
    case edge = "switch.edge"
    case sync = "switch.sync"
    case stopSession = "switch.session.stop"
    case setGridSwitch = "grid.switch.set"
    case syncGrid = "grid.switch.sync"
}

extension Command {
    package var type: CommandType {
        switch self {
        case .ping: .ping
        case .pointerProfile: .pointerProfile
        case .disconnecting: .disconnecting
        case .setPointerSpeed: .setPointerSpeed
        case .moveToDisplay: .moveToDisplay
        case .moveMouse: .moveMouse
        case .scroll: .scroll
        case .click: .click
        case .doubleClick: .doubleClick
        case .rightClick: .rightClick
        case .startDrag: .startDrag
        case .endDrag: .endDrag
        case .startRepeat: .startRepeat
        case .stopRepeat: .stopRepeat
        case .key: .key
        case .modifierDown: .modifierDown
        case .modifierUp: .modifierUp
        case .shortcut: .shortcut
        case .typeText: .typeText
        case .openTextStream: .openTextStream
        case .textStreamChunk: .textStreamChunk
        case .textStreamKey: .textStreamKey
        case .closeTextStream: .closeTextStream
        case .media: .media
        case .window: .window
        case .listProfiles: .listProfiles
        case .startSession: .startSession
        case .edge: .edge
        case .sync: .sync
        case .stopSession: .stopSession
        case .setGridSwitch: .setGridSwitch
        case .syncGrid: .syncGrid
        }
    }
}
