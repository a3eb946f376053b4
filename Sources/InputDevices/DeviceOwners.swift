// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
package import Glibc

/// Which other programs have a node open. /proc does not show who holds the grab, but hardly anyone opens a device
/// without a reason; other users' processes show only to root.
package enum DeviceOwners {
    /// No more names than a sentence can hold.
    private static let nameLimit = 3

    /// Such as "evsieve, Xorg"; nil when nobody shows. `procfs` is "/proc" but for tests.
    package static func names(of devnode: String, procfs: String = "/proc", except own: pid_t = getpid()) -> String? {
        let processes = DirectoryEntries.names(in: procfs).filter { pid_t($0).map { $0 != own } ?? false }
        let names = processes.lazy
            .filter { process in holds(devnode, "\(procfs)/\(process)/fd") }
            .compactMap { process in name("\(procfs)/\(process)/comm") }
            .prefix(nameLimit)
        return names.isEmpty ? nil : Set(names).sorted().joined(separator: ", ")
    }

    private static func holds(_ devnode: String, _ directory: String) -> Bool {
        DirectoryEntries.names(in: directory).contains { target("\(directory)/\($0)") == devnode }
    }

    private static func target(_ link: String) -> String? {
        bytes { readlink(link, $0, $1) }
    }

    /// The kernel's short name of a process, at most 15 bytes and a line feed.
    private static func name(_ file: String) -> String? {
        let descriptor = open(file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return bytes { read(descriptor, $0, $1) }?.split(separator: "\n").first.map(String.init)
    }

    /// The text that `fill` puts into a buffer; it returns how many bytes it put there.
    private static func bytes(_ fill: (UnsafeMutablePointer<CChar>, Int) -> Int) -> String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4096) { buffer in
            guard let start = buffer.baseAddress else { return nil }
            let count = fill(start, buffer.count)
            return count > 0 ? String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self) : nil
        }
    }
}
