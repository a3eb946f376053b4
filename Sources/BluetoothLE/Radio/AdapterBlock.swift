// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc

/// What rfkill says of an adapter (Linux, Documentation/ABI/stable/sysfs-class-rfkill).
enum AdapterBlock {
    /// By a program or setting (`soft`) or by a switch of the box (`hard`). An adapter that cannot be blocked has neither file.
    static func isBlocked(_ index: UInt16, at root: String = "/sys/class/bluetooth") -> Bool {
        var found = glob_t()
        defer { globfree(&found) }
        guard glob("\(root)/hci\(index)/rfkill*/{soft,hard}", GLOB_BRACE, nil, &found) == 0 else { return false }
        return (0..<Int(found.gl_pathc)).contains { number in
            found.gl_pathv[number].map { isSet($0) } ?? false
        }
    }

    /// One that has gone in the meantime blocks nothing.
    static func isSet(_ path: UnsafePointer<CChar>) -> Bool {
        guard let raw = try? SystemCall.run("open", { open(path, O_RDONLY | O_CLOEXEC) }) else { return false }
        let file = FileDescriptor(owning: raw)
        var digit: UInt8 = 0
        return read(file.raw, &digit, 1) == 1 && digit == UInt8(ascii: "1")
    }
}
