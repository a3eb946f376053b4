// SPDX-License-Identifier: GPL-3.0-or-later
package import PCProtocol

/// A PC that this box has paired with.
package struct SavedPC: Hashable, Sendable {
    /// The name of this box that a PC was told last.
    package struct ToldName: Hashable, Sendable {
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

    init(_ fields: StateFields) throws(StateFields.Unusable) {
        guard let token = PairingToken(try fields.text("token")) else { throw StateFields.Unusable() }
        self.token = token
        desktopID = try fields.text("desktopId")
        name = try fields.text("name")
        platform = try fields.ifPresent("platform", StateFields.text)
        profileID = try fields.ifPresent("profileId", StateFields.text)
        // Version 1 of the file did not know what follows.
        isAccessVoid = try fields.ifPresent("isAccessVoid", StateFields.truth) ?? false
        if let told = try fields.ifPresent("toldName", StateFields.fields) {
            toldName = ToldName(name: try told.text("name"), wasTaken: try told.truth("wasTaken"))
        }
        socketPath = try fields.ifPresent("socketPath", StateFields.text)
    }

    var json: JSONValue {
        .object([
            "desktopId": .string(desktopID), "name": .string(name), "platform": .text(platform),
            "token": .string(token.revealed), "profileId": .text(profileID), "isAccessVoid": .bool(isAccessVoid),
            "toldName": toldName.map { .object(["name": .string($0.name), "wasTaken": .bool($0.wasTaken)]) } ?? .null,
            "socketPath": .text(socketPath),
        ])
    }
}
