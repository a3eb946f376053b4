// SPDX-License-Identifier: GPL-3.0-or-later
import EventLoop

enum OutputProblem: Error, Hashable, Sendable {
    /// Nobody reads it any more.
    case closed
    /// Such as a full disk.
    case failed(SystemError)
}
