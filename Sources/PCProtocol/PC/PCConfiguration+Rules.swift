// SPDX-License-Identifier: GPL-3.0-or-later

extension PCConfiguration {
    /// Repeats are refused without an ack whatever `noAckCommands` says (§8).
    func allowsNoAck(_ type: CommandType) -> Bool {
        capabilities.noAckCommands.contains(type) && type != .startRepeat && type != .stopRepeat
    }

    /// Scanning profiles are only for those who ask for them.
    func catalogue(includeScanning: Bool) -> SwitchCatalogue {
        let profiles = profiles.map(\.profile).filter { includeScanning || $0.kind != .scanning }
        return SwitchCatalogue(revision: "1", profiles: profiles)
    }
}

extension Capabilities {
    /// Whether the PC knows this command in this form.
    func check(_ command: Command) throws(Refusal) {
        guard command.type.isAlwaysSupported || supportedCommands.contains(command.type) else {
            throw Refusal(.unsupportedCommand, "unsupported_command")
        }
        var isKnownForm = true
        if case .listProfiles(includeScanning: true) = command { isKnownForm = switchScanning }
        if case .setGridSwitch(_, _, .some) = command { isKnownForm = supportedCommands.contains(.syncGrid) }
        if case .startRepeat(.key) = command { isKnownForm = keyRepeat }
        guard isKnownForm else { throw Refusal(.invalidPayload, "invalid_payload") }
    }
}

extension CommandType {
    var isAlwaysSupported: Bool {
        self == .ping || self == .pointerProfile || self == .disconnecting
    }

    /// What a switch session keeps out.
    package var isInput: Bool {
        switch self {
        case .moveToDisplay, .moveMouse, .scroll, .click, .doubleClick, .rightClick, .startDrag, .endDrag,
            .startRepeat, .stopRepeat, .key, .modifierDown, .modifierUp, .shortcut, .typeText, .openTextStream,
            .textStreamChunk, .textStreamKey, .closeTextStream, .media, .window:
            true
        case .ping, .disconnecting, .pointerProfile, .setPointerSpeed, .listProfiles, .startSession, .edge, .sync,
            .stopSession, .setGridSwitch, .syncGrid:
            false
        }
    }

    /// Nearly any command ends a running repeat (§8).
    var endsRepeat: Bool {
        self != .ping && self != .pointerProfile
    }
}
