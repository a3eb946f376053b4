// SPDX-License-Identifier: GPL-3.0-or-later
import CLinux
package import EventLoop
import Glibc

/// One end of the connection between the two. It is made for one command.
package final class CommandChannel {
    package enum News {
        case ordered(CommandOrder, [FileDescriptor])
        case signalled(CommandSignal)
        /// The other end has gone, or speaks nonsense.
        case gone
    }

    package var onNews: ((News) -> Void)?
    private let socket: FileDescriptor
    private var watch: Watch?
    private var assembler = LineAssembler(limit: CommandOrder.lengthLimit)
    private var descriptors: [FileDescriptor] = []
    private let takesOrder: Bool
    private var isOrdered = false

    /// Who is at the other end.
    package let peer: PeerIdentity

    /// - Parameter takesOrder: whether this is the end that runs the command.
    package init(_ socket: FileDescriptor, takesOrder: Bool, loop: EventLoop) throws(SystemError) {
        self.socket = socket
        self.takesOrder = takesOrder
        peer = try PeerIdentity(of: socket.raw)
        watch = try loop.watch(socket.raw, for: .readable) { [weak self] _ in self?.receive() }
    }

    deinit { watch?.cancel() }

    package convenience init(path: String, loop: EventLoop) throws(SystemError) {
        try self.init(try UnixSocket.connected(to: path, .stream), takesOrder: false, loop: loop)
    }

    /// - Parameter descriptors: standard input, output and error.
    package func order(_ order: CommandOrder, _ descriptors: [CInt]) throws(SystemError) {
        let bytes = order.line
        guard bytes.count <= CommandOrder.lengthLimit else { throw SystemError(call: "sendmsg", code: EMSGSIZE) }
        let sent = try SystemCall.run("sendmsg") {
            switchbridge_send_descriptors(socket.raw, bytes, bytes.count, descriptors, CUnsignedInt(descriptors.count))
        }
        // A fresh socket has room for far more than one order.
        guard sent == bytes.count else { throw SystemError(call: "sendmsg", code: EMSGSIZE) }
    }

    package func send(_ signal: CommandSignal) {
        let bytes = signal.line
        _ = Glibc.send(socket.raw, bytes, bytes.count, ControlServer.sendFlags)
    }

    private func receive() {
        var buffer = [UInt8](repeating: 0, count: 4096)
        var passed = [CInt](repeating: -1, count: CommandOrder.descriptorCount)
        var count: CUnsignedInt = 0
        let outcome: SystemCall.Outcome<Int>? = try? SystemCall.attempt("recvmsg") {
            switchbridge_receive_descriptors(socket.raw, &buffer, buffer.count, &passed, &count)
        }
        let received = passed.prefix(Int(count)).map { FileDescriptor(owning: $0) }
        if takesOrder, !isOrdered, !received.isEmpty { descriptors = received }
        switch outcome {
        case .done(0), nil: return gone()
        case .wouldBlock: return
        case .done(let length):
            for line in assembler.take(buffer.prefix(length)) { take(line) }
        }
    }

    private func take(_ line: [UInt8]?) {
        guard watch != nil else { return }
        guard let line else { return gone() }
        guard takesOrder, !isOrdered else {
            guard let signal = CommandSignal(line) else { return gone() }
            onNews?(.signalled(signal))
            return
        }
        guard let order = CommandOrder(line), descriptors.count == CommandOrder.descriptorCount else { return gone() }
        isOrdered = true
        let passed = descriptors
        descriptors = []
        onNews?(.ordered(order, passed))
    }

    private func gone() {
        guard let watch else { return }
        watch.cancel()
        self.watch = nil
        onNews?(.gone)
    }
}
