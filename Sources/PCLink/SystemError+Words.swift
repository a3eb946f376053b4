// SPDX-License-Identifier: GPL-3.0-or-later
package import EventLoop
import Glibc

extension SystemError {
    /// What happened as the system says it to people, such as "No such file or directory".
    package var words: String { String(cString: strerror(code)) }
}
