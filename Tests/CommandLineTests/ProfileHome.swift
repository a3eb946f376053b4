// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc
import RealSystem
import Testing

@testable import switchbridge

/// A user's home with profiles of its own and shipped ones; it goes with this object.
final class ProfileHome {
    static let plain = """
        # mine
        schema: 1
        name: Test   # a test
        devices:
          box: {name: Box}
        switches:
          # the left one
          - name: Left
            input: KEY_SPACE   # space
          - {name: Right, input: KEY_ENTER}

        """

    private let place: TemporaryDirectory
    var path: String { place.path }
    var environment: [String: String] {
        [
            "HOME": path, "XDG_CONFIG_HOME": path + "/config", "XDG_STATE_HOME": path + "/state",
            ProfilePlaces.shippedVariable: path + "/shipped",
        ]
    }

    init() throws {
        place = try TemporaryDirectory()
        try put(Self.plain, "shipped/template.yaml")
    }

    func place(of name: String) -> String { "\(path)/config/switchbridge/profiles/\(name).yaml" }

    func put(_ text: String, _ name: String) throws {
        try put(Array(text.utf8), name)
    }

    func put(_ bytes: [UInt8], _ name: String) throws {
        try AtomicFile.makeDirectory(Path.directory(of: "\(path)/\(name)"))
        try place.put(bytes, at: name, mode: 0o644)
    }

    func putProfile(_ name: String, _ text: String = ProfileHome.plain) throws {
        try put(text, "config/switchbridge/profiles/\(name).yaml")
    }

    func text(_ path: String) -> String? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = read(file, &bytes, bytes.count)
        return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    func profile(_ name: String) -> String? { text(place(of: name)) }

    func names(in directory: String) -> [String] { place.names(in: directory) }

    /// Runs a command that asks nothing.
    func run(_ words: String..., adding variables: [String: String] = [:]) -> (ending: Ending, test: TestTerminal) {
        var test = TestTerminal()
        test.environment = environment.merging(variables) { $1 }
        return (Program.run(words, test.terminal), test)
    }

    /// Runs a command in a process of its own, with nobody to answer it.
    func runAlone(_ words: String..., adding variables: [String: String] = [:]) throws -> Child.Ending {
        let child = try Child(words, environment: environment.merging(variables) { $1 })
        _ = try child.readToEnd()
        return try child.wait()
    }
}
