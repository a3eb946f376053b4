// SPDX-License-Identifier: GPL-3.0-or-later
import PCProtocol

/// What one of our files holds.
protocol StateContent: Sendable {
    init(_ fields: StateFields) throws(StateFields.Unusable)
    var json: JSONValue { get }

    /// The file held more than this, which could not be understood.
    mutating func restWasLost()
}

/// One versioned JSON file of the state directory, or the same content in memory alone. A file that cannot be understood
/// is kept under another name and begun anew: it must not make the program unusable.
struct StateFile<Content: StateContent>: Sendable {
    private let directory: StateDirectory?
    private let name: String
    private let version: Int
    private let oldestVersion: Int
    private(set) var content: Content
    /// Whether there is a file.
    private(set) var isOnDisk = false
    /// Says of a file that could not be understood where it is kept.
    private(set) var problem: StateProblem?

    /// - Parameters:
    ///   - directory: nil keeps everything in memory.
    ///   - oldestVersion: `Content` can also decode files since this one; they are written anew as `version`.
    init(
        _ name: String, in directory: StateDirectory?, version: Int, oldestVersion: Int? = nil, empty: Content
    ) throws(StateProblem) {
        self.directory = directory
        self.name = name
        self.version = version
        self.oldestVersion = oldestVersion ?? version
        content = empty
        guard let directory else { return }
        if try !reload(from: directory) { try change { _ in } }
    }

    /// As it stands on disk, in memory alone: nothing is made, mended, kept or locked. `empty` where it is missing or cannot be
    /// understood.
    init(
        reading name: String, in directory: StateDirectory, version: Int, oldestVersion: Int? = nil, empty: Content
    ) throws(StateProblem) {
        try self.init(name, in: nil, version: version, oldestVersion: oldestVersion, empty: empty)
        _ = try reload(from: directory)
    }

    /// Changes the content on disk and here, reading it anew first: another process may have changed it.
    mutating func change(_ body: (inout Content) -> Void) throws(StateProblem) {
        guard let directory else { return body(&content) }
        self = try directory.whileLocked { () throws(StateProblem) -> Self in
            var current = self
            if try !current.reload(from: directory) {
                current.problem = try directory.keep(name)
                current.content.restWasLost()
            }
            body(&current.content)
            try directory.write(current.encoded(), to: name)
            current.isOnDisk = true
            return current
        }
    }

    /// What could not be written counts here all the same.
    mutating func changeHereAlone(_ body: (inout Content) -> Void) { body(&content) }

    /// False when the file cannot be understood. One that is missing has nothing to say.
    private mutating func reload(from directory: StateDirectory) throws(StateProblem) -> Bool {
        guard let bytes = try directory.read(name) else { return true }
        isOnDisk = true
        if let found = StateFields(of: bytes), let written = try? found.integer("version"), written > version {
            throw .newer(path: "\(directory.path)/\(name)")
        }
        guard let found = Self.content(of: bytes, versions: oldestVersion...version) else { return false }
        content = found
        return true
    }

    /// What a file with these bytes holds; nil when that cannot be understood.
    static func content(of bytes: [UInt8], versions: ClosedRange<Int>) -> Content? {
        guard let file = StateFields(of: bytes), let version = try? file.integer("version"), versions.contains(version)
        else { return nil }
        return try? Content(try file.fields("content"))
    }

    private func encoded() -> [UInt8] {
        JSONValue.object(["version": .int(version), "content": content.json]).encoded(.indented)
    }
}
