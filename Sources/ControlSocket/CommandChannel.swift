// SPDX-License-Identifier: GPL-3.0-or-later
import CLinux
package import EventLoop
import Glibc
import PCProtocol

/// A command that somebody wants the service's user to run, with what its output may be like. Its three standard
/// descriptors come with it.
package struct CommandOrder: Hashable, Sendable {
    /// In bytes of a whole order. A text to type has at most 2,000 characters, which JSON may escape.
    package static let lengthLimit = 32 * 1024
    package static let wordLimit = 64
    /// Of the environment, what a terminal's programs go by.
    package static let variables = ["TERM", "NO_COLOR", "COLUMNS"]
    static let valueLimit = 64
    static let descriptorCount = 3

    /// As on the command line, without the program's own name.
    package let words: [String]
    package let environment: [String: String]

    package init(words: [String], environment: [String: String]) {
        self.words = words
        self.environment = environment.filter { Self.variables.contains($0.key) && Self.isPlain($0.value) }
    }

    /// Nil when it is not an order, or one out of bounds.
    init?(_ line: [UInt8]) {
        guard let members = (try? JSONValue(parsing: line))?.members, let all = members["words"]?.elements,
            (1...Self.wordLimit).contains(all.count)
        else { return nil }
        let words = all.compactMap(\.text).filter { !$0.utf8.contains(0) }
        guard words.count == all.count else { return nil }
        self.init(words: words, environment: (members["environment"]?.members ?? [:]).compactMapValues(\.text))
    }

    var line: [UInt8] {
        let fields: [String: JSONValue] = [
            "words": .array(words.map { .string($0) }), "environment": .object(environment.mapValues { .string($0) }),
        ]
        return JSONValue.object(fields).line
    }

    /// Printable ASCII.
    private static func isPlain(_ value: String) -> Bool {
        value.utf8.count <= valueLimit && value.utf8.allSatisfy { (0x21...0x7e).contains($0) }
    }
}

/// What goes between a command that somebody runs and the process that runs it for them.
package enum CommandSignal: Hashable, Sendable {
    /// To the command.
    case signal(CInt)
    /// From the command: how it ended, as a shell counts (128 and the signal's number).
    case ended(status: CInt)
    /// It was not run. `text` is for people.
    case refused(text: String)

    /// What a terminal sends, and what ends a program.
    package static let passed: [CInt] = [SIGHUP, SIGINT, SIGTERM]

    init?(_ line: [UInt8]) {
        guard let members = (try? JSONValue(parsing: line))?.members else { return nil }
        if let number = members["signal"]?.exactInteger.flatMap(CInt.init(exactly:)), Self.passed.contains(number) {
            self = .signal(number)
        } else if let status = members["ended"]?.exactInteger.flatMap(CInt.init(exactly:)), (0...255).contains(status) {
            self = .ended(status: status)
        } else if let text = members["refused"]?.text {
            self = .refused(text: DisplayText.withoutControls(text))
        } else {
            return nil
        }
    }

    var line: [UInt8] {
        let field: (String, JSONValue) =
            switch self {
            case .signal(let number): ("signal", .int(number))
            case .ended(let status): ("ended", .int(status))
            case .refused(let text): ("refused", .string(text))
            }
        return JSONValue.object([field.0: field.1]).line
    }
}

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
