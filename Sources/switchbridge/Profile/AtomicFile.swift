// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc

/// Files that are written whole or not at all.
enum AtomicFile {
    /// Replaces the file at `path` in one step: after a crash or a full disk it holds all of the old or all of the new.
    /// - Parameter mode: as the file is to have it, whatever the process's mask is; nil leaves that to the mask.
    static func write(_ bytes: [UInt8], to path: String, mode: mode_t?) throws(SystemError) {
        let directory = Path.directory(of: path)
        let temporary = "\(directory)/.\(Path.name(of: path)).\(getpid())"
        do throws(SystemError) {
            try writeAndSync(bytes, to: temporary, mode: mode)
            try SystemCall.run("rename") { rename(temporary, path) }
        } catch {
            unlink(temporary)
            throw error
        }
        try sync(directory: directory)
    }

    /// Creates a directory and its parents, private as the XDG Base Directory Specification has it.
    static func makeDirectory(_ path: String) throws(SystemError) {
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { return }
        let parent = Path.directory(of: path)
        if parent != path { try makeDirectory(parent) }
        do throws(SystemError) { try SystemCall.run("mkdir") { mkdir(path, 0o700) } } catch {
            guard error.code == EEXIST else { throw error }
        }
    }

    /// Makes what happened to the names in a directory last.
    static func sync(directory: String) throws(SystemError) {
        let opened = try FileDescriptor(path: directory, flags: O_RDONLY | O_DIRECTORY)
        try SystemCall.run("fsync") { fsync(opened.raw) }
    }

    private static func writeAndSync(_ bytes: [UInt8], to path: String, mode: mode_t?) throws(SystemError) {
        unlink(path)
        let file = try FileDescriptor(path: path, flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o666)
        if let mode { try SystemCall.run("fchmod") { fchmod(file.raw, mode) } }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = try SystemCall.run("write") {
                rest.withUnsafeBytes { Glibc.write(file.raw, $0.baseAddress, $0.count) }
            }
            rest = rest.dropFirst(count)
        }
        try SystemCall.run("fsync") { fsync(file.raw) }
    }
}

/// Paths as text.
enum Path {
    static func directory(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    static func name(of path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }

    /// Whether anything stands there, be it a link that leads nowhere. What nobody may look at counts as there.
    static func isTaken(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 || errno != ENOENT
    }

    /// Without links and dots; nil when there is no such file.
    static func resolved(_ path: String) -> String? {
        guard let found = realpath(path, nil) else { return nil }
        defer { free(found) }
        return String(cString: found)
    }
}
