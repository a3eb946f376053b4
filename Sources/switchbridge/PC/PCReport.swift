// SPDX-License-Identifier: GPL-3.0-or-later
import PCLink
import PCProtocol
import Sentences

/// What the files say of a saved PC. Never its token.
struct PCReport {
    let pc: SavedPC
    let isDefault: Bool
    /// What this box is called on PCs now.
    let deviceName: DeviceName

    init(_ pc: SavedPC, in state: StateFiles) {
        self.pc = pc
        isDefault = state.savedPCs.chosen?.desktopID == pc.desktopID
        deviceName = state.deviceName
    }

    /// Its name and what tells it apart from others.
    static func title(_ pc: SavedPC) -> String {
        let platform = pc.platform.map { " (\(platformName($0)))" } ?? ""
        return "\(pc.name)\(platform), id \(pc.desktopID)"
    }

    /// A platform as its makers write it.
    static func platformName(_ word: String) -> String {
        switch word {
        case "windows": "Windows"
        case "macos": "macOS"
        case "linux": "Linux"
        default: word
        }
    }

    var line: String {
        isDefault ? Sentence(.pcTheDefault, ["pc": Self.title(pc)]).description : Self.title(pc)
    }

    /// What its user should know of it.
    var remarks: [Sentence] {
        guard !pc.isAccessVoid else { return [Sentence(.finalAccessVoid)] }
        return pc.state(of: deviceName) == .refused ? [nameSentence] : []
    }

    /// Whether the PC knows this box's name.
    var nameSentence: Sentence {
        let arguments = ["pc": pc.name, "name": deviceName.text]
        return switch pc.state(of: deviceName) {
        case .known: Sentence(.nameKnown, arguments)
        case .pending: Sentence(.namePending, arguments)
        case .refused: Sentence(.nameRefused, arguments)
        }
    }

    var fields: [String: JSONValue] {
        [
            "id": .string(pc.desktopID), "name": .string(pc.name),
            "platform": pc.platform.map { .string($0) } ?? .null, "isDefault": .bool(isDefault),
            "accessIsGood": .bool(!pc.isAccessVoid), "nameState": .string(pc.state(of: deviceName).rawValue),
            "profile": pc.profileID.map { .string($0) } ?? .null,
            "place": .string(pc.socketPath.map { "unix:\($0)" } ?? "bluetooth"),
        ]
    }

    func json(event: String) -> JSONValue {
        .object(fields.merging(["event": .string(event)]) { $1 })
    }
}
