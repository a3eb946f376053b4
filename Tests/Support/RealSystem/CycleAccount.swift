// SPDX-License-Identifier: GPL-3.0-or-later
import CMalloc
import EventLoop
import Glibc

/// What a process has open and has allocated, looked at while something begins and ends again and again: whatever is not given
/// back is there as often as it was done. Nothing else may go on in the process meanwhile.
package struct CycleAccount: Sendable {
    /// A process that gives account must be started with these: what a thread keeps at hand for its next allocations (malloc's
    /// tcache) counts as allocated, and fills up by chance over thousands of cycles.
    package static let environment = ["GLIBC_TUNABLES": "glibc.malloc.tcache_count=0"]

    /// An allocation has 32 bytes at least: one that is forgotten in every second cycle shows.
    private static let bytesOfOneCycle = 12

    package let cycles: Int
    /// Before the first cycle that counts, after half of them, and after the last.
    package private(set) var descriptors: [Int] = []
    package private(set) var bytes: [Int] = []

    /// - Parameter cycle: is given its number. As many as a tenth of `cycles` go before, for what is made once and kept.
    package init<Failure: Error>(_ cycles: Int, of cycle: (Int) throws(Failure) -> Void) throws(Failure) {
        for (name, value) in Self.environment {
            precondition(getenv(name).map { String(cString: $0) } == value, "started without \(name)=\(value)")
        }
        self.cycles = cycles
        for number in 0..<cycles / 10 { try cycle(number) }
        for number in 0..<cycles {
            if number == 0 || number == cycles / 2 { look() }
            try cycle(number)
        }
        look()
    }

    private mutating func look() {
        // The directory itself is among them while it is read.
        descriptors.append(DirectoryEntries.names(in: "/proc/self/fd").count - 1)
        bytes.append(Int(mallinfo2().uordblks))
    }

    /// Growth of the second half.
    package var growth: Int { bytes[2] - bytes[1] }

    package var keepsDescriptors: Bool { descriptors.allSatisfy { $0 == descriptors[0] } }
    package var keepsMemory: Bool { growth <= cycles / 2 * Self.bytesOfOneCycle }

    package var line: String {
        """
        \(cycles) cycles: \(descriptors.map(String.init).joined(separator: ", ")) descriptors; \(bytes[0]) bytes, \
        then \(bytes[1] - bytes[0]) and \(growth) more
        """
    }
}
