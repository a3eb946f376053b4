// SPDX-License-Identifier: GPL-3.0-or-later
package import EventLoop
import Glibc

/// Why a file of ours could not be used. The file is left or kept as it was found.
package enum StateProblem: Error, Hashable, Sendable {
    /// Others may read or change it; `chmod` mends it.
    case tooOpen(path: String, mode: Int)
    /// It is another user's, so it proves nothing.
    case notOurs(path: String)
    /// Not what we write. It was begun anew, and the old one is kept under `keptAs`.
    case unreadable(path: String, keptAs: String)
    /// Written by a newer version of this program; left as it is.
    case newer(path: String)
    /// Another process of ours holds the lock.
    case inUse(path: String)
    /// Another process forwards with these files.
    case alreadyForwarding(path: String)
    case system(path: String, SystemError)

    /// Whether the disk takes nothing more for now.
    var isForWantOfSpace: Bool {
        guard case .system(_, let error) = self else { return false }
        return [ENOSPC, EDQUOT].contains(error.code)
    }
}

/// The private directory for pairings and the session journal: 0700, its files 0600, each written whole or not at all.
package struct StateDirectory: Sendable {
    /// The largest file that is ours, in bytes.
    package static let sizeLimit = 1 << 20
    private static let openToOthers: mode_t = 0o077
    package let path: String

    /// Creates the directory where it is missing, and refuses one that others can look into.
    package init(path: String) throws(StateProblem) {
        self.path = path
        try Self.naming(path) { () throws(SystemError) in try Self.makeDirectory(path) }
        let directory = try Self.naming(path) { () throws(SystemError) in
            try FileDescriptor(path: path, flags: O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
        }
        try Self.check(directory, at: path)
    }

    /// `$XDG_STATE_HOME/switchbridge`, else `~/.local/state/switchbridge` (XDG Base Directory Specification).
    package static func defaultPath(environment: [String: String]) -> String {
        if let home = environment["XDG_STATE_HOME"], home.hasPrefix("/") { return home + "/switchbridge" }
        return (environment["HOME"] ?? "/") + "/.local/state/switchbridge"
    }

    /// The content of `name`, nil when there is no such file. Of one that is too large to be ours there is one byte more
    /// than `sizeLimit`.
    package func read(_ name: String) throws(StateProblem) -> [UInt8]? {
        let place = "\(path)/\(name)"
        let file = try Self.naming(place) { () throws(SystemError) -> FileDescriptor? in
            // O_NONBLOCK: what stands there may be a named pipe, and the loop must not wait for its other end.
            do throws(SystemError) {
                return try FileDescriptor(path: place, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
            } catch {
                guard error.code == ENOENT else { throw error }
                return nil
            }
        }
        guard let file else { return nil }
        try Self.check(file, at: place)
        return try Self.naming(place) { () throws(SystemError) in try Self.readBounded(file) }
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
        try Self.naming("\(path)/\(name)") { () throws(SystemError) in
            do throws(SystemError) {
                try Self.writeAndSync(bytes, to: temporary)
                try SystemCall.run("rename") { rename(temporary, "\(path)/\(name)") }
            } catch {
                unlink(temporary)
                throw error
            }
            let directory = try FileDescriptor(path: path, flags: O_RDONLY | O_DIRECTORY)
            try SystemCall.run("fsync") { fsync(directory.raw) }
        }
    }

    /// Opens an empty file that something may be written to as the process dies, and says whether the process before wrote.
    /// It is locked for as long as it is open, so that one process at a time forwards with these files: each would end
    /// the other's session. The lock goes with the process, however that ends.
    package func openMarker(_ name: String) throws(StateProblem) -> (file: FileDescriptor, wasWritten: Bool) {
        let place = "\(path)/\(name)"
        let marker = try Self.naming(place) { () throws(SystemError) in
            try FileDescriptor(path: place, flags: O_RDWR | O_CREAT | O_NOFOLLOW)
        }
        guard try lock(marker, at: place) else { throw .alreadyForwarding(path: path) }
        let wasWritten = try Self.naming(place) { () throws(SystemError) in
            let length = try SystemCall.run("lseek") { lseek(marker.raw, 0, SEEK_END) }
            try SystemCall.run("ftruncate") { ftruncate(marker.raw, 0) }
            try SystemCall.run("lseek") { lseek(marker.raw, 0, SEEK_SET) }
            return length > 0
        }
        return (marker, wasWritten)
    }

    /// Keeps `openMarker` from being done by another process for as long as the file is open, and is refused while another
    /// process has done it. Any number of processes can hold it so; what the file says is left as it is.
    package func shareMarker(_ name: String) throws(StateProblem) -> FileDescriptor { try hold(name, LOCK_SH) }

    /// As `shareMarker`, for one process alone.
    package func takeMarker(_ name: String) throws(StateProblem) -> FileDescriptor { try hold(name, LOCK_EX) }

    private func hold(_ name: String, _ kind: CInt) throws(StateProblem) -> FileDescriptor {
        let place = "\(path)/\(name)"
        let marker = try Self.naming(place) { () throws(SystemError) in
            try FileDescriptor(path: place, flags: O_RDWR | O_CREAT | O_NOFOLLOW)
        }
        guard try lock(marker, kind, at: place) else { throw .alreadyForwarding(path: path) }
        return marker
    }

    /// False when another process holds the lock. Does not wait: its holder may be a stopped process.
    private func lock(_ file: FileDescriptor, _ kind: CInt = LOCK_EX, at place: String) throws(StateProblem) -> Bool {
        let outcome = try Self.naming(place) { () throws(SystemError) in
            try SystemCall.attempt("flock") { flock(file.raw, kind | LOCK_NB) }
        }
        if case .done = outcome { return true }
        return false
    }

    /// Gives a file that cannot be understood a second name, which it keeps when the first is written anew. So at every
    /// moment one of them says that there was something.
    func keep(_ name: String) throws(StateProblem) -> StateProblem {
        let place = "\(path)/\(name)"
        let kept = "\(place).unreadable-\(time(nil))-\(getpid())"
        try Self.naming(place) { () throws(SystemError) in try SystemCall.run("link") { link(place, kept) } }
        return .unreadable(path: place, keptAs: kept)
    }

    /// Runs `body` while no other process of ours changes these files.
    package func whileLocked<Result>(_ body: () throws(StateProblem) -> Result) throws(StateProblem) -> Result {
        let place = "\(path)/lock"
        let lock = try Self.naming(place) { () throws(SystemError) in
            try FileDescriptor(path: place, flags: O_RDWR | O_CREAT | O_NOFOLLOW)
        }
        guard try self.lock(lock, at: place) else { throw .inUse(path: path) }
        // A child that is being made just now has the open file too until its exec: closing alone would not end the lock.
        defer { _ = flock(lock.raw, LOCK_UN) }
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

    /// With its parents, private as well (XDG Base Directory Specification).
    private static func makeDirectory(_ path: String) throws(SystemError) {
        do throws(SystemError) { try makeLastDirectory(path) } catch {
            let parent = "/" + path.split(separator: "/").dropLast().joined(separator: "/")
            guard error.code == ENOENT, parent != "/" else { throw error }
            try makeDirectory(parent)
            try makeLastDirectory(path)
        }
    }

    private static func makeLastDirectory(_ path: String) throws(SystemError) {
        do throws(SystemError) { try SystemCall.run("mkdir") { mkdir(path, 0o700) } } catch {
            guard error.code == EEXIST else { throw error }
        }
    }

    private static func check(_ file: FileDescriptor, at path: String) throws(StateProblem) {
        var status = stat()
        try naming(path) { () throws(SystemError) in try SystemCall.run("fstat") { fstat(file.raw, &status) } }
        guard status.st_uid == geteuid() else { throw .notOurs(path: path) }
        guard status.st_mode & openToOthers == 0 else {
            throw .tooOpen(path: path, mode: Int(status.st_mode & 0o777))
        }
    }

    /// Says at which place a call failed.
    @discardableResult
    private static func naming<Result>(
        _ path: String, _ body: () throws(SystemError) -> Result
    ) throws(StateProblem) -> Result {
        do throws(SystemError) { return try body() } catch { throw .system(path: path, error) }
    }
}
