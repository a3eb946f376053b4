// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc
import Sentences

/// The user's own text editor.
struct TextEditor {
    /// Where the user names none; the first that is there.
    private static let usual = ["sensible-editor", "nano", "vi"]

    /// Words for a shell, as `$VISUAL` and `$EDITOR` are by custom.
    private let words: String

    /// Whether the user names one. Any other needs a terminal.
    let isNamed: Bool

    init(_ environment: [String: String]) {
        let named = ["VISUAL", "EDITOR"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        isNamed = named != nil
        let search = Self.usual.map { "command -v \($0) >/dev/null && exec \($0) \"$1\"" }.joined(separator: "; ")
        words = named.map { "exec \($0) \"$1\"" } ?? "\(search); exit 127"
    }

    /// Opens a file and waits until the editor has ended. False when it says that it failed.
    func edit(_ path: String) throws(SystemError) -> Bool {
        let given: [String] = ["sh", "-c", words, "sh", path]
        var arguments: [UnsafeMutablePointer<CChar>?] = given.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        // While it runs, Ctrl-C is a key of the editor.
        let interrupt = signal(SIGINT, SIG_IGN)
        defer { signal(SIGINT, interrupt) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var usual = sigset_t()
        sigemptyset(&usual)
        sigaddset(&usual, SIGINT)
        sigaddset(&usual, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &usual)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        var child = pid_t()
        let code = posix_spawn(&child, "/bin/sh", nil, &attributes, &arguments, environ)
        guard code == 0 else { throw SystemError(call: "posix_spawn", code: code) }
        var status: CInt = 0
        try SystemCall.run("waitpid") { waitpid(child, &status, 0) }
        return status == 0
    }
}
