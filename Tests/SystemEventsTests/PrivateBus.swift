// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc
import RealSystem
import SwitchCore
import Testing

/// A message bus of the test's own: dbus-daemon in an empty directory.
final class PrivateBus {
    static let program = "/usr/bin/dbus-daemon"
    static var isInstalled: Bool { access(program, X_OK) == 0 }
    static let needed: Comment = "needs \(program) (Debian's package dbus-daemon)"

    let address: String
    private let directory: TemporaryDirectory
    private var process: OtherProgram?

    init() throws {
        directory = try TemporaryDirectory()
        address = "unix:path=\(directory.path)/bus"
        let configuration = """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
              "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig>
              <type>system</type><listen>\(address)</listen>
              <policy context="default">
                <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
              </policy>
            </busconfig>
            """
        try directory.put(configuration, at: "configuration")
    }

    /// Returns once it listens: it says its address then.
    func start() throws {
        let (reading, writing) = try Self.pipe()
        process = try OtherProgram(
            [Self.program, "--config-file=\(directory.path)/configuration", "--nofork", "--print-address=3"],
            // It says on the other one that it may not raise its limits.
            files: [3: .given(writing), STDERR_FILENO: .opened("/dev/null", flags: O_WRONLY)])
        var buffer = [UInt8](repeating: 0, count: 256)
        _ = try buffer.withUnsafeMutableBytes { try reading.read(into: $0) }
    }

    /// Both ends, which no child keeps.
    static func pipe() throws -> (reading: FileDescriptor, writing: FileDescriptor) {
        var ends: [CInt] = [-1, -1]
        try #require(Glibc.pipe(&ends) == 0)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (FileDescriptor(owning: ends[0]), FileDescriptor(owning: ends[1]))
    }

    func stop() { process = nil }
}

struct LoopBench: InRealTime {
    let loop: EventLoop

    init() throws { loop = try EventLoop() }
}
