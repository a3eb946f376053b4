// SPDX-License-Identifier: GPL-3.0-or-later
package import PCProtocol

/// A PC that this box has paired with.
package struct SavedPC: Hashable, Sendable, Codable {
    package var desktopID: String
    package var name: String
    /// Secret. Kept, though void, until a new pairing replaces it: anyone can claim to be a PC that forgot us (F34).
    package var token: PairingToken
    /// The PC profile that its user chose last.
    package var profileID: String?

    package init(desktopID: String, name: String, token: PairingToken, profileID: String? = nil) {
        self.desktopID = desktopID
        self.name = name
        self.token = token
        self.profileID = profileID
    }

    private enum CodingKeys: String, CodingKey {
        case desktopID = "desktopId"
        case name, token
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
        profileID = try fields.decodeIfPresent(String.self, forKey: .profileID)
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(desktopID, forKey: .desktopID)
        try fields.encode(name, forKey: .name)
        try fields.encode(token.revealed, forKey: .token)
        try fields.encodeIfPresent(profileID, forKey: .profileID)
    }
}

/// This box's own id and the PCs it has paired with, in `pcs.json`.
package struct SavedPCs: Sendable {
    private struct Content: StateContent {
        /// What PCs know this box by. Short, so that an edge fits two frames.
        var deviceID: String
        var pcs: [SavedPC]

        private enum CodingKeys: String, CodingKey {
            case deviceID = "deviceId"
            case pcs
        }

        init(deviceID: String) {
            self.deviceID = deviceID
            pcs = []
        }

        init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: CodingKeys.self)
            deviceID = try fields.decode(String.self, forKey: .deviceID)
            pcs = try fields.decode([SavedPC].self, forKey: .pcs)
            guard CommandBounds.idBytes.contains(deviceID.utf8.count) else {
                throw DecodingError.dataCorruptedError(forKey: .deviceID, in: fields, debugDescription: "unusable")
            }
        }

        /// A PC whose pairing was lost is paired with anew.
        mutating func restWasLost() {}
    }

    private var file: StateFile<Content>

    /// - Parameters:
    ///   - directory: nil keeps everything in memory.
    ///   - newDeviceID: a random id for a box that has none yet, 10…16 characters.
    package init(in directory: StateDirectory?, newDeviceID: String) throws(StateProblem) {
        file = try StateFile("pcs.json", in: directory, version: 1, empty: Content(deviceID: newDeviceID))
        // The id must not change between the request that a PC approves and the token that it sends.
        if all.isEmpty { try file.change { _ in } }
    }

    /// Says of pairings that could not be understood where they are kept.
    package var problem: StateProblem? { file.problem }
    package var deviceID: String { file.content.deviceID }
    package var all: [SavedPC] { file.content.pcs }

    package func pc(_ desktopID: String) -> SavedPC? { all.first { $0.desktopID == desktopID } }

    /// A new pairing replaces the old one with the same PC and keeps the profile chosen there.
    package mutating func paired(with status: PCStatus, token: PairingToken) throws(StateProblem) {
        try file.change { content in
            let old = content.pcs.first { $0.desktopID == status.desktopID }
            content.pcs.removeAll { $0.desktopID == status.desktopID }
            content.pcs.append(
                SavedPC(
                    desktopID: status.desktopID, name: status.displayName, token: token, profileID: old?.profileID))
        }
    }

    package mutating func choseProfile(_ profileID: String, on desktopID: String) throws(StateProblem) {
        guard pc(desktopID)?.profileID != profileID else { return }
        try file.change { content in
            for index in content.pcs.indices where content.pcs[index].desktopID == desktopID {
                content.pcs[index].profileID = profileID
            }
        }
    }
}
