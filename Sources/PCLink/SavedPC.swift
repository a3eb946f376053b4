// SPDX-License-Identifier: GPL-3.0-or-later
package import PCProtocol

/// A PC that this box has paired with.
package struct SavedPC: Hashable, Sendable, Codable {
    /// The name of this box that a PC was told last.
    package struct ToldName: Hashable, Sendable, Codable {
        package var name: String
        /// False when the PC could not take it over (`name_update_failed`).
        package var wasTaken: Bool

        package init(name: String, wasTaken: Bool) {
            self.name = name
            self.wasTaken = wasTaken
        }
    }

    /// What a PC knows of this box's present name.
    package enum NameState: String, Hashable, Sendable {
        case known
        /// It hears of it at the next connection.
        case pending
        case refused
    }

    package var desktopID: String
    package var name: String
    /// Such as `windows`; nil until a connection has told.
    package var platform: String?
    /// Secret. Kept, though void, until a new pairing replaces it: anyone can claim to be a PC that forgot us (F34).
    package var token: PairingToken
    /// The PC profile that its user chose last.
    package var profileID: String?
    /// The PC refused the token, and no pairing has mended that yet.
    package var isAccessVoid: Bool
    package var toldName: ToldName?
    /// The socket at which it was reached; nil for one that is found by Bluetooth.
    package var socketPath: String?

    package init(
        desktopID: String, name: String, platform: String? = nil, token: PairingToken, profileID: String? = nil,
        isAccessVoid: Bool = false, toldName: ToldName? = nil, socketPath: String? = nil
    ) {
        self.desktopID = desktopID
        self.name = name
        self.platform = platform
        self.token = token
        self.profileID = profileID
        self.isAccessVoid = isAccessVoid
        self.toldName = toldName
        self.socketPath = socketPath
    }

    /// Whether a connection made for `other` serves for this one too: the same PC, place and token.
    package func isReached(as other: SavedPC?) -> Bool {
        desktopID == other?.desktopID && token == other?.token && socketPath == other?.socketPath
    }

    /// Whether it knows this box by `name`.
    package func state(of name: DeviceName) -> NameState {
        guard let toldName, toldName.name == name.text else { return .pending }
        return toldName.wasTaken ? .known : .refused
    }

    // MARK: In the file

    private enum CodingKeys: String, CodingKey {
        case desktopID = "desktopId"
        case name, platform, token, isAccessVoid, toldName, socketPath
        case profileID = "profileId"
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        guard let token = PairingToken(try fields.decode(String.self, forKey: .token)) else {
            throw DecodingError.dataCorruptedError(forKey: .token, in: fields, debugDescription: "unusable")
        }
        self.token = token
        desktopID = try fields.decode(String.self, forKey: .desktopID)
        name = try fields.decode(String.self, forKey: .name)
        platform = try fields.decodeIfPresent(String.self, forKey: .platform)
        profileID = try fields.decodeIfPresent(String.self, forKey: .profileID)
        // Version 1 of the file did not know what follows.
        isAccessVoid = try fields.decodeIfPresent(Bool.self, forKey: .isAccessVoid) ?? false
        toldName = try fields.decodeIfPresent(ToldName.self, forKey: .toldName)
        socketPath = try fields.decodeIfPresent(String.self, forKey: .socketPath)
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(desktopID, forKey: .desktopID)
        try fields.encode(name, forKey: .name)
        try fields.encodeIfPresent(platform, forKey: .platform)
        try fields.encode(token.revealed, forKey: .token)
        try fields.encodeIfPresent(profileID, forKey: .profileID)
        try fields.encode(isAccessVoid, forKey: .isAccessVoid)
        try fields.encodeIfPresent(toldName, forKey: .toldName)
        try fields.encodeIfPresent(socketPath, forKey: .socketPath)
    }
}
