// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc

/// Lines that somebody types or a program writes, read as they come.
final class LineInput {
    /// In bytes; the rest of a longer line is ignored.
    static let lengthLimit = 4096

    private let descriptor: CInt
    private let handler: (String?) -> Void
    private var watch: Watch?
    private var line: [UInt8] = []

    /// - Parameter handler: called with each line, without its end, and with nil when there are no more.
    init(_ descriptor: CInt = STDIN_FILENO, loop: EventLoop, handler: @escaping (String?) -> Void) {
        self.descriptor = descriptor
        self.handler = handler
        watch = try? loop.watch(descriptor, for: .readable) { [weak self] _ in self?.readSome() }
        // Files and /dev/null cannot be watched (EPERM): they are there at once. A closed descriptor has nothing to say.
        if watch == nil { loop.afterThisTurn { [weak self] in self?.readToEnd() } }
    }

    deinit { watch?.cancel() }

    /// One read: it is ready, so it does not block, whatever the descriptor's flags.
    private func readSome() {
        guard let count = readOnce() else { return }
        if count == 0 { ended() }
    }

    private func readToEnd() {
        while let count = readOnce(), count > 0 {}
        ended()
    }

    /// Nil when there is nothing now.
    private func readOnce() -> Int? {
        var buffer = [UInt8](repeating: 0, count: Self.lengthLimit)
        guard fcntl(descriptor, F_GETFD) >= 0,
            let outcome = try? SystemCall.attempt("read", { read(descriptor, &buffer, buffer.count) })
        else { return 0 }
        guard case .done(let count) = outcome else { return nil }
        for byte in buffer[..<count] { take(byte) }
        return count
    }

    private func take(_ byte: UInt8) {
        guard byte == UInt8(ascii: "\n") else {
            if line.count < Self.lengthLimit { line.append(byte) }
            return
        }
        let text = String(decoding: line, as: UTF8.self)
        line = []
        handler(text)
    }

    private func ended() {
        watch?.cancel()
        handler(nil)
    }
}
