// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc
import RealSystem
import Testing

/// A run of the program, or of one made for the tests, that lies beside the test bundle, with its output in a pipe and nothing to read.
struct Child {
    enum Ending: Equatable {
        case exited(CInt)
        case killed(by: CInt)
    }

    private let process: pid_t
    private var output: Pipe

    /// - Parameters:
    ///   - input: what it reads; nil gives it nothing.
    ///   - environment: variables that it gets besides ours.
    ///   - withTalk: what it says beside its results comes with them.
    ///   - closed: which of its first three descriptors it does not get.
    init(
        _ arguments: [String], program: String = "switchbridge", input: Pipe? = nil,
        environment: [String: String] = [:], withTalk: Bool = false,
        without closed: [CInt] = []
    ) throws {
        output = try Pipe()
        let writing = try #require(output.writing)
        let null = try FileDescriptor(path: "/dev/null", flags: O_RDWR)
        let files: [CInt: OtherProgram.File] = [
            STDIN_FILENO: .given(input?.reading ?? null), STDOUT_FILENO: .given(writing),
            STDERR_FILENO: .given(withTalk ? writing : null),
        ]
        let closings = closed.map { " \($0)>&-" }.joined()
        let shell = closed.isEmpty ? [] : ["/bin/sh", "-c", "exec \"$0\" \"$@\"\(closings)"]
        process = try OtherProgram.start(
            shell + [Self.path(of: program)] + arguments, files: files, adding: environment)
        output.closeWriting()
    }

    private static func path(of program: String) throws -> String {
        var buffer = [CChar](repeating: 0, count: 4096)
        let length = readlink("/proc/self/exe", &buffer, buffer.count)
        let bundle = String(decoding: buffer.prefix(max(0, length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return "\(bundle[..<(try #require(bundle.lastIndex(of: "/")))])/\(program)"
    }

    mutating func closeOutput() { output.closeReading() }

    func readToEnd() throws -> String { try output.readToEnd() }

    func readLine() throws -> String { try output.readLine() }

    /// Reads lines until one contains `text`; false when it ends before.
    func reads(_ text: String) throws -> Bool {
        while true {
            let lines = try output.readLine()
            if lines.contains(text) { return true }
            if lines.isEmpty { return false }
        }
    }

    func send(_ signal: CInt) { kill(process, signal) }

    /// Waits until a signal has stopped it; false when it has ended instead.
    func hasStopped() throws -> Bool {
        var information = siginfo_t()
        try SystemCall.run("waitid") {
            waitid(P_PID, id_t(process), &information, WSTOPPED | WEXITED | WNOWAIT)
        }
        return information.si_code == CLD_STOPPED
    }

    func wait() throws -> Ending {
        var status: CInt = 0
        try SystemCall.run("waitpid") { waitpid(process, &status, 0) }
        // As WIFEXITED, WEXITSTATUS and WTERMSIG do, which are macros.
        return status & 0x7f == 0 ? .exited(status >> 8 & 0xff) : .killed(by: status & 0x7f)
    }
}
