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

    @Test("a closed output cannot be written to, which is said; the other two may be closed")
    func closedFiles() throws {
        let child = try Child(["version"], withTalk: true, without: [STDOUT_FILENO])
        #expect(try child.readToEnd().contains("could not be written"))
        #expect(try child.wait() == .exited(1))
        #expect(try Child(["version"], without: [STDIN_FILENO, STDERR_FILENO]).wait() == .exited(0))
        #expect(try Child(["version"], without: [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]).wait() == .exited(1))
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

    @Test("a terminal that is gone ends it as its signal does, whatever was noticed first")
    func terminalGone() throws {
        var terminal = try Pipe.terminal()
        let child = try Child(
            ["forward", "Profiles/two-switch-box.yaml", "--pc", "simulated", "--json"], input: terminal)
        #expect(try child.reads(#""event":"choosePCProfile""#))
        terminal.closeReading()
        terminal.closeWriting()
        #expect(try child.wait() == .killed(by: SIGHUP))
    }

    @Test("with the PC within the program nobody is shown a code or warned of listeners")
    func simulatedPairing() throws {
        let input = try Pipe()
        let child = try Child(["forward", "Profiles/two-switch-box.yaml", "--pc", "simulated", "--json"], input: input)
        var text = ""
        while !text.contains(#""event":"choosePCProfile""#) {
            let line = try child.readLine()
            guard !line.isEmpty else { break }
            text += line
        }
        #expect(text.contains(#""event":"paired""#))
        #expect(!text.contains("pairingCode") && !text.contains("pairingNeeded"))
        child.send(SIGTERM)
        #expect(try child.wait() == .killed(by: SIGTERM))
    }

    private static func socketPath() -> String {
        "/tmp/switchbridge-test-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
    }
}
