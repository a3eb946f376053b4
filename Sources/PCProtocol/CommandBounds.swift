// SPDX-License-Identifier: GPL-3.0-or-later

/// Bounds of command payloads (§6).
package enum CommandBounds {
    package static let pointerSpeedPercent = 5...225
    package static let pointerSpeedStep = 5
    /// Pixels each way.
    package static let mouseMove = 500.0
    /// Wheel steps each way.
    package static let mouseScroll = 50.0
    /// UTF-16 code units.
    package static let textLength = 2_000
    /// A shortcut is the keys of one hand, not a text.
    package static let shortcutKeys = 1...8
    /// Bytes of ids that a remote chooses: request, device, stream.
    package static let idBytes = 1...128
    package static let profileIDBytes = 1...80
    package static let switchCount = 1...8
    /// Whole numbers that every JSON reader keeps exact (RFC 8259, section 6).
    package static let positive = 1...9_007_199_254_740_991
    package static let count = 0...9_007_199_254_740_991
}

extension Command {
    /// Checks what the types do not: lengths, ranges, finite numbers.
    package func validate() throws(ShapeError) {
        switch self {
        case .setPointerSpeed(let percent):
            try Self.check(
                CommandBounds.pointerSpeedPercent.contains(percent)
                    && percent.isMultiple(of: CommandBounds.pointerSpeedStep), .scalePercent)
        case .moveMouse(let movement), .startRepeat(.moveMouse(let movement)):
            try movement.validate(within: CommandBounds.mouseMove)
        case .scroll(let movement), .startRepeat(.scroll(let movement)):
            try movement.validate(within: CommandBounds.mouseScroll)
        case .shortcut(let keys): try Self.check(CommandBounds.shortcutKeys.contains(keys.count), .keys)
        case .typeText(let text): try Self.checkText(text)
        case .openTextStream(let streamID): try Self.checkStream(streamID)
        case .textStreamChunk(let streamID, let number, let text):
            try Self.checkStream(streamID)
            try Self.check(CommandBounds.count.contains(number), .seq)
            try Self.checkText(text)
        case .textStreamKey(let streamID, let number, _):
            try Self.checkStream(streamID)
            try Self.check(CommandBounds.count.contains(number), .seq)
        case .closeTextStream(let streamID, let expectedCount):
            try Self.checkStream(streamID)
            try Self.check(CommandBounds.count.contains(expectedCount), .expectedCount)
        case .startSession(let start):
            try Self.check(CommandBounds.profileIDBytes.contains(start.profileID.utf8.count), .profileID)
            try Self.check(CommandBounds.positive.contains(start.profileVersion), .profileVersion)
            try Self.check(CommandBounds.switchCount.contains(start.switchCount), .switchCount)
        case .edge(let edge): try Self.checkSequence(edge.step)
        case .sync(let sync), .syncGrid(let sync): try Self.checkSequence(sync.step)
        case .stopSession(let step): try Self.checkSequence(step)
        case .setGridSwitch(_, _, let step):
            if let step { try Self.checkSequence(step) }
        case .ping, .pointerProfile, .disconnecting, .moveToDisplay, .click, .doubleClick, .rightClick, .startDrag,
            .endDrag, .startRepeat(.key), .stopRepeat, .key, .modifierDown, .modifierUp, .media, .window,
            .listProfiles:
            break
        }
    }

    private static func check(_ isRight: Bool, _ key: Key) throws(ShapeError) {
        if !isRight { throw .outOfBounds(key) }
    }

    private static func checkSequence(_ step: SessionStep) throws(ShapeError) {
        try check(CommandBounds.positive.contains(step.sequence), .sequence)
    }

    private static func checkStream(_ id: String) throws(ShapeError) {
        try check(CommandBounds.idBytes.contains(id.utf8.count), .streamID)
    }

    private static func checkText(_ text: String) throws(ShapeError) {
        try check(text.utf16.count <= CommandBounds.textLength, .text)
        let hasControl = text.unicodeScalars.contains { scalar in
            scalar.properties.generalCategory == .control && !["\t", "\n", "\r"].contains(scalar)
        }
        try check(!hasControl, .text)
    }
}

extension Command.Movement {
    fileprivate func validate(within magnitude: Double) throws(ShapeError) {
        // Written so that a NaN fails.
        guard dx.magnitude <= magnitude else { throw .outOfBounds(.dx) }
        guard dy.magnitude <= magnitude else { throw .outOfBounds(.dy) }
    }
}
