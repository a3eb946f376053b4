// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore

extension Command {
    /// The payload as it stands on the wire.
    package var payload: JSONValue {
        switch self {
        case .ping(nil), .pointerProfile, .disconnecting, .rightClick, .stopRepeat, .listProfiles(false):
            .emptyObject
        case .ping(let name?): .object([.deviceName: .string(name.text)])
        case .setPointerSpeed(let percent): .object([.scalePercent: .int(percent)])
        case .moveToDisplay(let direction): .object([.direction: .string(direction.rawValue)])
        case .moveMouse(let movement), .scroll(let movement): movement.payload
        case .click(let button), .doubleClick(let button), .startDrag(let button), .endDrag(let button):
            .object([.button: .string(button.rawValue)])
        case .startRepeat(let repeated): .object([.command: repeated.json])
        case .key(let key): .object([.key: .string(key.name)])
        case .modifierDown(let modifier), .modifierUp(let modifier): .object([.key: .string(modifier.rawValue)])
        case .shortcut(let keys): .object([.keys: .array(keys.map { .string($0.name) })])
        case .typeText(let text): .object([.text: .string(text)])
        case .openTextStream(let id): .object([.streamID: .string(id)])
        case .textStreamChunk(let id, let number, let text):
            .object([.streamID: .string(id), .seq: .int(number), .text: .string(text)])
        case .textStreamKey(let id, let number, let key):
            .object([.streamID: .string(id), .seq: .int(number), .key: .string(key.name)])
        case .closeTextStream(let id, let count):
            .object([.streamID: .string(id), .expectedCount: .int(count)])
        case .media(let action): .object([.action: .string(action.rawValue)])
        case .window(let action): .object([.action: .string(action.rawValue)])
        case .listProfiles(true): .object([.includeScanning: .bool(true)])
        case .startSession(let start): start.payload
        case .edge(let edge): Self.payload(edge.switchID, edge.state, edge.step)
        case .sync(let sync), .syncGrid(let sync): sync.payload
        case .stopSession(let step):
            .object([.sessionID: .string(step.sessionID.text), .sequence: .int(step.sequence)])
        case .setGridSwitch(let id, let state, let step?): Self.payload(id, state, step)
        case .setGridSwitch(let id, let state, nil):
            .object([.switchID: .int(id.number), .state: .string(state.rawValue)])
        }
    }

    private static func payload(_ id: SwitchID, _ state: EdgeState, _ step: SessionStep) -> JSONValue {
        .object([
            .sessionID: .string(step.sessionID.text), .sequence: .int(step.sequence), .switchID: .int(id.number),
            .state: .string(state.rawValue),
        ])
    }
}

extension Command.Movement {
    fileprivate var payload: JSONValue { .object([.dx: .double(dx), .dy: .double(dy)]) }
}

extension Command.Repeated {
    fileprivate var json: JSONValue {
        let command: Command =
            switch self {
            case .moveMouse(let movement): .moveMouse(movement)
            case .scroll(let movement): .scroll(movement)
            case .key(let key): .key(key)
            }
        return .object([.type: .string(command.type.rawValue), .payload: command.payload])
    }
}

extension Command.SessionStart {
    fileprivate var payload: JSONValue {
        .object([
            .sessionID: .string(sessionID.text), .profileID: .string(profileID),
            .profileVersion: .int(profileVersion), .switchCount: .int(switchCount),
        ])
    }
}

extension Command.SwitchSync {
    fileprivate var payload: JSONValue {
        .object([
            .sessionID: .string(step.sessionID.text), .sequence: .int(step.sequence),
            .pressedSwitchIDs: .array(pressed.map { .int($0.number) }),
        ])
    }
}
