// SPDX-License-Identifier: GPL-3.0-or-later
package import EventLoop
import Glibc
package import PCProtocol
import SwitchCore

/// A program's end of the daemon's control socket, on its own loop.
package final class ControlClient {
    package enum Answer {
        case done([String: JSONValue])
        /// `code` is stable; `text` is for people.
        case refused(code: String, text: String)
        /// The daemon went away, or did not answer in time.
        case unanswered
    }

    /// A daemon whose loop turns answers within milliseconds.
    package static let answerDeadline = Duration.seconds(5)
    /// The longest line taken from a daemon, in bytes: a whole diagnosis.
    package static let lineLimit = 1 << 20

    /// What is told without being asked for: a `hello` first.
    package var onEvent: (([String: JSONValue]) -> Void)?
    package var onGone: (() -> Void)?

    private struct Waiting {
        let answer: (Answer) -> Void
        let deadline: Instant?
    }

    private let loop: EventLoop
    private let socket: FileDescriptor
    private var watch: Watch?
    private var assembler = LineAssembler(limit: ControlClient.lineLimit)
    private var waiting: [Int64: Waiting] = [:]
    private var nextID: Int64 = 1
    private var timer: LoopTimer?
    private var isGone = false

    /// Connects to a daemon at `path`. Nobody listens there: `ECONNREFUSED` or `ENOENT`.
    package init(path: String, loop: EventLoop) throws(SystemError) {
        self.loop = loop
        let socket = try UnixSocket.connected(to: path, .stream)
        self.socket = socket
        watch = try loop.watch(socket.raw, for: .readable) { [weak self] in self?.ready($0) }
        timer = loop.makeTimer { [weak self] in self?.timeReached($0) }
    }

    deinit { watch?.cancel() }

    package func close() {
        guard !isGone else { return }
        isGone = true
        watch?.cancel()
        timer?.deadline = nil
        // The daemon sees it now, and not when the last who knows this object lets go of it.
        shutdown(socket.raw, CInt(SHUT_RDWR))
    }

    /// - Parameter isQuick: false where the answer comes when something long has been done.
    package func call(
        _ request: ControlRequest, isQuick: Bool = true, answer: @escaping (Answer) -> Void = { _ in }
    ) {
        guard !isGone else { return answer(.unanswered) }
        let id = nextID
        nextID += 1
        waiting[id] = Waiting(answer: answer, deadline: isQuick ? loop.now + Self.answerDeadline : nil)
        let fields = request.fields.merging(["id": .integer(id)]) { $1 }
        send(JSONValue.object(fields).line)
        rearm()
    }

    /// A request is far smaller than the socket's buffer, and few are made; one that does not fit has a daemon that reads
    /// nothing any more.
    private func send(_ bytes: [UInt8]) {
        let outcome = try? SystemCall.attempt("send") {
            bytes.withUnsafeBytes { Glibc.send(socket.raw, $0.baseAddress, $0.count, ControlServer.sendFlags) }
        }
        guard case .done(bytes.count) = outcome else {
            return loop.afterThisTurn { [weak self] in
                // Whoever turns this program away says why before it closes.
                self?.ready(.readable)
                self?.gone()
            }
        }
    }

    private func ready(_ readiness: Readiness) {
        var buffer = [UInt8](repeating: 0, count: 16_384)
        let outcome = try? SystemCall.attempt("recv") { recv(socket.raw, &buffer, buffer.count, 0) }
        switch outcome {
        case .done(0), nil: gone()
        case .wouldBlock: if readiness.contains(.hungUp) { gone() }
        case .done(let count):
            for line in assembler.take(buffer.prefix(count)) where !isGone { take(line) }
        }
    }

    private func take(_ line: [UInt8]?) {
        guard let line, let value = try? JSONValue(parsing: line, limit: Self.lineLimit), let fields = value.members
        else { return }
        guard let id = fields["reply"]?.exactInteger else { return onEvent?(fields) ?? () }
        guard let waited = waiting.removeValue(forKey: id) else { return }
        rearm()
        if fields["ok"]?.truth == true {
            waited.answer(.done(fields))
        } else {
            waited.answer(
                .refused(
                    code: DisplayText.display(fields["error"]?.text ?? "", characters: 64),
                    text: DisplayText.withoutControls(fields["text"]?.text ?? "")))
        }
    }

    private func timeReached(_ now: Instant) {
        guard waiting.values.contains(where: { $0.deadline.map { $0 <= now } ?? false }) else { return rearm() }
        gone()
    }

    private func rearm() { timer?.deadline = waiting.values.compactMap(\.deadline).min() }

    private func gone() {
        guard !isGone else { return }
        close()
        let unanswered = waiting.values
        waiting = [:]
        for waited in unanswered { waited.answer(.unanswered) }
        onGone?()
    }
}
