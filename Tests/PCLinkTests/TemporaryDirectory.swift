// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

@testable import PCLink

/// A place for files that goes with this object.
final class TemporaryDirectory {
    let path: String

    init() throws {
        var template = Array("/tmp/switchbridge-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Failed(code: errno) }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    struct Failed: Error { let code: CInt }

    deinit { remove(path) }

    /// The private directory within.
    var statePath: String { path + "/state" }

    func state() throws -> StateDirectory { try StateDirectory(path: statePath) }

    func put(_ text: String, at name: String, mode: mode_t = 0o600) {
        let file = open(path + "/" + name, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        _ = write(file, text, text.utf8.count)
        close(file)
        chmod(path + "/" + name, mode)
    }

    func text(at name: String) -> String? {
        let file = open(path + "/" + name, O_RDONLY)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 22)
        let count = read(file, &bytes, bytes.count)
        return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    func mode(of name: String) -> mode_t {
        var status = stat()
        return lstat(path + "/" + name, &status) == 0 ? status.st_mode & 0o777 : 0
    }

    func names(in name: String = "state") -> [String] { Self.names(path + "/" + name) }

    private static func names(_ path: String) -> [String] {
        guard let directory = opendir(path) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    private func remove(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            unlink(path)
            return
        }
        for name in Self.names(path) { remove(path + "/" + name) }
        rmdir(path)
    }
}
