// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol

extension CommandType {
    /// Whether it makes the PC do something at once. The others are the connection's own and those of switch sessions.
    var isAction: Bool { isInput || self == .setPointerSpeed }

    /// What stands in a payload, for those who write one.
    var expectedPayload: String {
        func any(_ key: String, _ words: [String]) -> String {
            "{\"\(key)\":…} with one of " + words.map { "\"\($0)\"" }.joined(separator: ", ")
        }
        return switch self {
        case .moveMouse: #"{"dx":10,"dy":-10}, each from -500 to 500"#
        case .scroll: #"{"dx":0,"dy":3}, each from -50 to 50"#
        case .setPointerSpeed: #"{"scalePercent":100}, from 5 to 225 in steps of 5"#
        case .moveToDisplay: any("direction", Direction.allCases.map(\.rawValue))
        case .click, .doubleClick, .startDrag, .endDrag: any("button", MouseButton.allCases.map(\.rawValue))
        case .modifierDown, .modifierUp: any("key", Modifier.allCases.map(\.rawValue))
        case .media: any("action", MediaAction.allCases.map(\.rawValue))
        case .window: any("action", WindowAction.allCases.map(\.rawValue))
        case .key: #"{"key":"Enter"}, a key such as Enter, ArrowLeft or F5, or one character"#
        case .shortcut: #"{"keys":["Ctrl","C"]}, 1 to 8 keys"#
        case .typeText: #"{"text":"Hello"}, at most 2,000 characters"#
        case .openTextStream: #"{"streamId":"s1"}"#
        case .textStreamChunk: #"{"streamId":"s1","seq":0,"text":"Hello"}"#
        case .textStreamKey: #"{"streamId":"s1","seq":0,"key":"Enter"}"#
        case .closeTextStream: #"{"streamId":"s1","expectedCount":1}"#
        case .rightClick, .stopRepeat, .startRepeat, .ping, .disconnecting, .pointerProfile, .listProfiles,
            .startSession, .edge, .sync, .stopSession, .setGridSwitch, .syncGrid:
            "{}"
        }
    }
}
