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
    /// Requests that one client may make in a second; further ones wait.
    static let callsPerSecond = 20
    /// Lines that are no requests before a client is let go.
    static let problemLimit = 3

    let identity: PeerIdentity
    /// Whether it has asked for anything yet.
    private(set) var hasSpoken = false
    private(set) var lastSpoke: Instant

    private let socket: FileDescriptor
    private let loop: EventLoop
    private let onNews: (News) -> Void
    /// When one more line may be taken by the pace of all; nil for now.
    private let whenToGoOn: () -> Instant?
    private var watch: Watch?
    private var assembler = LineAssembler(limit: ControlCall.lengthLimit)
    private var lines: ArraySlice<LineAssembler.Line> = []
    private var pending: ArraySlice<UInt8> = []
    private var problems = 0
    private var second: (beganAt: Instant, calls: Int)
    private var pause: LoopTimer?
    private var isPaused = false
    private(set) var isGone = false

    init(
        _ socket: FileDescriptor, _ identity: PeerIdentity, loop: EventLoop, whenToGoOn: @escaping () -> Instant?,
        onNews: @escaping (News) -> Void
    ) throws(SystemError) {
        self.whenToGoOn = whenToGoOn
        self.socket = socket
        self.identity = identity
        self.loop = loop
        self.onNews = onNews
        lastSpoke = loop.now
        second = (loop.now, 0)
        watch = try loop.watch(socket.raw, for: .readable) { [weak self] in self?.ready($0) }
        pause = loop.makeTimer { [weak self] _ in self?.goOn() }
    }

    deinit { watch?.cancel() }

    func close() {
        guard !isGone else { return }
        isGone = true
        watch?.cancel()
        pause?.deadline = nil
        onNews(.gone)
    }

    // MARK: Out

    /// What the client does not take at once waits.
    func write(_ bytes: [UInt8]) {
        guard !isGone else { return }
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
            case .wouldBlock: return updateInterest()
            case nil: return close()
            }
        }
        pending = []
        updateInterest()
    }

    /// A client that does not read its answers is asked for no more requests.
    private func updateInterest() {
        var interest: Readiness = []
        if !pending.isEmpty { interest.insert(.writable) } else if !isPaused { interest.insert(.readable) }
        watch?.setInterest(interest)
    }

    // MARK: In

    private func ready(_ readiness: Readiness) {
        if !pending.isEmpty {
            drain()
            if pending.isEmpty, !isPaused { takeLines() }
        }
        guard !isGone else { return }
        if readiness.contains(.readable), pending.isEmpty, !isPaused {
            receive()
        } else if readiness.contains(.hungUp) || readiness.contains(.failed) {
            close()
        }
    }

    /// One piece a turn, so that a client that floods cannot hold up switches or a stop.
    private func receive() {
        var buffer = [UInt8](repeating: 0, count: ControlCall.lengthLimit)
        let outcome = try? SystemCall.attempt("recv") { recv(socket.raw, &buffer, buffer.count, 0) }
        switch outcome {
        case .done(0), nil: return close()
        case .wouldBlock: return
        case .done(let count):
            lines += assembler.take(buffer.prefix(count))
            takeLines()
        }
    }

    private func takeLines() {
        while let line = lines.first, !isGone {
            // An answer first, then the next question.
            guard pending.isEmpty else { return }
            guard mayCall() else { return }
            lines = lines.dropFirst()
            take(line)
        }
        lines = []
        updateInterestIfOpen()
    }

    private func updateInterestIfOpen() {
        if !isGone { updateInterest() }
    }

    private func take(_ line: LineAssembler.Line) {
        do throws(ControlProblem) {
            guard let line else { throw .notARequest }
            let call = try ControlCall(parsing: line)
            // Who has gone was told that nobody answered: a daemon that was held up must not start when it goes on.
            if case .start = call.request, hasLeft { return }
            hasSpoken = true
            lastSpoke = loop.now
            onNews(.call(call))
        } catch {
            problems += 1
            onNews(.problem(error))
            if problems >= Self.problemLimit { close() }
        }
    }

    /// Whether the other end is closed for good, whatever is still to be read.
    private var hasLeft: Bool {
        var state = pollfd(fd: socket.raw, events: 0, revents: 0)
        return poll(&state, 1, 0) > 0 && state.revents & Int16(POLLHUP) != 0
    }

    // MARK: Not too much

    private func mayCall() -> Bool {
        if loop.now - second.beganAt >= .seconds(1) { second = (loop.now, 0) }
        guard second.calls < Self.callsPerSecond else { return pauses(until: second.beganAt + .seconds(1)) }
        if let later = whenToGoOn() { return pauses(until: later) }
        second.calls += 1
        return true
    }

    private func pauses(until time: Instant) -> Bool {
        isPaused = true
        pause?.deadline = time
        updateInterest()
        return false
    }

    private func goOn() {
        isPaused = false
        takeLines()
    }
}
