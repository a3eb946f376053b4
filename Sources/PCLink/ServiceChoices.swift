// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol

/// What a service goes on with after it was restarted, in `service.json`. The PC is the default of the saved ones.
package struct ServiceChoices: Sendable {
    private struct Content: StateContent {
        var profile: String?

        init() {}

        init(_ fields: StateFields) throws(StateFields.Unusable) {
            profile = try fields.ifPresent("profile", StateFields.text)
        }

        var json: JSONValue { .object(["profile": .text(profile)]) }

        mutating func restWasLost() {}
    }

    private static let fileName = "service.json"
    private static let version = 1
    private var file: StateFile<Content>

    package init(in directory: StateDirectory) throws(StateProblem) {
        file = try StateFile(Self.fileName, in: directory, version: Self.version, empty: Content())
    }

    /// As they stand on disk, for a look: nothing is written, also by changes.
    package init(readingFrom directory: StateDirectory) throws(StateProblem) {
        file = try StateFile(reading: Self.fileName, in: directory, version: Self.version, empty: Content())
    }

    /// Says of a file that could not be understood where it is kept.
    package var problem: StateProblem? { file.problem }

    /// The name of the profile that was used last.
    package var profile: String? { file.content.profile }

    package mutating func chose(profile name: String) throws(StateProblem) {
        guard name != profile else { return }
        try file.change { $0.profile = name }
    }
}
