// SPDX-License-Identifier: GPL-3.0-or-later
import CLinux
import Glibc
import SwitchCore

/// Tells that files of a directory have changed (inotify(7)), once for all that happens within a moment: an editor makes
/// several steps of one change.
package final class DirectoryWatch {
    /// How long nothing must have happened before it is told.
    package static let quiet = Duration.milliseconds(300)
    /// It is told at the latest so long after the first change.
    package static let longestWait = Duration.seconds(3)

    private let descriptor: FileDescriptor
    private let loop: EventLoop
    private var watch: Watch?
    private var timer: LoopTimer?
    private var firstChange: Instant?

    /// - Parameter path: a directory that exists; one that is put in its place later is not followed.
    package init(path: String, loop: EventLoop, changed: @escaping () -> Void) throws(SystemError) {
        self.loop = loop
        descriptor = FileDescriptor(
            owning: try SystemCall.run("inotify_init1") { inotify_init1(CInt(IN_NONBLOCK) | CInt(IN_CLOEXEC)) })
        let what = UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ONLYDIR)
        try SystemCall.run("inotify_add_watch") { inotify_add_watch(descriptor.raw, path, what) }
        timer = loop.makeTimer { [weak self] _ in
            self?.firstChange = nil
            changed()
        }
        watch = try loop.watch(descriptor.raw, for: .readable) { [weak self] _ in self?.drain() }
    }

    deinit { watch?.cancel() }

    /// What exactly happened is of no interest, nor whether the kernel's queue was long enough for it.
    private func drain() {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while case .done(let count) = try? buffer.withUnsafeMutableBytes({ try descriptor.read(into: $0) }), count > 0 {
        }
        let first = firstChange ?? loop.now
        firstChange = first
        timer?.deadline = min(loop.now + Self.quiet, first + Self.longestWait)
    }
}
