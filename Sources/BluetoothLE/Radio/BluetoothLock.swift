// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc

/// Keeps two runs of this program from using Bluetooth at once: the one would end the other's link as left over. It is a
/// name in the abstract namespace (unix(7)), so it goes with the process, however that ends, and holds for all users.
struct BluetoothLock {
    static let name = "switchbridge-bluetooth"
    private let socket: FileDescriptor

    /// Nil when another run holds it.
    init?(name: String = Self.name) throws(SystemError) {
        let type = CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
        socket = FileDescriptor(owning: try SystemCall.run("socket") { Glibc.socket(AF_UNIX, type, 0) })
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        // The first byte stays zero: that makes the name abstract.
        withUnsafeMutableBytes(of: &address.sun_path) { place in
            UnsafeMutableRawBufferPointer(rebasing: place[1...]).copyBytes(from: name.utf8.prefix(place.count - 1))
        }
        let size = socklen_t(MemoryLayout<sa_family_t>.size + 1 + name.utf8.count)
        do throws(SystemError) {
            try withUnsafePointer(to: &address) { pointer throws(SystemError) in
                try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic throws(SystemError) in
                    _ = try SystemCall.run("bind") { bind(socket.raw, generic, size) }
                }
            }
        } catch {
            guard error.code == EADDRINUSE else { throw error }
            return nil
        }
    }
}
