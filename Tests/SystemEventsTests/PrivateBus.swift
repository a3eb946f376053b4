// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc
import SwitchCore
import Testing

/// A message bus of the test's own: dbus-daemon in an empty directory.
final class PrivateBus {
    static let program = "/usr/bin/dbus-daemon"
    static var isInstalled: Bool { access(program, X_OK) == 0 }
    static let needed: Comment = "needs \(program) (Debian's package dbus-daemon)"

    let address: String
    private let directory: String
    private var process: pid_t = 0

    init() throws {
        var template = Array("/tmp/switchbridge-bus-XXXXXX".utf8CString)
        directory = String(cString: try #require(mkdtemp(&template)))
        address = "unix:path=\(directory)/bus"
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
        let file = try FileDescriptor(path: "\(directory)/configuration", flags: O_WRONLY | O_CREAT)
        let bytes = Array(configuration.utf8)
        _ = try bytes.withUnsafeBytes { try file.write($0) }
    }

    deinit {
        stop()
        unlink("\(directory)/bus")
        unlink("\(directory)/configuration")
        rmdir(directory)
    }

    /// Returns once it listens: it says its address then.
    func start() throws {
        let (reading, writing) = try Self.pipe()
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, writing.raw, 3)
        // It says there that it may not raise its limits.
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        let words = ["dbus-daemon", "--config-file=\(directory)/configuration", "--nofork", "--print-address=3"]
        var pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        try #require(posix_spawn(&process, Self.program, &actions, nil, &pointers, environ) == 0)
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

    func stop() {
        guard process > 0 else { return }
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
        process = 0
    }
}

/// A loop in real time. Nothing is measured by its patience.
struct LoopBench {
    struct TimedOut: Error { var awaited: String }

    private static let patience = Duration.seconds(30)

    let loop: EventLoop

    init() throws { loop = try EventLoop() }

    func wait(for awaited: String, until condition: () -> Bool) throws {
        let end = EventLoop.readClock().instant + Self.patience
        let timer = loop.makeTimer { _ in }
        timer.deadline = end
        defer { timer.deadline = nil }
        while !condition() {
            guard EventLoop.readClock().instant < end else { throw TimedOut(awaited: awaited) }
            try loop.turn()
        }
    }
}
