// SPDX-License-Identifier: GPL-3.0-or-later
import CLinux
import Glibc

/// Another program, started by this one, whose end comes as an event.
package final class ChildProcess {
    private let pid: pid_t
    private let descriptor: FileDescriptor
    private var watch: Watch?
    private var hasEnded = false

    /// Starts the program at `path` with the usual signals. Of what this program has open, which is all closed on exec, it has
    /// its three standard descriptors alone.
    /// - Parameters:
    ///   - words: the first is the program's own name.
    ///   - standard: what its standard input, output and error are.
    ///   - ended: its status as a shell counts: 128 and the number of the signal that ended it.
    package init(
        _ path: String, _ words: [String], _ environment: [String: String], _ standard: [CInt], loop: EventLoop,
        ended: @escaping (CInt) -> Void
    ) throws(SystemError) {
        precondition(standard.count == 3, "a program has three standard descriptors")
        pid = try Self.spawn(path, words, environment.map { "\($0.key)=\($0.value)" }, standard)
        let child = pid
        descriptor = FileDescriptor(owning: try SystemCall.run("pidfd_open") { switchbridge_pidfd_open(child) })
        watch = try loop.watch(descriptor.raw, for: .readable) { [weak self] _ in self?.collect(ended) }
    }

    deinit { watch?.cancel() }

    package func signal(_ number: CInt) {
        // Until it has been waited for, the number cannot be another process's.
        if !hasEnded { kill(pid, number) }
    }

    private func collect(_ ended: (CInt) -> Void) {
        var status: CInt = 0
        guard waitpid(pid, &status, WNOHANG) == pid else { return }
        hasEnded = true
        watch?.cancel()
        watch = nil
        let signal = status & 0x7f
        ended(signal == 0 ? (status >> 8) & 0xff : 128 + signal)
    }

    private static func spawn(
        _ path: String, _ words: [String], _ environment: [String], _ standard: [CInt]
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
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
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
