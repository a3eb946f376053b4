// SPDX-License-Identifier: GPL-3.0-or-later
import SwitchCore

package enum CommandError: Error, Hashable, Sendable {
    case unknownType
    case payload(ShapeError)
}

extension Command {
    /// Reads a command: exactly the keys of its type, every value within its bounds.
    package static func decode(type name: String, payload: JSONValue) throws(CommandError) -> Command {
        guard let type = CommandType(rawValue: name) else { throw .unknownType }
        do throws(ShapeError) {
            let command = try decode(type, payload)
            try command.validate()
            return command
        } catch { throw .payload(error) }
    }

    private static func decode(_ type: CommandType, _ payload: JSONValue) throws(ShapeError) -> Command {
        let fields = try Fields(payload, type.keys)
        switch type {
        case .ping: return .ping(deviceName: try fields.deviceName())
        case .disconnecting: return .disconnecting
        case .pointerProfile: return .pointerProfile
        case .setPointerSpeed:
            return .setPointerSpeed(percent: try fields.integer(.scalePercent, in: CommandBounds.pointerSpeedPercent))
        case .moveToDisplay: return .moveToDisplay(try fields.word(.direction))
        case .moveMouse: return .moveMouse(try fields.movement(within: CommandBounds.mouseMove))
        case .scroll: return .scroll(try fields.movement(within: CommandBounds.mouseScroll))
        case .click: return .click(try fields.word(.button))
        case .doubleClick: return .doubleClick(try fields.word(.button))
        case .rightClick: return .rightClick
        case .startDrag: return .startDrag(try fields.word(.button))
        case .endDrag: return .endDrag(try fields.word(.button))
        case .startRepeat: return .startRepeat(try fields.repeated())
        case .stopRepeat: return .stopRepeat
        case .key: return .key(try fields.key())
        case .modifierDown: return .modifierDown(try fields.word(.key))
        case .modifierUp: return .modifierUp(try fields.word(.key))
        case .shortcut: return .shortcut(try fields.keys())
        case .typeText: return .typeText(try fields.text(.text))
        case .openTextStream: return .openTextStream(streamID: try fields.text(.streamID))
        case .textStreamChunk:
            return .textStreamChunk(
                streamID: try fields.text(.streamID), number: try fields.integer(.seq, in: CommandBounds.count),
                text: try fields.text(.text))
        case .textStreamKey:
            return .textStreamKey(
                streamID: try fields.text(.streamID), number: try fields.integer(.seq, in: CommandBounds.count),
                key: try fields.key())
        case .closeTextStream:
            return .closeTextStream(
                streamID: try fields.text(.streamID),
                expectedCount: try fields.integer(.expectedCount, in: CommandBounds.count))
        case .media: return .media(try fields.word(.action))
        case .window: return .window(try fields.word(.action))
        case .listProfiles: return .listProfiles(includeScanning: try fields.includesScanning())
        case .startSession: return .startSession(try fields.sessionStart())
        case .edge:
            return .edge(SwitchEdge(try fields.step(), try fields.switchID(), try fields.word(.state)))
        case .sync: return .sync(SwitchSync(try fields.step(), pressed: try fields.pressed()))
        case .stopSession: return .stopSession(try fields.step())
        case .setGridSwitch:
            return .setGridSwitch(try fields.switchID(), try fields.word(.state), try fields.optionalStep())
        case .syncGrid: return .syncGrid(SwitchSync(try fields.step(), pressed: try fields.pressed()))
        }
    }
}

extension CommandType {
    /// The keys that a payload may have.
    fileprivate var keys: [Key] {
        switch self {
        case .ping: [.deviceName]
        case .disconnecting, .pointerProfile, .rightClick, .stopRepeat: []
        case .setPointerSpeed: [.scalePercent]
        case .moveToDisplay: [.direction]
        case .moveMouse, .scroll: [.dx, .dy]
        case .click, .doubleClick, .startDrag, .endDrag: [.button]
        case .startRepeat: [.command]
        case .key, .modifierDown, .modifierUp: [.key]
        case .shortcut: [.keys]
        case .typeText: [.text]
        case .openTextStream: [.streamID]
        case .textStreamChunk: [.streamID, .seq, .text]
        case .textStreamKey: [.streamID, .seq, .key]
        case .closeTextStream: [.streamID, .expectedCount]
        case .media, .window: [.action]
        case .listProfiles: [.includeScanning]
        case .startSession: [.sessionID, .profileID, .profileVersion, .switchCount]
        case .edge, .setGridSwitch: [.sessionID, .sequence, .switchID, .state]
        case .sync, .syncGrid: [.sessionID, .sequence, .pressedSwitchIDs]
        case .stopSession: [.sessionID, .sequence]
        }
    }
}

extension Fields {
    fileprivate func deviceName() throws(ShapeError) -> DeviceName? {
        guard contains(.deviceName) else { return nil }
        guard let name = DeviceName(try text(.deviceName)) else { throw .outOfBounds(.deviceName) }
        return name
    }

    fileprivate func movement(within magnitude: Double) throws(ShapeError) -> Command.Movement {
        Command.Movement(dx: try number(.dx, within: magnitude), dy: try number(.dy, within: magnitude))
    }

    fileprivate func repeated() throws(ShapeError) -> Command.Repeated {
        let command = try Fields(try value(.command), [.type, .payload])
        let payload = try command.value(.payload)
        let type: CommandType = try command.word(.type)
        if type == .key { return .key(try Fields(payload, [.key]).key()) }
        let distance = try Fields(payload, [.dx, .dy])
        if type == .moveMouse { return .moveMouse(try distance.movement(within: CommandBounds.mouseMove)) }
        if type == .scroll { return .scroll(try distance.movement(within: CommandBounds.mouseScroll)) }
        throw .outOfBounds(.type)
    }

    fileprivate func key() throws(ShapeError) -> KeyName {
        guard let key = KeyName(try text(.key)) else { throw .outOfBounds(.key) }
        return key
    }

    fileprivate func keys() throws(ShapeError) -> [KeyName] {
        var keys: [KeyName] = []
        for element in try array(.keys).prefix(CommandBounds.shortcutKeys.upperBound + 1) {
            guard let key = element.text.flatMap(KeyName.init) else { throw .outOfBounds(.keys) }
            keys.append(key)
        }
        return keys
    }

    fileprivate func includesScanning() throws(ShapeError) -> Bool {
        guard contains(.includeScanning) else { return false }
        guard try bool(.includeScanning) else { throw .outOfBounds(.includeScanning) }
        return true
    }

    fileprivate func sessionStart() throws(ShapeError) -> Command.SessionStart {
        Command.SessionStart(
            sessionID: try sessionID(), profileID: try text(.profileID),
            profileVersion: try integer(.profileVersion, in: CommandBounds.positive),
            switchCount: try integer(.switchCount, in: CommandBounds.switchCount))
    }

    fileprivate func sessionID() throws(ShapeError) -> SessionID {
        guard let id = SessionID(try text(.sessionID)) else { throw .outOfBounds(.sessionID) }
        return id
    }

    fileprivate func step() throws(ShapeError) -> Command.SessionStep {
        Command.SessionStep(
            sessionID: try sessionID(), sequence: try integer(.sequence, in: CommandBounds.positive))
    }

    /// Both of its keys or neither.
    fileprivate func optionalStep() throws(ShapeError) -> Command.SessionStep? {
        contains(.sessionID) || contains(.sequence) ? try step() : nil
    }

    func switchID() throws(ShapeError) -> SwitchID {
        guard let id = SwitchID(try integer(.switchID, in: CommandBounds.switchCount)) else {
            throw .outOfBounds(.switchID)
        }
        return id
    }

    fileprivate func pressed() throws(ShapeError) -> SwitchSet {
        var pressed: SwitchSet = []
        var last = 0
        for element in try array(.pressedSwitchIDs) {
            guard let number = element.exactInteger else { throw .wrongType(.pressedSwitchIDs) }
            guard number > last, let id = SwitchID(Int(number)) else { throw .outOfBounds(.pressedSwitchIDs) }
            pressed.insert(id)
            last = Int(number)
        }
        return pressed
    }
}
