// SPDX-License-Identifier: GPL-3.0-or-later
package import SwitchCore

/// Everything a remote can ask of a PC (§6).
package enum Command: Hashable, Sendable {
    case ping(deviceName: DeviceName?)
    case pointerProfile
    case disconnecting
    case setPointerSpeed(percent: Int)
    case moveToDisplay(Direction)
    case moveMouse(Movement)
    case scroll(Movement)
    case click(MouseButton)
    case doubleClick(MouseButton)
    case rightClick
    case startDrag(MouseButton)
    case endDrag(MouseButton)
    case startRepeat(Repeated)
    case stopRepeat
    case key(KeyName)
    case modifierDown(Modifier)
    case modifierUp(Modifier)
    case shortcut([KeyName])
    case typeText(String)
    case openTextStream(streamID: String)
    case textStreamChunk(streamID: String, number: Int, text: String)
    case textStreamKey(streamID: String, number: Int, key: KeyName)
    case closeTextStream(streamID: String, expectedCount: Int)
    case media(MediaAction)
    case window(WindowAction)
    case listProfiles(includeScanning: Bool)
    case startSession(SessionStart)
    case edge(SwitchEdge)
    case sync(SwitchSync)
    case stopSession(SessionStep)
    /// With a step only where `grid.switch.sync` is supported.
    case setGridSwitch(SwitchID, EdgeState, SessionStep?)
    case syncGrid(SwitchSync)
}

extension Command {
    /// A distance in pixels or wheel steps.
    package struct Movement: Hashable, Sendable {
        package var dx: Double
        package var dy: Double

        package init(dx: Double, dy: Double) {
            self.dx = dx
            self.dy = dy
        }
    }

    /// What a running repeat does over and over.
    package enum Repeated: Hashable, Sendable {
        case moveMouse(Movement)
        case scroll(Movement)
        /// Where the PC's `keyRepeat` is offered.
        case key(KeyName)
    }

    package struct SessionStart: Hashable, Sendable {
        package var sessionID: SessionID
        package var profileID: String
        package var profileVersion: Int
        package var switchCount: Int

        package init(sessionID: SessionID, profileID: String, profileVersion: Int, switchCount: Int) {
            self.sessionID = sessionID
            self.profileID = profileID
            self.profileVersion = profileVersion
            self.switchCount = switchCount
        }
    }

    /// A place in a session: numbers rise by one with every edge, sync and stop, from 1 (§7).
    package struct SessionStep: Hashable, Sendable {
        package var sessionID: SessionID
        package var sequence: Int

        package init(sessionID: SessionID, sequence: Int) {
            self.sessionID = sessionID
            self.sequence = sequence
        }
    }

    package struct SwitchEdge: Hashable, Sendable {
        package var step: SessionStep
        package var switchID: SwitchID
        package var state: EdgeState

        package init(_ step: SessionStep, _ switchID: SwitchID, _ state: EdgeState) {
            self.step = step
            self.switchID = switchID
            self.state = state
        }
    }

    package struct SwitchSync: Hashable, Sendable {
        package var step: SessionStep
        package var pressed: SwitchSet

        package init(_ step: SessionStep, pressed: SwitchSet) {
            self.step = step
            self.pressed = pressed
        }
    }
}

/// A command may carry typed text: only its type is ever printed.
extension Command: CustomStringConvertible, CustomReflectable {
    package var description: String { type.rawValue }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
