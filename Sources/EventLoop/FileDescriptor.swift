// SPDX-License-Identifier: GPL-3.0-or-later
package import Glibc

/// A descriptor and its only owner: it is closed when this object goes.
package final class FileDescriptor {
    package let raw: CInt

    /// Takes over `raw`; nobody else may close it.
    package init(owning raw: CInt) {
        self.raw = raw
    }

    /// Opens a file. `O_CLOEXEC` is always added: no child may keep a device or a socket alive (F5).
    package init(path: String, flags: CInt, mode: mode_t = 0o600) throws(SystemError) {
        raw = try SystemCall.run("open") { Glibc.open(path, flags | O_CLOEXEC, mode) }
    }

    // Linux frees the number even when close is interrupted, so it is never called twice (close(2)).
    deinit { close(raw) }

    /// Reads at most `buffer.count` bytes. Zero is the end.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> SystemCall.Outcome<Int> {
        try SystemCall.attempt("read") { Glibc.read(raw, buffer.baseAddress, buffer.count) }
    }

    /// Writes as much as is taken at once and says how much that was.
    package func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) -> SystemCall.Outcome<Int> {
        try SystemCall.attempt("write") { Glibc.write(raw, bytes.baseAddress, bytes.count) }
    }
}
