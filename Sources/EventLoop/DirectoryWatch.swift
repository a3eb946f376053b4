// SPDX-License-Identifier: GPL-3.0-or-later
import CLinux
import Glibc
import SwitchCore

/// Tells that files of a directory have changed (inotify(7)), once for all that happens within a moment: an editor makes
/// several steps of one change. It follows the path: a directory that is put in the place of the first is watched from then on.
package final class DirectoryWatch {
    /// How long nothing must have happened before it is told.
    package static let quiet = Duration.milliseconds(300)
    /// It is told at the latest so long after the first change.
    package static let longestWait = Duration.seconds(3)
    /// How often it is looked for while it is not there.
    package static let lookingInterval = Duration.seconds(60)
    /// A change of permissions may make a file readable.
    private static let changes =
        UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ATTRIB)
    private static let ends = UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT)

    private let path: String
    private let counts: (String) -> Bool
    private let descriptor: FileDescriptor
    private let loop: EventLoop
    private var number: CInt = -1
    private var watch: Watch?
    private var timer: LoopTimer?
    private var firstChange: Instant?
    private var isLost = false

    /// - Parameters:
    ///   - path: a directory that exists.
    ///   - counts: whether a file of this name is one that matters.
    package init(
        path: String, loop: EventLoop, counts: @escaping (String) -> Bool = { _ in true }, changed: @escaping () -> Void
    ) throws(SystemError) {
        self.path = path
        self.loop = loop
        self.counts = counts
        descriptor = FileDescriptor(
            owning: try SystemCall.run("inotify_init1") { inotify_init1(CInt(IN_NONBLOCK) | CInt(IN_CLOEXEC)) })
        try follow()
        timer = loop.makeTimer { [weak self] now in
            guard let self else { return }
            firstChange = nil
            let wasLost = isLost
            followAgain(now)
            if !(wasLost && isLost) { changed() }
        }
        watch = try loop.watch(descriptor.raw, for: .readable) { [weak self] _ in self?.drain() }
    }

    deinit {
        watch?.cancel()
        timer?.deadline = nil
    }

    /// The same directory keeps its number; of another one the kernel counts on.
    private func follow() throws(SystemError) {
        let what = Self.changes | Self.ends | UInt32(IN_ONLYDIR)
        let found = try SystemCall.run("inotify_add_watch") { inotify_add_watch(descriptor.raw, path, what) }
        // Fails when the kernel has forgotten the old one by itself.
        if number >= 0, number != found { _ = inotify_rm_watch(descriptor.raw, number) }
        number = found
    }

    private func followAgain(_ now: Instant) {
        do throws(SystemError) {
            try follow()
            isLost = false
        } catch {
            isLost = true
            timer?.deadline = now + Self.lookingInterval
        }
    }

    private func drain() {
        var buffer = [UInt8](repeating: 0, count: 4096)
        var matters = false
        while case .done(let count) = try? buffer.withUnsafeMutableBytes({ try descriptor.read(into: $0) }), count > 0 {
            if DirectoryChange.all(in: buffer.prefix(count)).contains(where: mayMatter) { matters = true }
        }
        guard matters else { return }
        let first = firstChange ?? loop.now
        firstChange = first
        timer?.deadline = min(loop.now + Self.quiet, first + Self.longestWait)
    }

    /// Also when the kernel's queue was not long enough for what happened.
    private func mayMatter(_ change: DirectoryChange) -> Bool {
        guard change.mask & Self.changes != 0, let name = change.name else {
            return change.mask & (Self.ends | UInt32(IN_Q_OVERFLOW)) != 0
        }
        return counts(name)
    }
}
