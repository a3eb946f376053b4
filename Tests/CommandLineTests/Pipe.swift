// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc
import Testing

/// Both ends of a pipe. A named one, whose name is gone again: opened so, neither end leaks into a child that another
/// test starts at this moment.
struct Pipe {
    private(set) var reading: FileDescriptor?
    private(set) var writing: FileDescriptor?

    init() throws {
        let path = "/tmp/switchbridge-pipe-\(getpid())-\(UInt64.random(in: 0...UInt64.max))"
        try SystemCall.run("mkfifo") { mkfifo(path, 0o600) }
        defer { unlink(path) }
        // Opening the one end waits for the other, but for this flag.
        let reading = try FileDescriptor(path: path, flags: O_RDONLY | O_NONBLOCK)
        writing = try FileDescriptor(path: path, flags: O_WRONLY)
        try SystemCall.run("fcntl") { fcntl(reading.raw, F_SETFL, 0) }
        self.reading = reading
        signal(SIGPIPE, SIG_IGN)
    }

    mutating func closeReading() { reading = nil }
    mutating func closeWriting() { writing = nil }

    /// What is in the pipe now.
    func readWaiting() throws -> String {
        var waiting: CInt = 0
        return try read { _ in
            let raw = reading?.raw ?? -1
            return ioctl(raw, UInt(FIONREAD), &waiting) != 0 || waiting == 0
        }
    }

    func readToEnd() throws -> String { try read { _ in false } }

    func readLine() throws -> String { try read { $0.last == UInt8(ascii: "\n") } }

    private func read(until isEnough: ([UInt8]) -> Bool) throws -> String {
        let reading = try #require(reading)
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while !isEnough(text) {
            let outcome = try buffer.withUnsafeMutableBytes { try reading.read(into: $0) }
            guard case .done(let count) = outcome, count > 0 else { break }
            text += buffer[..<count]
        }
        return String(decoding: text, as: UTF8.self)
    }
}
