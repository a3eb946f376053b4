// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Testing

/// Another process.
final class OtherProgram {
    private var process = pid_t()

    init(_ words: [String], opening path: String = "/dev/null") throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, path, O_RDONLY, 0)
        var pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        let error = posix_spawnp(&process, words[0], &actions, nil, &pointers, environ)
        try #require(error == 0)
    }

    deinit { end() }

    func end() {
        guard process > 0 else { return }
        kill(process, SIGKILL)
        waitForEnd()
    }

    func waitForEnd() {
        waitpid(process, nil, 0)
        process = 0
    }
}
