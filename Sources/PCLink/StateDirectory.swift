// SPDX-License-Identifier: GPL-3.0-or-later
package import EventLoop
import FoundationEssentials
import Glibc

/// Why a file of ours could not be used. The file is left or kept as it was found.
package enum StateProblem: Error, Hashable, Sendable {
    /// Others may read or change it; `chmod` mends it.
    case tooOpen(path: String, mode: Int)
    /// It is another user's, so it proves nothing.
    case notOurs(path: String)
    /// Not what we write. It was set aside under `keptAs`.
    case unreadable(path: String, keptAs: String)
    /// Written by a newer version of this program; left as it is.
    case newer(path: String)
    case system(path: String, SystemError)
}

/// The private directory for pairings and the session journal: 0700, its files 0600, each written whole or not at all.
package struct StateDirectory: Sendable {
    /// The largest file read, in bytes.
    package static let sizeLimit = 1 << 20
    package let path: String

    /// Creates the directory where it is missing, and refuses one that others can look into.
    package init(path: String) throws(StateProblem) {
        self.path = path
        try Self.makeDirectory(path)
        try Self.check(path, forbidden: 0o077)
    }

    /// `$XDG_STATE_HOME/switchbridge`, else `~/.local/state/switchbridge` (XDG Base Directory Specification).
    package static func defaultPath(environment: [String: String]) -> String {
        if let home = environment["XDG_STATE_HOME"], home.hasPrefix("/") { return home + "/switchbridge" }
        return (environment["HOME"] ?? "/") + "/.local/state/switchbridge"
    }

    /// The content of `name`, nil when there is no such file.
    package func read(_ name: String) throws(StateProblem) -> [UInt8]? {
        let file = "\(path)/\(name)"
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try Self.readBounded(FileDescriptor(path: file, flags: O_RDONLY | O_NOFOLLOW))
        } catch {
            guard error.code != ENOENT else { return nil }
            throw .system(path: file, error)
        }
        try Self.check(file, forbidden: 0o077)
        guard bytes.count <= Self.sizeLimit else { throw setAside(name) }
        return bytes
    }

    /// At most one byte more than the limit.
    private static func readBounded(_ file: FileDescriptor) throws(SystemError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: sizeLimit + 1)
        var length = 0
        while length < bytes.count {
            let count = try SystemCall.run("read") {
                bytes.withUnsafeMutableBytes { Glibc.read(file.raw, $0.baseAddress! + length, $0.count - length) }
            }
            guard count > 0 else { break }
            length += count
        }
        return Array(bytes.prefix(length))
    }

    /// Replaces `name` in one step: after a crash or a full disk it holds either all of the old or all of the new.
    package func write(_ bytes: [UInt8], to name: String) throws(StateProblem) {
        let temporary = "\(path)/.\(name).\(getpid())"
        do throws(SystemError) {
            try Self.writeAndSync(bytes, to: temporary)
            try SystemCall.run("rename") { rename(temporary, "\(path)/\(name)") }
            let directory = try FileDescriptor(path: path, flags: O_RDONLY | O_DIRECTORY)
            try SystemCall.run("fsync") { fsync(directory.raw) }
        } catch {
            unlink(temporary)
            throw .system(path: "\(path)/\(name)", error)
        }
    }

    /// Opens an empty file that something may be written to as the process dies, and says whether the process before wrote.
    package func openMarker(_ name: String) throws(StateProblem) -> (file: FileDescriptor, wasWritten: Bool) {
        let file = "\(path)/\(name)"
        do throws(SystemError) {
            let marker = try FileDescriptor(path: file, flags: O_RDWR | O_CREAT | O_NOFOLLOW)
            let length = try SystemCall.run("lseek") { lseek(marker.raw, 0, SEEK_END) }
            try SystemCall.run("ftruncate") { ftruncate(marker.raw, 0) }
            try SystemCall.run("lseek") { lseek(marker.raw, 0, SEEK_SET) }
            return (marker, length > 0)
        } catch { throw .system(path: file, error) }
    }

    /// Keeps a file that cannot be understood, so that nothing is lost, and says under which name.
    func setAside(_ name: String) -> StateProblem {
        let kept = "\(path)/\(name).unreadable-\(time(nil))"
        guard rename("\(path)/\(name)", kept) == 0 else {
            return .system(path: "\(path)/\(name)", SystemError(call: "rename", code: errno))
        }
        return .unreadable(path: "\(path)/\(name)", keptAs: kept)
    }

    /// Runs `body` while no other process of ours changes these files. Does not wait: a lock that is taken is an error, for
    /// its holder may be a stopped process.
    package func whileLocked<Result>(_ body: () throws(StateProblem) -> Result) throws(StateProblem) -> Result {
        let file = "\(path)/lock"
        let lock: FileDescriptor
        do throws(SystemError) {
            lock = try FileDescriptor(path: file, flags: O_RDWR | O_CREAT | O_NOFOLLOW)
            try SystemCall.run("flock") { flock(lock.raw, LOCK_EX | LOCK_NB) }
        } catch {
            throw .system(path: file, error)
        }
        defer { withExtendedLifetime(lock) {} }
        return try body()
    }

    private static func writeAndSync(_ bytes: [UInt8], to path: String) throws(SystemError) {
        unlink(path)
        let file = try FileDescriptor(path: path, flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
        var written = 0
        while written < bytes.count {
            written += try SystemCall.run("write") {
                bytes.withUnsafeBytes { Glibc.write(file.raw, $0.baseAddress! + written, $0.count - written) }
            }
        }
        try SystemCall.run("fsync") { fsync(file.raw) }
    }

    private static func makeDirectory(_ path: String) throws(StateProblem) {
        guard mkdir(path, 0o700) != 0, errno != EEXIST else { return }
        let code = errno
        let parent = path.split(separator: "/").dropLast().joined(separator: "/")
        guard code == ENOENT, !parent.isEmpty else { throw .system(path: path, SystemError(call: "mkdir", code: code)) }
        try makeDirectory("/" + parent)
        try makeDirectory(path)
    }

    private static func check(_ path: String, forbidden: mode_t) throws(StateProblem) {
        var status = stat()
        guard lstat(path, &status) == 0 else { throw .system(path: path, SystemError(call: "lstat", code: errno)) }
        guard status.st_uid == geteuid() else { throw .notOurs(path: path) }
        guard status.st_mode & forbidden == 0 else {
            throw .tooOpen(path: path, mode: Int(status.st_mode & 0o777))
        }
    }
}
