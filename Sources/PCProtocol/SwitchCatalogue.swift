// SPDX-License-Identifier: GPL-3.0-or-later
package import SwitchCore

/// The profiles that a PC offers for switches (§7). One with anything unknown in it is refused whole: half understood, a
/// switch could do something else than its label says.
package struct SwitchCatalogue: Hashable, Sendable {
    package static let profileLimit = 34

    /// Changes with the catalogue; a number on known PCs, kept as text.
    package var revision: String
    package var profiles: [PCProfile]

    package init(revision: String, profiles: [PCProfile]) {
        self.revision = revision
        self.profiles = profiles
    }

    init(_ payload: JSONValue) throws(ShapeError) {
        let fields = try Fields(open: payload)
        let revision = try fields.value(.catalogRevision)
        guard let text = revision.text ?? revision.exactInteger.map(String.init) else {
            throw .wrongType(.catalogRevision)
        }
        self.revision = DisplayText.display(text, characters: PCProfile.nameLimit)
        let list = try fields.array(.profiles)
        guard list.count <= Self.profileLimit else { throw .outOfBounds(.profiles) }
        profiles = []
        for element in list { profiles.append(try PCProfile(element)) }
        guard Set(profiles.map(\.id)).count == profiles.count else { throw .outOfBounds(.id) }
    }

    /// The revision where it is one as a number is written, which "007" is not.
    private var number: Int64? { Int64(revision).flatMap { String($0) == revision ? $0 : nil } }

    var json: JSONValue {
        .object([
            .catalogRevision: number.map { .integer($0) } ?? .string(revision),
            .profiles: .array(profiles.map(\.json)),
        ])
    }
}

/// One way in which a PC lets switches act.
package struct PCProfile: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Each switch has an output of its own.
        case mapped
        case grid3
        /// The PC scans; switches step and select.
        case scanning
    }

    package static let bindingLimit = 8
    /// Characters of names and labels that are kept.
    package static let nameLimit = 80

    package var id: String
    package var version: Int
    package var name: String
    package var kind: Kind
    package var bindings: [SwitchBinding]

    package init(id: String, version: Int, name: String, kind: Kind, bindings: [SwitchBinding]) {
        self.id = id
        self.version = version
        self.name = name
        self.kind = kind
        self.bindings = bindings
    }

    init(_ value: JSONValue) throws(ShapeError) {
        let fields = try Fields(open: value)
        id = try fields.text(.id, bytes: CommandBounds.profileIDBytes)
        version = try fields.integer(.version, in: CommandBounds.positive)
        name = DisplayText.display(try fields.text(.name), characters: Self.nameLimit)
        kind = try fields.word(.kind)
        let list = try fields.array(.bindings)
        guard list.count <= Self.bindingLimit else { throw .outOfBounds(.bindings) }
        bindings = []
        for element in list { bindings.append(try SwitchBinding(element)) }
        guard Set(bindings.map(\.switchID)).count == bindings.count else { throw .outOfBounds(.switchID) }
    }

    package func binding(of id: SwitchID) -> SwitchBinding? { bindings.first { $0.switchID == id } }

    var json: JSONValue {
        .object([
            .id: .string(id), .version: .int(version), .name: .string(name), .kind: .string(kind.rawValue),
            .bindings: .array(bindings.map(\.json)),
        ])
    }
}

/// What one switch does in a PC's profile.
package struct SwitchBinding: Hashable, Sendable {
    package enum Behavior: String, Hashable, Sendable, CaseIterable {
        /// Follows down and up.
        case stateful
        /// Acts on down.
        case pulse
        case unassigned
    }

    package var switchID: SwitchID
    /// In the PC's words; of a scanning profile press and hold in one text.
    package var label: String
    package var behavior: Behavior

    package init(switchID: SwitchID, label: String, behavior: Behavior) {
        self.switchID = switchID
        self.label = label
        self.behavior = behavior
    }

    init(_ value: JSONValue) throws(ShapeError) {
        let fields = try Fields(open: value)
        switchID = try fields.switchID()
        label = DisplayText.display(try fields.text(.label), characters: PCProfile.nameLimit)
        behavior = try fields.word(.behavior)
    }

    var json: JSONValue {
        .object([
            .switchID: .int(switchID.number), .label: .string(label), .behavior: .string(behavior.rawValue),
        ])
    }
}
