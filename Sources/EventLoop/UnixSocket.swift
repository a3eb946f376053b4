// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Unix sockets of the file system, non-blocking and closed on exec.
package enum UnixSocket {
    /// What is sent over it.
    package enum Kind {
        /// A stream of bytes.
        case stream
        /// Whole packets (`SOCK_SEQPACKET`).
        case packets
    }

    package static func make(_ kind: Kind) throws(SystemError) -> FileDescriptor {
        let base = kind == .stream ? SOCK_STREAM : SOCK_SEQPACKET
        let type = CInt(base.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        return FileDescriptor(owning: try SystemCall.run("socket") { socket(AF_UNIX, type, 0) })
    }

    /// Connects to whoever listens at `path`. It works at once or fails: `ENOENT`, `ECONNREFUSED` where nobody listens, `EAGAIN`
    /// where too many wait already (unix(7)).
    package static func connected(to path: String, _ kind: Kind) throws(SystemError) -> FileDescriptor {
        guard let address = UnixAddress(path: path) else { throw SystemError(call: "connect", code: ENAMETOOLONG) }
        let socket = try make(kind)
        try SystemCall.run("connect") { address.withPointer { connect(socket.raw, $0, $1) } }
        return socket
    }
}
