// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc

/// Where text goes.
protocol TextSink: AnyObject {
    func write(_ text: String) throws(OutputProblem)
    /// Nothing more is written: what still waits goes out now or never.
    func finish()
}

/// A descriptor that is written to at once, waiting for its reader where need be. For commands that have nothing else
/// to do; those that run a loop use `LiveSink`.
final class DescriptorSink: TextSink {
    let descriptor: CInt

    /// The descriptor stays its owner's.
    init(_ descriptor: CInt) { self.descriptor = descriptor }

    func write(_ text: String) throws(OutputProblem) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty { rest = rest.dropFirst(try writeSome(rest)) }
    }

    func finish() {}

    private func writeSome(_ bytes: ArraySlice<UInt8>) throws(OutputProblem) -> Int {
        do throws(SystemError) {
            let outcome = try SystemCall.attempt("write") {
                bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            }
            switch outcome {
            case .done(let count): return count
            case .wouldBlock:
                // The descriptor is shared with a program that made it non-blocking.
                var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                try SystemCall.run("poll") { poll(&wanted, 1, -1) }
                return 0
            }
        } catch {
            throw OutputProblem(error)
        }
    }
}

extension OutputProblem {
    init(_ error: SystemError) { self = error.code == EPIPE ? .closed : .failed(error) }
}
