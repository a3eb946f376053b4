// SPDX-License-Identifier: GPL-3.0-or-later
import CLinux
import Glibc

/// Another program, started by this one, whose end comes as an event.
package final class ChildProcess {
    private let pid: pid_t
    private let ownGroup: Bool
    private let descriptor: FileDescriptor
    private var watch: Watch?
    private var hasEnded = false
    private var wasSignalled = false

    /// Starts the program at `path` with the usual signals. Of what this program has open, which is all closed on exec, it has
    /// its three standard descriptors alone.
    /// - Parameters:
    ///   - words: the first is the program's own name.
    ///   - standard: what its standard input, output and error are.
    ///   - ownGroup: it and what it starts are a group of their own: signals go to all of them, and Ctrl-C does not reach them.
    ///   - ended: its status as a shell counts: 128 and the number of the signal that ended it.
    package init(
        _ path: String, _ words: [String], _ environment: [String: String], _ standard: [CInt], loop: EventLoop,
        ownGroup: Bool = false, ended: @escaping (CInt) -> Void
    ) throws(SystemError) {
        precondition(standard.count == 3, "a program has three standard descriptors")
        self.ownGroup = ownGroup
        pid = try Self.spawn(path, words, environment.map { "\($0.key)=\($0.value)" }, standard, ownGroup: ownGroup)
        let child = pid
        descriptor = FileDescriptor(owning: try SystemCall.run("pidfd_open") { switchbridge_pidfd_open(child) })
        watch = try loop.watch(descriptor.raw, for: .readable) { [weak self] _ in self?.collect(ended) }
    }

    deinit { watch?.cancel() }

    /// In a group of its own, what it started and left behind ends with it.
    package func signal(_ number: CInt) {
        // Until it has been waited for, the number cannot be another process's.
        guard !hasEnded else { return }
        wasSignalled = true
        kill(ownGroup ? -pid : pid, number)
    }

    private func collect(_ ended: (CInt) -> Void) {
        var status: CInt = 0
        // Until it has been waited for, its group's number is not given out again either.
        if ownGroup, wasSignalled { kill(-pid, SIGKILL) }
        let collected = waitpid(pid, &status, WNOHANG)
        // Where SIGCHLD is ignored the kernel has collected it already (waitpid(2), ECHILD), and nobody knows how it ended.
        guard collected == pid || (collected < 0 && errno == ECHILD) else { return }
        hasEnded = true
        watch?.cancel()
        watch = nil
        let signal = status & 0x7f
        ended(signal == 0 ? (status >> 8) & 0xff : 128 + signal)
    }

    private static func spawn(
        _ path: String, _ words: [String], _ environment: [String], _ standard: [CInt], ownGroup: Bool
    ) throws(SystemError) -> pid_t {
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
        defer { for text in arguments + variables { free(text) } }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        var all = sigset_t()
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        // A new group has the number of its first process.
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes,
            Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | (ownGroup ? POSIX_SPAWN_SETPGROUP : 0)))
        var files = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&files)
        defer { posix_spawn_file_actions_destroy(&files) }
        for (number, descriptor) in standard.enumerated() {
            posix_spawn_file_actions_adddup2(&files, descriptor, CInt(number))
        }
        var child = pid_t()
        let code = posix_spawn(&child, path, &files, &attributes, &arguments, &variables)
        guard code == 0 else { throw SystemError(call: "posix_spawn", code: code) }
        return child
    }
}
