// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// The three files that a process is given. Whoever starts it may have closed some, and open(2) takes the lowest descriptor
/// that is free: what is opened next would be read or written as if it were them.
enum StandardFiles {
    /// To be called before anything else is opened. Results that have nowhere to go are an error (full(4)), talk is not.
    static func openClosed() {
        let files = [
            (STDIN_FILENO, "/dev/null", O_RDONLY), (STDOUT_FILENO, "/dev/full", O_WRONLY),
            (STDERR_FILENO, "/dev/null", O_WRONLY),
        ]
        // In this order each is the lowest that is free.
        for (descriptor, path, mode) in files where fcntl(descriptor, F_GETFD) < 0 { _ = open(path, mode) }
    }
}
