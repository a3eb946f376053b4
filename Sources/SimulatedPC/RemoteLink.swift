// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc

/// One remote's link: a `SOCK_SEQPACKET` socket on which one packet is one frame.
final class RemoteLink {
    /// Frames that may wait for the remote to read; one that lets more pile up is cut off.
    static let unsentLimit = 4_096
    /// Packets read before others get their turn.
    private static let readLimit = 64
    /// More than the largest frame, so that a packet cut to it is still seen to be too long.
    private static let bufferSize = 1_024

    private let socket: FileDescriptor
    private var watch: Watch?
    private var unsent: [[UInt8]] = []
    private let frameArrived: ([UInt8]) -> Void
    private let closed: () -> Void

    init(
        _ socket: FileDescriptor, loop: EventLoop, frameArrived: @escaping ([UInt8]) -> Void,
        closed: @escaping () -> Void
    ) throws(SystemError) {
        self.socket = socket
        self.frameArrived = frameArrived
        self.closed = closed
        watch = try loop.watch(socket.raw, for: .readable) { [weak self] in self?.ready($0) }
    }

    deinit { watch?.cancel() }

    func send(_ frame: [UInt8]) {
        guard unsent.count < Self.unsentLimit else { return close() }
        unsent.append(frame)
        sendWaiting()
    }

    /// Ends the link without a word. Safe at any time and more than once; `closed` is called once.
    func close() {
        guard let watch else { return }
        self.watch = nil
        watch.cancel()
        unsent = []
        // Others may still hold this object for the rest of the turn: the remote must notice now.
        shutdown(socket.raw, CInt(SHUT_RDWR))
        closed()
    }

    private func ready(_ readiness: Readiness) {
        if readiness.contains(.writable) { sendWaiting() }
        receive()
    }

    private func sendWaiting() {
        while let frame = unsent.first, watch != nil {
            switch Self.attempt(
                "send", { Glibc.send(self.socket.raw, frame, frame.count, CInt(MSG_NOSIGNAL)) })
            {
            case .done: unsent.removeFirst()
            case .wouldBlock:
                watch?.setInterest([.readable, .writable])
                return
            case nil: return close()
            }
        }
        watch?.setInterest(.readable)
    }

    private func receive() {
        var buffer = [UInt8](repeating: 0, count: Self.bufferSize)
        for _ in 0..<Self.readLimit where watch != nil {
            switch Self.attempt("recv", { recv(self.socket.raw, &buffer, Self.bufferSize, 0) }) {
            // An empty packet cannot be told from the end, and is no frame either.
            case .done(0), nil: close()
            case .done(let count): frameArrived(Array(buffer[..<count]))
            case .wouldBlock: return
            }
        }
    }

    /// Nil when the link is broken: its reason is the remote's affair.
    private static func attempt(_ call: StaticString, _ body: () -> Int) -> SystemCall.Outcome<Int>? {
        try? SystemCall.attempt(call, body)
    }
}
