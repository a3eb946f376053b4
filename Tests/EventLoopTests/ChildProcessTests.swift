// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc
import Testing

@Suite("Another program")
struct ChildProcessTests {
    /// Runs a shell and returns how it ended, and what it wrote.
    private func run(
        _ script: String, _ environment: [String: String] = [:], then act: ((ChildProcess) -> Void)? = nil
    ) throws -> (status: CInt, output: String) {
        let loop = try EventLoop()
        var ends: [CInt] = [-1, -1]
        try SystemCall.run("pipe") { pipe(&ends) }
        let (input, output) = (FileDescriptor(owning: ends[0]), FileDescriptor(owning: ends[1]))
        let null = try FileDescriptor(path: "/dev/null", flags: O_RDWR)
        var status: CInt?
        let child = try ChildProcess(
            "/bin/sh", ["sh", "-c", script], environment, [null.raw, output.raw, output.raw], loop: loop
        ) {
            status = $0
            loop.stop()
        }
        act?(child)
        try loop.run()
        var buffer = [UInt8](repeating: 0, count: 4096)
        _ = fcntl(input.raw, F_SETFL, O_NONBLOCK)
        let count = read(input.raw, &buffer, buffer.count)
        return (try #require(status), String(decoding: buffer.prefix(max(0, count)), as: UTF8.self))
    }

    @Test("its end comes as a shell counts it", arguments: [("exit 0", 0), ("exit 7", 7), ("kill -TERM $$", 143)])
    func ending(script: String, status: CInt) throws {
        #expect(try run(script).status == status)
    }

    @Test("it has the environment that it is given, and no other")
    func environment() throws {
        #expect(try run("echo $A ${HOME-none}", ["A": "b"]).output == "b none\n")
    }

    @Test("a signal ends it, though this process blocks that signal")
    func signal() throws {
        #expect(try run("sleep 60", [:]) { $0.signal(SIGTERM) }.status == 143)
    }
}
