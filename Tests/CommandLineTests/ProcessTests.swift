// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc
import PCProtocol
import Testing

/// The program as others meet it: as a process.
@Suite("The program as a process")
struct ProcessTests {
    @Test("results go to the output, and the exit code is the documented one")
    func exitCodes() throws {
        #expect(try Child(["version"]).wait() == .exited(0))
        #expect(try Child(["nonsense"]).wait() == .exited(2))
        #expect(try Child(["profile", "check", "/nonexistent.yaml"]).wait() == .exited(5))
        let child = try Child(["version", "--json"])
        let text = try child.readToEnd()
        #expect(try JSONValue(parsing: Array(text.utf8)).members?["protocol"]?.exactInteger == 1)
        #expect(try child.wait() == .exited(0))
    }

    @Test("nothing coloured goes into a pipe")
    func pipeWithoutColour() throws {
        #expect(!(try Child(["profile", "check", "/nonexistent.yaml"]).readToEnd()).contains("\u{1B}"))
    }

    @Test("a reader that has seen enough ends it quietly")
    func brokenPipe() throws {
        var child = try Child(["simulated-pc", "--listen", Self.socketPath(), "--json"])
        #expect(try child.readLine().contains("listening"))
        child.closeOutput()
        #expect(try child.wait() == .killed(by: SIGPIPE))
    }

    @Test("signals end it in order: the socket is gone, and the shell sees the signal", arguments: [SIGINT, SIGTERM])
    func signals(signal: CInt) throws {
        let path = Self.socketPath()
        let child = try Child(["simulated-pc", "--listen", path])
        #expect(try child.readLine().contains("listening"))
        #expect(access(path, F_OK) == 0)
        child.send(signal)
        #expect(try child.wait() == .killed(by: signal))
        #expect(access(path, F_OK) != 0)
    }

    private static func socketPath() -> String {
        "/tmp/switchbridge-test-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
    }
}

/// A run of the program that lies beside the test bundle, with its output in a pipe and nothing to read.
private struct Child {
    enum Ending: Equatable {
        case exited(CInt)
        case killed(by: CInt)
    }

    private let process: pid_t
    private var output: Pipe

    init(_ arguments: [String]) throws {
        output = try Pipe()
        let writing = try #require(output.writing)
        let null = try FileDescriptor(path: "/dev/null", flags: O_RDWR)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, null.raw, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, writing.raw, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, null.raw, STDERR_FILENO)
        let path = try Self.programPath()
        var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var process = pid_t()
        try #require(posix_spawn(&process, path, &actions, nil, &words, environ) == 0)
        self.process = process
        output.closeWriting()
    }

    private static func programPath() throws -> String {
        var buffer = [CChar](repeating: 0, count: 4096)
        let length = readlink("/proc/self/exe", &buffer, buffer.count)
        let bundle = String(decoding: buffer.prefix(max(0, length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return "\(bundle[..<(try #require(bundle.lastIndex(of: "/")))])/switchbridge"
    }

    mutating func closeOutput() { output.closeReading() }

    func readToEnd() throws -> String { try output.readToEnd() }

    func readLine() throws -> String { try output.readLine() }

    func send(_ signal: CInt) { kill(process, signal) }

    func wait() throws -> Ending {
        var status: CInt = 0
        try SystemCall.run("waitpid") { waitpid(process, &status, 0) }
        // As WIFEXITED, WEXITSTATUS and WTERMSIG do, which are macros.
        return status & 0x7f == 0 ? .exited(status >> 8 & 0xff) : .killed(by: status & 0x7f)
    }
}
