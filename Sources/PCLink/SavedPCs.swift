// SPDX-License-Identifier: GPL-3.0-or-later
package import PCProtocol

/// This box's own id and name, and the PCs that it has paired with, in `pcs.json`.
package struct SavedPCs: Sendable {
    private struct Content: StateContent {
        /// What PCs know this box by. Short, so that an edge fits two frames.
        var deviceID: String
        /// What its user calls this box; nil for its host name.
        var deviceName: String?
        var defaultID: String?
        var pcs: [SavedPC]

        init(deviceID: String) {
            self.deviceID = deviceID
            pcs = []
        }

        init(_ fields: StateFields) throws(StateFields.Unusable) {
            deviceID = try fields.text("deviceId")
            guard CommandBounds.idBytes.contains(deviceID.utf8.count) else { throw StateFields.Unusable() }
            // Version 1 of the file did not know these two.
            deviceName = try fields.ifPresent("deviceName", StateFields.text)
            defaultID = try fields.ifPresent("defaultId", StateFields.text)
            pcs = []
            for pc in try fields.list("pcs") { pcs.append(try SavedPC(pc)) }
        }

        var json: JSONValue {
            .object([
                "deviceId": .string(deviceID), "deviceName": .text(deviceName), "defaultId": .text(defaultID),
                "pcs": .array(pcs.map(\.json)),
            ])
        }

        /// A PC whose pairing was lost is paired with anew.
        mutating func restWasLost() {}

        mutating func change(_ desktopID: String, _ body: (inout SavedPC) -> Void) {
            for index in pcs.indices where pcs[index].desktopID == desktopID { body(&pcs[index]) }
        }
    }

    package static let fileName = "pcs.json"
    /// The last one is written, and those before it can be read.
    private static let versions = 1...2
    private var file: StateFile<Content>

    /// - Parameters:
    ///   - directory: nil keeps everything in memory.
    ///   - newDeviceID: a random id for a box that has none yet, 10…16 characters.
    package init(in directory: StateDirectory?, newDeviceID: String) throws(StateProblem) {
        file = try StateFile(
            Self.fileName, in: directory, version: Self.versions.upperBound, oldestVersion: Self.versions.lowerBound,
            empty: Content(deviceID: newDeviceID))
        // The id must not change between the request that a PC approves and the token that it sends.
        if !file.isOnDisk { try file.change { _ in } }
    }

    /// As they stand on disk, for a look at them: nothing is written, also by changes.
    package init(readingFrom directory: StateDirectory) throws(StateProblem) {
        file = try StateFile(
            reading: Self.fileName, in: directory, version: Self.versions.upperBound,
            oldestVersion: Self.versions.lowerBound, empty: Content(deviceID: ""))
    }

    /// Says of pairings that could not be understood where they are kept.
    package var problem: StateProblem? { file.problem }
    package var deviceID: String { file.content.deviceID }
    package var all: [SavedPC] { file.content.pcs }

    package func pc(_ desktopID: String) -> SavedPC? { all.first { $0.desktopID == desktopID } }

    // MARK: This box's name

    /// What its user calls this box; nil when nothing was said, so that it goes by its host name.
    package var deviceName: DeviceName? { file.content.deviceName.flatMap { DeviceName($0) } }

    /// - Parameter name: nil goes back to the host name.
    package mutating func named(_ name: DeviceName?) throws(StateProblem) {
        try file.change { $0.deviceName = name?.text }
    }

    // MARK: Which PC is meant

    /// The PC that is used where none is named: the default, or the only one.
    package var chosen: SavedPC? {
        file.content.defaultID.flatMap { pc($0) } ?? (all.count == 1 ? all.first : nil)
    }

    /// - Parameter desktopID: one of the saved PCs.
    package mutating func choseDefault(_ desktopID: String) throws(StateProblem) {
        try file.change { content in
            if content.pcs.contains(where: { $0.desktopID == desktopID }) { content.defaultID = desktopID }
        }
    }

    /// Why a word does not name one saved PC.
    package enum LookupProblem: Error, Hashable, Sendable {
        case unknown
        /// Their names or ids begin so, or several have this name; only an id tells them apart.
        case ambiguous([SavedPC])
    }

    /// The PC with this id, else with this name, else the only one whose id or name begins so. The case of letters in a name
    /// does not matter.
    package func pc(called text: String) throws(LookupProblem) -> SavedPC {
        if let exact = pc(text) { return exact }
        let wanted = text.lowercased()
        guard !wanted.isEmpty else { throw .unknown }
        let named = all.filter { $0.name.lowercased() == wanted }
        let matches =
            named.isEmpty
            ? all.filter { $0.name.lowercased().hasPrefix(wanted) || $0.desktopID.lowercased().hasPrefix(wanted) }
            : named
        guard let match = matches.first else { throw .unknown }
        guard matches.count == 1 else { throw .ambiguous(matches) }
        return match
    }

    // MARK: From elsewhere

    package enum AdoptionProblem: Error, Hashable, Sendable {
        /// Not a file of ours.
        case unreadable
        /// This list has PCs already, which know this box by its own id.
        case hasOwn
        /// There is none that could be reached from here.
        case nothing
        case state(StateProblem)
    }

    /// Takes over what another list holds, `pcs.json` as it stands on disk, with the id that its PCs know this box by. PCs that
    /// listen at a socket are left out: it may be anybody's.
    package mutating func adopt(_ bytes: [UInt8]) throws(AdoptionProblem) {
        guard all.isEmpty else { throw .hasOwn }
        guard var found: Content = StateFile<Content>.content(of: bytes, versions: Self.versions) else {
            throw .unreadable
        }
        found.pcs.removeAll { $0.socketPath != nil }
        guard !found.pcs.isEmpty else { throw .nothing }
        do throws(StateProblem) {
            try file.change { content in if content.pcs.isEmpty { content = found } }
        } catch { throw .state(error) }
    }

    // MARK: What happens with a PC

    /// A new pairing replaces the old one with the same PC and keeps the profile chosen there. The first PC is the default.
    /// - Parameter socketPath: where the PC was reached; nil by Bluetooth.
    package mutating func paired(
        with status: PCStatus, token: PairingToken, at socketPath: String? = nil
    ) throws(StateProblem) {
        try file.change { content in
            let old = content.pcs.first { $0.desktopID == status.desktopID }
            content.pcs.removeAll { $0.desktopID == status.desktopID }
            content.pcs.append(
                SavedPC(
                    desktopID: status.desktopID, name: status.displayName, platform: status.platform.text, token: token,
                    profileID: old?.profileID, socketPath: socketPath))
            if content.pcs.count == 1 { content.defaultID = status.desktopID }
        }
    }

    /// The PC accepted the token: its access is good, and what it says of itself now is what it goes by.
    /// Where it is reached stays as it was when they paired: whoever answers at another place has proven nothing to us.
    package mutating func authenticated(with status: PCStatus, told name: SavedPC.ToldName) throws(StateProblem) {
        try change(status.desktopID) { pc in
            pc.name = status.displayName
            pc.platform = status.platform.text
            pc.isAccessVoid = false
            pc.toldName = name
        }
    }

    /// The PC refused the token, which is kept all the same (F34).
    package mutating func accessRefused(by desktopID: String) throws(StateProblem) {
        try change(desktopID) { $0.isAccessVoid = true }
    }

    package mutating func choseProfile(_ profileID: String, on desktopID: String) throws(StateProblem) {
        try change(desktopID) { $0.profileID = profileID }
    }

    /// Forgets the PC and its token.
    package mutating func unpaired(from desktopID: String) throws(StateProblem) {
        try file.change { content in
            content.pcs.removeAll { $0.desktopID == desktopID }
            if content.defaultID == desktopID { content.defaultID = nil }
        }
    }

    /// Writes only what is new.
    private mutating func change(_ desktopID: String, _ body: (inout SavedPC) -> Void) throws(StateProblem) {
        guard let old = pc(desktopID) else { return }
        var new = old
        body(&new)
        guard new != old else { return }
        try file.change { $0.change(desktopID, body) }
    }
}
