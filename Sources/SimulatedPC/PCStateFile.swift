// SPDX-License-Identifier: GPL-3.0-or-later
package import EventLoop
import Glibc
package import PCProtocol

/// The paired devices of a simulated PC, so that one that is started again knows its remotes. Readable by its user alone:
/// there are tokens in it.
package struct PCStateFile: Sendable {
    package enum Problem: Error, Hashable, Sendable {
        case system(SystemError)
        /// Not what this program writes.
        case unreadable
    }

    static let version: Int64 = 1

    package let path: String

    package init(path: String) { self.path = path }

    /// Empty when there is no file yet.
    package func load() throws(Problem) -> [String: PairedDevice] {
        let bytes: [UInt8]
        do { bytes = try read() } catch {
            if error.code == ENOENT { return [:] }
            throw .system(error)
        }
        guard let members = try? JSONValue(parsing: bytes).members, members["version"] == .integer(Self.version),
            let devices = members["devices"]?.members
        else { throw .unreadable }
        var paired: [String: PairedDevice] = [:]
        for (id, value) in devices {
            guard let name = value.members?["name"]?.text,
                let token = value.members?["token"]?.text.flatMap(PairingToken.init)
            else { throw .unreadable }
            paired[id] = PairedDevice(name: name, token: token)
        }
        return paired
    }

    /// Replaces the file as a whole: it is the old one or the new one, whenever the power goes.
    package func save(_ paired: [String: PairedDevice]) throws(Problem) {
        let devices = paired.mapValues { device in
            JSONValue.object(["name": .string(device.name), "token": .string(device.token.revealed)])
        }
        let json = JSONValue.object(["version": .integer(Self.version), "devices": .object(devices)])
        do { try write(json.encoded()) } catch { throw .system(error) }
    }

    private func read() throws(SystemError) -> [UInt8] {
        let file = try FileDescriptor(path: path, flags: O_RDONLY)
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4_096)
        while bytes.count <= JSONValue.byteLimit {
            let count = try SystemCall.run("read") { Glibc.read(file.raw, &chunk, chunk.count) }
            guard count > 0 else { break }
            bytes += chunk[..<count]
        }
        return bytes
    }

    private func write(_ bytes: [UInt8]) throws(SystemError) {
        let temporary = path + ".new"
        unlink(temporary)
        let file = try FileDescriptor(path: temporary, flags: O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = Array(rest)
            rest = rest.dropFirst(try SystemCall.run("write") { Glibc.write(file.raw, part, part.count) })
        }
        try SystemCall.run("fsync") { fsync(file.raw) }
        try SystemCall.run("rename") { rename(temporary, path) }
    }
}
