// SPDX-License-Identifier: GPL-3.0-or-later
package import EventLoop
package import Glibc

/// Another process, which ends with this object.
package final class OtherProgram {
    /// What it finds behind one of its descriptors.
    package enum File {
        case opened(String, flags: CInt)
        case given(FileDescriptor)
    }

    private var process: pid_t

    package init(_ words: [String], files: [CInt: File] = [:]) throws(SystemError) {
        process = try Self.start(words, files: files)
    }

    deinit { end() }

    package func end() {
        guard process > 0 else { return }
        kill(process, SIGKILL)
        waitForEnd()
    }

    package func waitForEnd() {
        waitpid(process, nil, 0)
        process = 0
    }

    /// - Parameters:
    ///   - words: the program and its arguments.
    ///   - files: by their numbers there; the other ones are ours, unless they are closed on exec.
    ///   - variables: what it gets besides our environment.
    /// - Returns: a process to wait for.
    package static func start(
        _ words: [String], files: [CInt: File], adding variables: [String: String] = [:]
    ) throws(SystemError) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (number, file) in files.sorted(by: { $0.key < $1.key }) {
            switch file {
            case .opened(let path, let flags): posix_spawn_file_actions_addopen(&actions, number, path, flags, 0)
            case .given(let descriptor): posix_spawn_file_actions_adddup2(&actions, descriptor.raw, number)
            }
        }
        var arguments = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var environment = environment(adding: variables).map { strdup($0) } + [nil]
        defer { for variable in environment { free(variable) } }
        var process = pid_t()
        // It returns what others leave in errno.
        let code = posix_spawnp(&process, words.first ?? "", &actions, nil, &arguments, &environment)
        guard code == 0 else { throw SystemError(call: "posix_spawnp", code: code) }
        return process
    }

    private static func environment(adding added: [String: String]) -> [String] {
        var variables: [String] = []
        var entry: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> = environ
        while let text = entry.pointee {
            variables.append(String(cString: text))
            entry += 1
        }
        let kept = variables.filter { variable in !added.keys.contains { variable.hasPrefix("\($0)=") } }
        return kept + added.map { "\($0)=\($1)" }
    }
}
