// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc
import SwitchCore

/// An output that never blocks the loop: what its reader does not take at once waits, within a bound. A terminal stopped
/// with Ctrl-S or a full pipe must not hold up a stop.
final class LiveSink: TextSink {
    /// Bytes that may wait; lines beyond are left out and counted.
    static let pendingLimit = 256 * 1024
    /// How long the end of the program waits for the reader.
    static let finishLimit = Duration.seconds(1)

    private let descriptor: CInt
    /// The same file opened anew where that is possible: `O_NONBLOCK` belongs to the open file, which the shell and others
    /// share with us.
    private let own: FileDescriptor?
    private let isSocket: Bool
    private let leftOut: (Int) -> String
    private let onProblem: (OutputProblem) -> Void
    private var watch: Watch?
    private var pending: ArraySlice<UInt8> = []
    private var leftOutCount = 0
    private var problem: OutputProblem?

    /// Nil for what cannot block or cannot be made not to: a file, a terminal that belongs to somebody else.
    /// - Parameters:
    ///   - leftOut: the line that says how many lines are missing.
    ///   - onProblem: called at most once, from the loop, also when the reader goes away while nothing is written.
    init?(
        _ descriptor: CInt, loop: EventLoop, leftOut: @escaping (Int) -> String,
        onProblem: @escaping (OutputProblem) -> Void
    ) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        isSocket = status.st_mode & S_IFMT == S_IFSOCK
        own =
            isSocket
            ? nil : try? FileDescriptor(path: "/proc/self/fd/\(descriptor)", flags: O_WRONLY | O_NONBLOCK | O_NOCTTY)
        guard isSocket || own != nil else { return nil }
        self.descriptor = own?.raw ?? descriptor
        self.leftOut = leftOut
        self.onProblem = onProblem
        // A file cannot be watched (EPERM), and never blocks.
        guard let watch = try? loop.watch(self.descriptor, for: [], { [weak self] in self?.ready($0) }) else {
            return nil
        }
        self.watch = watch
    }

    deinit { watch?.cancel() }

    func write(_ text: String) throws(OutputProblem) {
        if let problem { throw problem }
        guard pending.count + text.utf8.count <= Self.pendingLimit else {
            leftOutCount += 1
            return
        }
        pending += text.utf8
        try drain()
    }

    /// Gives the reader a last, bounded time to take what waits.
    func finish() {
        let limit = EventLoop.readClock().instant + Self.finishLimit
        while !pending.isEmpty, problem == nil {
            let rest = limit - EventLoop.readClock().instant
            var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            guard rest > .zero, poll(&wanted, 1, CInt(rest.milliseconds)) > 0, (try? drain()) != nil else { return }
        }
    }

    private func ready(_ readiness: Readiness) {
        do throws(OutputProblem) {
            if readiness.contains(.failed) || readiness.contains(.hungUp) { throw failed(.closed) }
            try drain()
        } catch {
            onProblem(error)
        }
    }

    private func drain() throws(OutputProblem) {
        while true {
            if pending.isEmpty, leftOutCount > 0 {
                pending += leftOut(leftOutCount).utf8
                leftOutCount = 0
            }
            guard !pending.isEmpty else { break }
            guard let count = try writeSome() else { break }
            pending = pending.dropFirst(count)
        }
        if pending.isEmpty { pending = [] }
        watch?.setInterest(pending.isEmpty ? [] : .writable)
    }

    /// Nil when the reader takes nothing now.
    private func writeSome() throws(OutputProblem) -> Int? {
        do throws(SystemError) {
            let outcome = try SystemCall.attempt("write") {
                pending.withUnsafeBytes { bytes in
                    isSocket
                        ? send(descriptor, bytes.baseAddress, bytes.count, CInt(MSG_DONTWAIT))
                        : Glibc.write(descriptor, bytes.baseAddress, bytes.count)
                }
            }
            switch outcome {
            case .done(let count): return count
            case .wouldBlock: return nil
            }
        } catch {
            throw failed(OutputProblem(error))
        }
    }

    private func failed(_ problem: OutputProblem) -> OutputProblem {
        self.problem = problem
        watch?.cancel()
        return problem
    }
}
