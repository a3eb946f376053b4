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

    /// A terminal that a child can have: what is written can be read on it, and it is gone when `writing` is closed.
    static func terminal() throws -> Pipe {
        let master = try FileDescriptor(path: "/dev/ptmx", flags: O_RDWR | O_NOCTTY)
        // As unlockpt(3) and ptsname(3) do, which Swift does not see: TIOCSPTLCK and TIOCGPTN of asm-generic/ioctls.h.
        var isLocked: CInt = 0
        var number: CUnsignedInt = 0
        try SystemCall.run("TIOCSPTLCK") { ioctl(master.raw, 0x4004_5431, &isLocked) }
        try SystemCall.run("TIOCGPTN") { ioctl(master.raw, 0x8004_5430, &number) }
        let slave = try FileDescriptor(path: "/dev/pts/\(number)", flags: O_RDWR | O_NOCTTY)
        return Pipe(reading: slave, writing: master)
    }

    private init(reading: FileDescriptor, writing: FileDescriptor) {
        self.reading = reading
        self.writing = writing
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
