// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop
import Glibc
import SwitchCore

/// Where an end writes what it did or got, at once and with nothing but one `write`: the bench reads it afterwards.
///
/// A row is 24 bytes in the order of this machine: two moments of `CLOCK_MONOTONIC` in nanoseconds, then two 32-bit numbers.
struct Rows {
    private let file: FileDescriptor

    init(path: String) throws {
        file = try FileDescriptor(path: path, flags: O_WRONLY | O_CREAT | O_TRUNC | O_APPEND)
    }

    func add(_ moment: Int64, _ other: Int64, _ code: Int, _ value: Int32) {
        var row = (moment, other, Int32(code), value)
        _ = withUnsafeBytes(of: &row) { try? file.write($0) }
    }

    static var now: Int64 { EventLoop.readClock().instant.nanoseconds }
}
