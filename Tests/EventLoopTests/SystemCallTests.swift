// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc
import Testing

@Suite("System calls")
struct SystemCallTests {
    @Test("an error names the call and the errno")
    func description() {
        #expect("\(SystemError(call: "open", code: EACCES))" == "open: EACCES (Permission denied)")
        #expect(SystemError(call: "open", code: 9999).name == "errno 9999")
    }

    @Test("an interrupted call is made again")
    func interrupted() throws {
        var calls = 0
        let result = try SystemCall.run("test") {
            calls += 1
            errno = EINTR
            return calls < 3 ? -1 : 7
        }
        #expect(result == 7)
        #expect(calls == 3)
    }

    @Test("would block is a value for those who ask, else an error")
    func wouldBlock() throws {
        func blocked() -> Int {
            errno = EAGAIN
            return -1
        }
        guard case .wouldBlock = try SystemCall.attempt("read", blocked) else {
            Issue.record("expected wouldBlock")
            return
        }
        #expect(throws: SystemError(call: "read", code: EAGAIN)) { try SystemCall.run("read", blocked) }
    }

    @Test("a library's negated errno becomes an error")
    func negated() throws {
        #expect(try SystemCall.negated("libevdev_grab", 0) == 0)
        #expect(throws: SystemError(call: "libevdev_grab", code: EBUSY)) {
            try SystemCall.negated("libevdev_grab", -EBUSY)
        }
    }

    @Test("a descriptor is closed with its owner")
    func closing() throws {
        let pipe = try Pipe()
        pipe.closeWriting()
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1, alignment: 1)
        defer { buffer.deallocate() }
        guard case .done(0) = try pipe.reading.read(into: buffer) else {
            Issue.record("the pipe is still open")
            return
        }
    }
}
