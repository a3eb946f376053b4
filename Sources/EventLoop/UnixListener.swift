// SPDX-License-Identifier: GPL-3.0-or-later
package import Glibc
import SwitchCore

/// Waits for others on a Unix socket of the file system.
///
/// Those who connect again and again take no more than a share of the loop; meanwhile they wait in the kernel.
package final class UnixListener {
    private static let pauseAfterFailure = Duration.seconds(1)

    private let socket: FileDescriptor
    private let path: String
    private let accepted: (FileDescriptor) -> Void
    private var watch: Watch?
    private let newcomers: PatientGroup
    private var retry: LoopTimer?
    /// Whether the file at `path` is ours: `deinit` also runs when `init` throws.
    private var isBound = false

    /// A socket file that nobody listens on any more is replaced; anything else at `path` is left alone (`EADDRINUSE`).
    /// - Parameters:
    ///   - mode: who may connect, as the file's permissions have it (unix(7): connecting needs leave to write).
    ///   - accepted: each connection, non-blocking.
    package init(
        path: String, kind: UnixSocket.Kind, mode: mode_t = 0o600, loop: EventLoop,
        accepted: @escaping (FileDescriptor) -> Void
    ) throws(SystemError) {
        self.path = path
        self.accepted = accepted
        newcomers = try PatientGroup(loop: loop)
        socket = try UnixSocket.make(kind)
        guard let address = UnixAddress(path: path) else { throw SystemError(call: "bind", code: ENAMETOOLONG) }
        if Self.isSocket(path), Self.isAbandoned(path, kind) { unlink(path) }
        try Self.bind(socket, address, mode)
        isBound = true
        let raw = socket.raw
        try SystemCall.run("listen") { listen(raw, SOMAXCONN) }
        watch = try loop.watch(raw, for: .readable, among: newcomers) { [weak self, loop] _ in
            self?.acceptOne(loop.now)
        }
        retry = loop.makeTimer { [weak self] _ in self?.watch?.setInterest(.readable) }
    }

    deinit {
        watch?.cancel()
        retry?.deadline = nil
        if isBound { unlink(path) }
    }

    private func acceptOne(_ now: Instant) {
        let raw = socket.raw
        let outcome: SystemCall.Outcome<CInt>
        do throws(SystemError) {
            outcome = try SystemCall.attempt("accept") { accept(raw, nil, nil) }
        } catch {
            // Without a descriptor or memory left it stays ready, and nothing comes of asking again at once.
            watch?.setInterest([])
            retry?.deadline = now + Self.pauseAfterFailure
            return
        }
        guard case .done(let other) = outcome else { return }
        // accept4 would set both at once, but Swift's Glibc does not carry it; this program has one thread, which starts
        // no other program in between.
        _ = fcntl(other, F_SETFD, FD_CLOEXEC)
        _ = fcntl(other, F_SETFL, O_NONBLOCK)
        accepted(FileDescriptor(owning: other))
    }

    private static func isSocket(_ path: String) -> Bool {
        var information = stat()
        return lstat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFSOCK
    }

    private static func isAbandoned(_ path: String, _ kind: UnixSocket.Kind) -> Bool {
        do throws(SystemError) {
            _ = try UnixSocket.connected(to: path, kind)
            return false
        } catch { return error.code == ECONNREFUSED }
    }

    /// The kernel gives the node the mode of the socket's own inode less the mask (`unix_bind`), so at no moment may others connect. The
    /// mask takes nothing from the owner: other threads, as tests have them, make private directories meanwhile.
    private static func bind(_ socket: FileDescriptor, _ address: UnixAddress, _ mode: mode_t) throws(SystemError) {
        try SystemCall.run("fchmod") { fchmod(socket.raw, mode) }
        let mask = umask(0o077 & ~mode)
        defer { umask(mask) }
        try SystemCall.run("bind") { address.withPointer { Glibc.bind(socket.raw, $0, $1) } }
    }
}
