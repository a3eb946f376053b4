// SPDX-License-Identifier: GPL-3.0-or-later
package import Glibc

/// The address of a Unix socket in the file system.
package struct UnixAddress {
    private var address = sockaddr_un()

    /// Nil for an empty path, one with a NUL, or one longer than the 107 bytes that fit (unix(7)).
    package init?(path: String) {
        let bytes = Array(path.utf8)
        let room = MemoryLayout.size(ofValue: address.sun_path)
        guard !bytes.isEmpty, bytes.count < room, !bytes.contains(0) else { return nil }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    }

    /// Calls `body` with what bind(2) and connect(2) take.
    package func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
