// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc

/// Waits for remotes on a path of the file system.
final class PCListener {
    private let socket: FileDescriptor
    private let path: String
    private var watch: Watch?
    /// Whether the file at `path` is ours: `deinit` also runs when `init` throws.
    private var isBound = false

    /// A socket file that nobody listens on any more is replaced; anything else at `path` is left alone (`EADDRINUSE`).
    init(path: String, loop: EventLoop, accepted: @escaping (FileDescriptor) -> Void) throws(SystemError) {
        self.path = path
        socket = try Self.makeSocket()
        var address = try Self.address(of: path)
        if Self.isSocket(path), try Self.isAbandoned(&address) { unlink(path) }
        try Self.bind(socket, &address)
        isBound = true
        let raw = socket.raw
        try SystemCall.run("listen") { listen(raw, SOMAXCONN) }
        watch = try loop.watch(raw, for: .readable) { _ in Self.acceptAll(raw, accepted) }
    }

    deinit {
        watch?.cancel()
        if isBound { unlink(path) }
    }

    private static func acceptAll(_ raw: CInt, _ accepted: (FileDescriptor) -> Void) {
        while case .done(let remote) = try? SystemCall.attempt("accept", { accept(raw, nil, nil) }) {
            // accept4 would set both at once, but Swift's Glibc does not carry it; this program has one thread and starts
            // no others that could inherit the descriptor in between.
            _ = fcntl(remote, F_SETFD, FD_CLOEXEC)
            _ = fcntl(remote, F_SETFL, O_NONBLOCK)
            accepted(FileDescriptor(owning: remote))
        }
    }

    private static func makeSocket() throws(SystemError) -> FileDescriptor {
        let type = CInt(SOCK_SEQPACKET.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        return FileDescriptor(owning: try SystemCall.run("socket") { Glibc.socket(AF_UNIX, type, 0) })
    }

    private static func address(of path: String) throws(SystemError) -> sockaddr_un {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let fits = withUnsafeMutableBytes(of: &address.sun_path) { place in
            guard path.utf8.count < place.count else { return false }
            place.copyBytes(from: path.utf8)
            return true
        }
        guard fits else { throw SystemError(call: "bind", code: ENAMETOOLONG) }
        return address
    }

    private static func isSocket(_ path: String) -> Bool {
        var information = stat()
        return lstat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFSOCK
    }

    private static func isAbandoned(_ address: inout sockaddr_un) throws(SystemError) -> Bool {
        let probe = try makeSocket()
        do throws(SystemError) {
            try withAddress(&address) { pointer, size throws(SystemError) in
                _ = try SystemCall.run("connect") { connect(probe.raw, pointer, size) }
            }
            return false
        } catch { return error.code == ECONNREFUSED }
    }

    /// Only the same user may connect: whoever can, can ask to be paired.
    private static func bind(_ socket: FileDescriptor, _ address: inout sockaddr_un) throws(SystemError) {
        let mask = umask(0o177)
        defer { umask(mask) }
        try withAddress(&address) { pointer, size throws(SystemError) in
            _ = try SystemCall.run("bind") { Glibc.bind(socket.raw, pointer, size) }
        }
    }

    private static func withAddress(
        _ address: inout sockaddr_un, _ body: (UnsafePointer<sockaddr>, socklen_t) throws(SystemError) -> Void
    ) throws(SystemError) {
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        try withUnsafePointer(to: &address) { pointer throws(SystemError) in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic throws(SystemError) in
                try body(generic, size)
            }
        }
    }
}
