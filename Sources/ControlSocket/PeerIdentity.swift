// SPDX-License-Identifier: GPL-3.0-or-later
import CLinux
import EventLoop
import Glibc

/// Who is at the other end of a Unix socket, as the kernel noted when it connected (unix(7), SO_PEERCRED, SO_PEERGROUPS).
package struct PeerIdentity: Hashable, Sendable {
    /// As many groups as Linux lets a process have (NGROUPS_MAX).
    private static let groupLimit = 65_536

    package let pid: Int32
    package let uid: UInt32
    /// Its own group and all others that it is in.
    package let groups: Set<UInt32>

    init(of socket: CInt) throws(SystemError) {
        var peer = switchbridge_peer()
        try SystemCall.run("getsockopt") { switchbridge_peer_of(socket, &peer) }
        pid = peer.pid
        uid = peer.uid
        groups = Self.groups(of: socket).union([peer.gid])
    }

    init(pid: Int32, uid: UInt32, groups: Set<UInt32>) {
        self.pid = pid
        self.uid = uid
        self.groups = groups
    }

    private static func groups(of socket: CInt) -> Set<UInt32> {
        var groups = [gid_t](repeating: 0, count: 64)
        while groups.count <= groupLimit {
            let count = switchbridge_peer_groups(socket, &groups, CUnsignedInt(groups.count))
            if count >= 0 { return Set(groups.prefix(Int(count))) }
            // ERANGE: there are more.
            guard errno == ERANGE else { return [] }
            groups = [gid_t](repeating: 0, count: groups.count * 4)
        }
        return []
    }

    /// Whether it is the system's administrator or the daemon's own user.
    package func isTrusted(ownUID: UInt32) -> Bool { uid == 0 || uid == ownUID }
}
