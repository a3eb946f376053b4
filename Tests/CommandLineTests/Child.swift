// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc
import Testing

/// A run of the program that lies beside the test bundle, with its output in a pipe and nothing to read.
struct Child {
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
