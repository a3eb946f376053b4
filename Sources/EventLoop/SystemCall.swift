// SPDX-License-Identifier: GPL-3.0-or-later
import CLinux
import Glibc

/// A system call that failed for a reason outside the program.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the call, such as "open".
    package var call: String
    /// The errno value.
    package var code: CInt

    package init(call: String, code: CInt) {
        self.call = call
        self.code = code
    }

    /// The errno's name, such as "EACCES".
    package var name: String {
        strerrorname_np(code).map { String(cString: $0) } ?? "errno \(code)"
    }

    package var description: String {
        let words = strerrordesc_np(code).map { String(cString: $0) } ?? "unknown error"
        return "\(call): \(name) (\(words))"
    }
}

/// The one place where errno is read. Interrupted calls are made again, "would block" is a value, a bad descriptor or
/// pointer is our own mistake and ends the program, everything else is a `SystemError`.
package enum SystemCall {
    /// What a call on a non-blocking descriptor came to.
    package enum Outcome<Value> {
        case done(Value)
        case wouldBlock
    }

    /// Makes a call that reports failure by a negative result. `EAGAIN` is an error here.
    @discardableResult
    package static func run<Value: SignedInteger>(
        _ call: StaticString, _ body: () -> Value
    ) throws(SystemError) -> Value {
        switch try attempt(call, body) {
        case .done(let value): return value
        case .wouldBlock: throw SystemError(call: "\(call)", code: EAGAIN)
        }
    }

    /// Makes a call on a non-blocking descriptor.
    package static func attempt<Value: SignedInteger>(
        _ call: StaticString, _ body: () -> Value
    ) throws(SystemError) -> Outcome<Value> {
        while true {
            let value = body()
            if value >= 0 { return .done(value) }
            let code = errno
            if code == EINTR { continue }
            if code == EAGAIN { return .wouldBlock }
            throw checked(call, code)
        }
    }

    /// For the libraries that return the negated errno instead of setting it (libevdev, libudev).
    @discardableResult
    package static func negated(_ call: StaticString, _ result: CInt) throws(SystemError) -> CInt {
        guard result < 0 else { return result }
        throw checked(call, -result)
    }

    private static func checked(_ call: StaticString, _ code: CInt) -> SystemError {
        precondition(code != EBADF && code != EFAULT, "\(call) was given a descriptor or pointer that is not valid")
        return SystemError(call: "\(call)", code: code)
    }
}
