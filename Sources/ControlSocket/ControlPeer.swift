// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc
import PCProtocol
import SwitchCore

/// One client at the daemon's end: its lines in, lines out. It never blocks, and costs a bounded share of the loop.
final class ControlPeer {
    enum News {
        case call(ControlCall)
        case problem(ControlProblem)
        case gone
    }

    /// Bytes that wait for a client that does not read, after what the kernel keeps for it; with more it is let go. One message
    /// may be longer, when nothing else waits.
    static let pendingLimit = 32 * 1024
    /// How old a start may be by the time it is read.
    static let latestStart = Duration.seconds(1)
    /// Lines of one that makes room that are still heard.
    static let lastLines = 16
    /// Lines that are no requests before a client is let go.
    static let problemLimit = 3

    let identity: PeerIdentity
    /// Whether it has asked for anything yet.
    private(set) var hasSpoken = false
    private(set) var lastSpoke: Instant

    private let socket: FileDescriptor
    private let loop: EventLoop
    private let onNews: (News) -> Void
    private var watch: Watch?
    private var assembler = LineAssembler(limit: ControlCall.lengthLimit)
    private var pending: ArraySlice<UInt8> = []
    private var problems = 0
    private(set) var isGone = false
    /// It has left, perhaps with something still to be read of it.
    private var hearsNothing = false
    /// Since when there has always been something of it to read, or something for it to read; nil when there is nothing.
    private var behindSince: Instant?

    /// - Parameter group: with which it waits for its turns; nil lets it wait for nobody.
    init(
        _ socket: FileDescriptor, _ identity: PeerIdentity, loop: EventLoop, among group: PatientGroup?,
        onNews: @escaping (News) -> Void
    ) throws(SystemError) {
        self.socket = socket
        self.identity = identity
        self.loop = loop
        self.onNews = onNews
        lastSpoke = loop.now
        watch = try loop.watch(socket.raw, for: .readable, among: group) { [weak self] in self?.ready($0) }
    }

    deinit { watch?.cancel() }

    func close() {
        guard !isGone else { return }
        isGone = true
        watch?.cancel()
        onNews(.gone)
    }

    // MARK: Out

    /// What the client does not take at once waits.
    func write(_ bytes: [UInt8]) {
        guard !isGone, !hearsNothing else { return }
        guard !pending.isEmpty else {
            pending = bytes[...]
            return drain()
        }
        guard pending.count + bytes.count <= Self.pendingLimit else { return close() }
        pending += bytes
    }

    private func drain() {
        while !pending.isEmpty {
            let outcome: SystemCall.Outcome<Int>? = try? SystemCall.attempt("send") {
                pending.withUnsafeBytes { send(socket.raw, $0.baseAddress, $0.count, ControlServer.sendFlags) }
            }
            switch outcome {
            case .done(let count): pending = pending.dropFirst(count)
            case .wouldBlock:
                behindSince = behindSince ?? loop.now
                return updateInterest()
            case nil:
                // It may have said stop before it left.
                hearsNothing = true
                pending = []
            }
        }
        pending = []
        if behindSince != nil, !has(POLLIN) { behindSince = nil }
        updateInterest()
    }

    /// A client that does not read its answers is asked for no more requests.
    private func updateInterest() { watch?.setInterest(pending.isEmpty ? .readable : .writable) }

    // MARK: In

    private func ready(_ readiness: Readiness) {
        if !pending.isEmpty {
            drain()
        } else if readiness.contains(.readable) {
            receive()
        } else if readiness.contains(.hungUp) || readiness.contains(.failed) {
            close()
        }
    }

    /// One line a turn, so that a client that floods cannot hold up switches or a stop; what follows it stays with the kernel.
    private func receive() {
        var buffer = [UInt8](repeating: 0, count: ControlCall.lengthLimit)
        guard let seen = read(&buffer, upTo: buffer.count, CInt(MSG_PEEK)) else { return }
        let length = buffer[..<seen].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? seen
        guard let count = read(&buffer, upTo: length, 0) else { return }
        let isLate = behindSince.map { loop.now - $0 > Self.latestStart } ?? false
        behindSince = count < seen ? behindSince ?? loop.now : nil
        for line in assembler.take(buffer.prefix(count)) where !isGone { take(line, isLate: isLate) }
    }

    /// How much came; nil when nothing did.
    private func read(_ buffer: inout [UInt8], upTo limit: Int, _ flags: CInt) -> Int? {
        switch try? SystemCall.attempt("recv", { recv(socket.raw, &buffer, limit, flags) }) {
        case .done(let count) where count > 0: return count
        case .wouldBlock: return nil
        case .done, nil:
            close()
            return nil
        }
    }

    private func take(_ line: LineAssembler.Line, isLate: Bool) {
        do throws(ControlProblem) {
            guard let line else { throw .notARequest }
            let call = try ControlCall(parsing: line)
            // Who has gone was told that nobody answered: a daemon that was held up must not start when it goes on.
            if case .start = call.request, hasLeft { return }
            hasSpoken = true
            lastSpoke = loop.now
            if case .start = call.request, isLate { return onNews(.problem(.tooLate(id: call.id))) }
            onNews(.call(call))
        } catch {
            problems += 1
            onNews(.problem(error))
            if problems >= Self.problemLimit { close() }
        }
    }

    /// Whether the other end is closed for good, whatever is still to be read.
    private var hasLeft: Bool { has(POLLHUP) }

    private func has(_ events: Int32) -> Bool {
        var state = pollfd(fd: socket.raw, events: Int16(events), revents: 0)
        return poll(&state, 1, 0) > 0 && state.revents & Int16(events) != 0
    }

    /// Closes it for another's sake. What it has said already may be a stop, and that need not come first.
    func makeRoom() {
        for _ in 0..<Self.lastLines where !isGone && pending.isEmpty && has(POLLIN) { receive() }
        close()
    }
}
