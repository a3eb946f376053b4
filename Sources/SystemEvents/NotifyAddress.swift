// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc

/// Where a service manager listens (sd_notify(3), `NOTIFY_SOCKET`): the path of a datagram socket, or "@" and an abstract name.
struct NotifyAddress {
    private var address = sockaddr_un()
    private let length: socklen_t

    /// Nil for what is neither.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard let first = bytes.first, first == UInt8(ascii: "/") || first == UInt8(ascii: "@"), bytes.count > 1,
            bytes.count < MemoryLayout.size(ofValue: address.sun_path), !bytes.contains(0)
        else { return nil }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) {
            $0.copyBytes(from: bytes)
            // An abstract name begins with a NUL, and its length counts (unix(7)).
            if first == UInt8(ascii: "@") { $0[0] = 0 }
        }
        let offset = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 0
        length = socklen_t(offset + bytes.count + (first == UInt8(ascii: "/") ? 1 : 0))
    }

    static func makeSocket() throws(SystemError) -> FileDescriptor {
        let type = CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_NONBLOCK.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
        return FileDescriptor(owning: try SystemCall.run("socket") { Glibc.socket(AF_UNIX, type, 0) })
    }

    func send(_ text: String, over socket: FileDescriptor) throws(SystemError) -> SystemCall.Outcome<Int> {
        let bytes = Array(text.utf8)
        return try SystemCall.attempt("sendto") {
            withUnsafePointer(to: address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    sendto(socket.raw, bytes, bytes.count, CInt(MSG_NOSIGNAL), $0, length)
                }
            }
        }
    }
}
