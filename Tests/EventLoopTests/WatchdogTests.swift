// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc
import Testing

/// How a child process ended.
private enum Ending: Equatable {
    case exited(CInt)
    case killed(by: CInt)
}

@Suite("The watchdog")
struct WatchdogTests {
    @Test(
        "a process at stake ends when its loop stands still, and goes on otherwise",
        arguments: [
            ("hang", Ending.exited(Watchdog.exitCode)),
            ("hang-deaf", .killed(by: SIGKILL)),
            ("stopped", .killed(by: SIGKILL)),
            ("turns", .exited(0)),
            ("hang-with-nothing-at-stake", .exited(0)),
            ("idle", .exited(0)),
        ])
    fileprivate func ending(mode: String, expected: Ending) throws {
        let marker = try TemporaryFile()
        #expect(try runChild([mode, marker.path]) == expected)
        #expect(marker.isEmpty == (mode != "hang"))
    }

    @Test("the handler puts the terminal back as it was")
    func terminal() throws {
        var ends: (controlling: CInt, terminal: CInt) = (0, 0)
        var name = [CChar](repeating: 0, count: 64)
        try SystemCall.run("openpty") { openpty(&ends.controlling, &ends.terminal, &name, nil, nil) }
        let controlling = FileDescriptor(owning: ends.controlling)
        let terminal = FileDescriptor(owning: ends.terminal)
        defer { withExtendedLifetime(controlling) {} }
        let path = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let marker = try TemporaryFile()
        #expect(try runChild(["hang", marker.path, path]) == .exited(Watchdog.exitCode))
        var settings = termios()
        tcgetattr(terminal.raw, &settings)
        #expect(settings.c_lflag & tcflag_t(ECHO) != 0)
    }
}

/// An empty file that goes with this object.
private final class TemporaryFile {
    let path: String

    init() throws {
        var template = Array("/tmp/watchdog-marker-XXXXXX\0".utf8CString)
        let descriptor = FileDescriptor(owning: mkstemp(&template))
        path = try #require(String(validating: template.dropLast(2).map { UInt8(bitPattern: $0) }, as: UTF8.self))
        _ = descriptor
    }

    deinit { unlink(path) }

    var isEmpty: Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_size == 0
    }
}

/// Runs the child that lies beside the test bundle and waits for its end.
private func runChild(_ arguments: [String]) throws -> Ending {
    var buffer = [CChar](repeating: 0, count: 4096)
    let length = readlink("/proc/self/exe", &buffer, buffer.count)
    let bundle = String(decoding: buffer.prefix(max(0, length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let directory = bundle[..<(try #require(bundle.lastIndex(of: "/")))]
    let path = "\(directory)/watchdog-child"
    var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var process = pid_t()
    try #require(posix_spawn(&process, path, nil, nil, &words, environ) == 0)
    var status: CInt = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    // As WIFEXITED, WEXITSTATUS and WTERMSIG do, which are macros.
    return status & 0x7f == 0 ? .exited(status >> 8 & 0xff) : .killed(by: status & 0x7f)
}
