// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials

/// One versioned JSON file of the state directory, or the same content in memory alone.
struct StateFile<Content: Codable & Sendable>: Sendable {
    private struct Versioned: Codable {
        var version: Int
        var content: Content
    }

    private struct VersionOnly: Codable {
        var version: Int
    }

    private let directory: StateDirectory?
    private let name: String
    private let version: Int
    private(set) var content: Content

    /// - Parameter directory: nil keeps everything in memory.
    init(_ name: String, in directory: StateDirectory?, version: Int, empty: Content) throws(StateProblem) {
        self.directory = directory
        self.name = name
        self.version = version
        content = empty
        try reload()
    }

    /// Changes the content on disk and here, reading it anew first: another process may have changed it.
    mutating func change(_ body: (inout Content) -> Void) throws(StateProblem) {
        guard let directory else { return body(&content) }
        content = try directory.whileLocked { () throws(StateProblem) -> Content in
            var current = self
            try current.reload()
            body(&current.content)
            try directory.write(current.encoded(), to: name)
            return current.content
        }
    }

    private mutating func reload() throws(StateProblem) {
        guard let directory, let bytes = try directory.read(name) else { return }
        let data = Data(bytes)
        if let found = try? JSONDecoder().decode(VersionOnly.self, from: data), found.version > version {
            throw .newer(path: "\(directory.path)/\(name)")
        }
        guard let found = try? JSONDecoder().decode(Versioned.self, from: data), found.version == version else {
            throw directory.setAside(name)
        }
        content = found.content
    }

    private func encoded() -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        do {
            return Array(try encoder.encode(Versioned(version: version, content: content)))
        } catch {
            preconditionFailure("our own state always encodes: \(error)")
        }
    }
}
