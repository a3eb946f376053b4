// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc

extension AccessFacts {
    /// Asks the system about `devnode` without opening it: opening has side effects in some drivers.
    init(reading devnode: String) {
        var status = stat()
        exists = stat(devnode, &status) == 0
        self.devnode = devnode
        mayRead = faccessat(AT_FDCWD, devnode, R_OK, AT_EACCESS) == 0
        mayWrite = faccessat(AT_FDCWD, devnode, W_OK, AT_EACCESS) == 0
        mode = status.st_mode
        // Names explain why a device cannot be read; where it can, nobody asks, and looking them up may take time (LDAP).
        let isExplained = exists && !mayRead
        let entry = isExplained ? getgrgid(status.st_gid) : nil
        user = isExplained ? Self.userName : ""
        group = entry.map { String(cString: $0.pointee.gr_name) } ?? "\(status.st_gid)"
        userIsInGroup = Self.members(of: entry).contains(user)
        processIsInGroup = getegid() == status.st_gid || Self.processGroups.contains(status.st_gid)
    }

    private static var userName: String {
        getpwuid(geteuid()).map { String(cString: $0.pointee.pw_name) } ?? "\(geteuid())"
    }

    private static var processGroups: [gid_t] {
        var groups = [gid_t](repeating: 0, count: max(0, Int(getgroups(0, nil))))
        let count = getgroups(CInt(groups.count), &groups)
        return Array(groups.prefix(max(0, Int(count))))
    }

    private static func members(of entry: UnsafeMutablePointer<group>?) -> [String] {
        guard var member = entry?.pointee.gr_mem else { return [] }
        var names: [String] = []
        while let name = member.pointee {
            names.append(String(cString: name))
            member += 1
        }
        return names
    }
}
