// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc
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

    let path: String
    var environment: [String: String] {
        [
            "HOME": path, "XDG_CONFIG_HOME": path + "/config", "XDG_STATE_HOME": path + "/state",
            ProfilePlaces.shippedVariable: path + "/shipped",
        ]
    }

    init() throws {
        var template = Array("/tmp/switchbridge-profiles-XXXXXX".utf8CString)
        try #require(mkdtemp(&template) != nil)
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        try put(Self.plain, "shipped/template.yaml")
    }

    deinit { Self.remove(path) }

    func place(of name: String) -> String { "\(path)/config/switchbridge/profiles/\(name).yaml" }

    func put(_ text: String, _ name: String) throws {
        try put(Array(text.utf8), name)
    }

    func put(_ bytes: [UInt8], _ name: String) throws {
        try AtomicFile.makeDirectory(Path.directory(of: "\(path)/\(name)"))
        let file = try FileDescriptor(path: "\(path)/\(name)", flags: O_WRONLY | O_CREAT | O_TRUNC, mode: 0o644)
        try #require(write(file.raw, bytes, bytes.count) == bytes.count)
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

    func names(in directory: String) -> [String] { Self.names("\(path)/\(directory)") }

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

    private static func names(_ path: String) -> [String] {
        guard let directory = opendir(path) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    private static func remove(_ path: String) {
        for name in names(path) { remove("\(path)/\(name)") }
        if unlink(path) != 0 { rmdir(path) }
    }
}
