// SPDX-License-Identifier: GPL-3.0-or-later
import Sentences
import SwitchCore

/// Makes a profile of a YAML document and notes everything that is wrong on the way. What cannot be read is left out
/// and reading goes on, so that one look shows all problems; a profile comes out only when there were none.
struct ProfileReader {
    static let schema = 1
    /// Bytes of a PC profile's id, by the protocol.
    static let pcProfileIDLimit = 80

    let names: any InputNaming
    var problems = ProblemList()
    /// Labels in the order of the file, those of devices with problems too; nil when there is no list of devices.
    var deviceLabels: [String]?
    var seen = Seen()

    /// What may be said only once, and where it was said first.
    struct Seen {
        var switchNames: [String: TextPosition] = [:]
        var switchNumbers: [Int: TextPosition] = [:]
        var inputs: [ProfileSwitch.Input: TextPosition] = [:]
    }

    init(names: any InputNaming) {
        self.names = names
    }

    /// The profile; nil when `problems` has some.
    mutating func profile(from root: YAMLNode) -> Profile? {
        guard isReadableSchema(root), let fields = fields(of: root, RootKey.self) else { return nil }
        let name = fields[.name].flatMap { self.name($0) }
        let timing = timing(fields[.timing], defaults: ReadTiming())
        let devices = fields[.devices].map { self.devices($0) } ?? []
        let switches = fields[.switches].map { self.switches($0, timing: timing) } ?? []
        let safety = safety(fields[.safety], switches: switches)
        let idle = idle(fields[.idle], switches: switches)
        let announcements = announcements(fields[.announce])
        let pcProfileID = fields[.pc].flatMap { self.pcProfileID($0, switches: switches) }
        guard problems.isEmpty, let name, let switchesNode = fields[.switches] else { return nil }

        let profile = Profile(
            name: name, devices: devices, switches: switches.map(\.value).sorted { $0.id < $1.id }, safety: safety,
            pcProfileID: pcProfileID, idle: idle, announcements: announcements)
        checkStops(of: profile, switches: switches, at: switchesNode.position)
        return problems.isEmpty ? profile : nil
    }

    /// The schema number is judged before anything else: a newer file may differ in every other way.
    private mutating func isReadableSchema(_ root: YAMLNode) -> Bool {
        guard case .mapping(let entries) = root.content else {
            problems.add(.profileNotProfile, at: root.position)
            return false
        }
        guard let node = entries.first(where: { $0.key == RootKey.schema.rawValue })?.value else { return true }
        guard case .scalar(let text) = node.content, !text.isEmpty, text.allSatisfy(\.isASCIIDigit) else {
            problems.add(.profileNotSchema, at: node.position, ["schema": "\(Self.schema)"])
            return true
        }
        // More digits than an `Int` takes are a larger number, too.
        let number = Int(text) ?? Int.max
        if number > Self.schema {
            problems.add(.profileNewerSchema, at: node.position, ["schema": "\(Self.schema)"])
            return false
        }
        if number < Self.schema { problems.add(.profileNotSchema, at: node.position, ["schema": "\(Self.schema)"]) }
        return true
    }

    private mutating func pcProfileID(_ node: YAMLNode, switches: [ReadSwitch]) -> String? {
        guard let fields = fields(of: node, PCKey.self), let profile = fields[.profile] else { return nil }
        if switches.contains(where: { !$0.value.actions.isEmpty }) {
            problems.add(.profileActionsAndPCProfile, at: profile.position)
        }
        return text(profile, limit: Self.pcProfileIDLimit)
    }
}
