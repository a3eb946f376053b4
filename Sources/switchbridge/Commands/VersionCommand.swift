// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import PCProtocol
import Profiles

/// `version`: what to name when asking for help.
struct VersionCommand: Command {
    /// The one place that says it; packages take it from what this command prints.
    static let programVersion = "0.1.0"
    /// When that version was made.
    static let versionDate = "2026-11-30"

    static let description = CommandDescription(
        name: "version", group: .trouble, summary: "the version of this program and of what it is made of",
        details: ["Name all of it when you report a problem."], options: [.json])

    private let json: Bool

    init(_ arguments: Arguments) {
        json = arguments.has(.json)
    }

    func run(_ terminal: Terminal) throws(Failure) -> Ending {
        if json {
            try terminal.show(json: Self.json)
            return .code(.done)
        }
        try terminal.show("switchbridge \(Self.programVersion)")
        try terminal.show("PC control protocol \(PCStatus.protocolVersion)")
        for (name, version) in Self.libraries { try terminal.show("\(name) \(version)") }
        try terminal.show("Linux \(Self.kernel)")
        try terminal.show("Licence GPL-3.0-or-later: you may use, study, share and change it. There is no warranty.")
        return .code(.done)
    }

    private static var json: JSONValue {
        .object([
            "program": .string(programVersion), "protocol": .int(PCStatus.protocolVersion),
            "libraries": .object(
                Dictionary(uniqueKeysWithValues: libraries.map { ($0.name, JSONValue.string($0.version)) })),
            "kernel": .string(kernel), "licence": .string("GPL-3.0-or-later"),
        ])
    }

    /// Those that can say it; libevdev and libudev cannot.
    private static var libraries: [(name: String, version: String)] {
        [
            ("json-c", PCProtocolLibrary.jsonC), ("libsodium", PCProtocolLibrary.libsodium),
            ("libyaml", ProfilesLibrary.version),
        ]
    }

    static var kernel: String {
        var names = utsname()
        guard uname(&names) == 0 else { return "unknown" }
        return withUnsafeBytes(of: names.release) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
