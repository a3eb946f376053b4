// SPDX-License-Identifier: GPL-3.0-or-later
package import EventLoop
package import Glibc

/// An empty private directory that goes with this object, and everything in it.
package final class TemporaryDirectory {
    package let path: String

    package init(in parent: String = "/tmp") throws(SystemError) {
        var template = Array("\(parent)/switchbridge-test-XXXXXX".utf8CString)
        try SystemCall.run("mkdtemp") { mkdtemp(&template) == nil ? -1 : 0 }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit { Self.remove(path) }

    // MARK: Files, by their names within it

    package func put(_ text: String, at name: String, mode: mode_t = 0o600) throws(SystemError) {
        try put(Array(text.utf8), at: name, mode: mode)
    }

    package func put(_ bytes: [UInt8], at name: String, mode: mode_t = 0o600) throws(SystemError) {
        let file = try FileDescriptor(path: "\(path)/\(name)", flags: O_WRONLY | O_CREAT | O_TRUNC)
        try SystemCall.run("write") { write(file.raw, bytes, bytes.count) }
        try SystemCall.run("fchmod") { fchmod(file.raw, mode) }
    }

    /// Nil where it cannot be read.
    package func text(at name: String) -> String? {
        guard let file = try? FileDescriptor(path: "\(path)/\(name)", flags: O_RDONLY) else { return nil }
        var bytes = [UInt8](repeating: 0, count: 1 << 22)
        let count = read(file.raw, &bytes, bytes.count)
        return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    package func mode(of name: String) -> mode_t {
        var status = stat()
        return lstat("\(path)/\(name)", &status) == 0 ? status.st_mode & 0o777 : 0
    }

    /// What a directory within it holds, in order.
    package func names(in name: String) -> [String] { DirectoryEntries.names(in: "\(path)/\(name)") }

    private static func remove(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            unlink(path)
            return
        }
        for name in DirectoryEntries.names(in: path) { remove("\(path)/\(name)") }
        rmdir(path)
    }
}
